import * as os from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { memoryFacts } from '../src/node/memory.js'

afterEach(() => {
  delete process.env.OL_MAX_MEMORY
})

const machine = (files: Readonly<Record<string, string>>) => memoryFacts((path) => files[path] ?? '')

test('a machine without control groups has the memory that the system reports', () => {
  const { where, total, left } = machine({})
  expect([where, total]).toEqual(['this machine', os.totalmem()])
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(total)
  // a group without a limit
  for (const limit of ['max\n', '9223372036854771712\n'])
    expect(
      machine({
        '/proc/self/cgroup': '0::/a\n',
        '/sys/fs/cgroup/a/memory.max': limit,
        '/sys/fs/cgroup/a/memory.current': '1\n',
      }).where,
    ).toBe('this machine')
})

test('a container (version 2): the least of its groups, page cache counted as free', () => {
  const files = {
    '/proc/self/cgroup': '0::/pods/one\n',
    '/sys/fs/cgroup/pods/one/memory.max': '9000000\n',
    '/sys/fs/cgroup/pods/one/memory.current': '5000000\n',
    '/sys/fs/cgroup/pods/one/memory.stat':
      'anon 1\nfile 3000000\ninactive_file 2000000\nactive_file 1000000\n',
    '/sys/fs/cgroup/pods/memory.max': '8000000\n',
    '/sys/fs/cgroup/pods/memory.current': '7000000\n',
    '/sys/fs/cgroup/pods/memory.stat': 'inactive_file 3000000\nactive_file 1500000\n',
  }
  expect(machine(files)).toEqual({ where: 'this container', total: 8e6, left: 8e6 - (7e6 - 4.5e6) })
})

test('a container (version 1), whose own path is not there', () => {
  expect(
    machine({
      '/proc/self/cgroup': '5:cpu,cpuacct:/x\n4:memory:/docker/1234\n0::/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '2000000\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '1500000\n',
      '/sys/fs/cgroup/memory/memory.stat':
        'inactive_file 7\ntotal_inactive_file 200000\ntotal_active_file 100000\n',
    }),
  ).toEqual({ where: 'this container', total: 2e6, left: 2e6 - 1.2e6 })
})

test('OL_MAX_MEMORY sets a limit of its own', () => {
  process.env.OL_MAX_MEMORY = '1k'
  expect(machine({})).toEqual({ where: 'OL_MAX_MEMORY', total: 1024, left: 0 })
  process.env.OL_MAX_MEMORY = '900t'
  expect(machine({}).where).toBe('this machine')
  process.env.OL_MAX_MEMORY = 'lots'
  expect(() => machine({})).toThrow('OL_MAX_MEMORY')
})
