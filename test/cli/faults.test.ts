import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.js'

// A few of the faults of `npm run test:faults`: system calls that fail, processes killed, slow pipes, the clock set back.

test('failing system calls, kills, limits, pipes and clocks lose nothing', () => {
  const script = join(root, 'scripts', 'faults.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--quick'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^0 findings$/m)
  // without strace the output says so
  expect(stdout).toMatch(/^injection: .*(rename signal=KILL: old|SKIPPED)/m)
  // a training may end before its kill, and the counts have the order of the events
  expect(stdout).toMatch(/^resumed: .*text: identical/m)
})
