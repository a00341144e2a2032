import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin, feed, json, ol, root, temporaryFolder } from './run.js'

const folder = temporaryFolder()

test('a quoted pattern names the files that match it', () => {
  for (const name of ['p2.vw', 'p1.vw']) folder.put(name, `${name[1]} | a\n`)
  const pattern = folder.path('p*.vw')
  expect(
    ol(['convert', pattern, '--to', 'vw', '--quiet'])
      .stdout.split('\n')
      .map((line) => line[0]),
  ).toEqual(['1', '2', undefined])
  expect(json(ol(['train', '--rule', 'nag', pattern, '--json', '--passes', '2']))).toMatchObject({
    examples: 4,
  })
  expect(readdirSync(folder.path('.')).filter((name) => name.endsWith('.olcache'))).toEqual(['p1.vw.olcache'])
  const none = ol(['train', '--rule', 'nag', folder.path('none*.vw')])
  expect(none).toMatchObject({ code: 66, stdout: '' })
  expect(none.stderr).toMatch(/none\*\.vw: no file .*OL_FILE_MISSING/)
})

const patterns = join(root, 'packages', 'cli', 'bundle', 'path-patterns.js')

test.skipIf(!existsSync(patterns))('the bundle that finds the files of a pattern works', async () => {
  for (const name of ['q2.vw', 'q1.vw']) folder.put(name, '')
  const { glob, isDynamicPattern } = createRequire(bin)(patterns) as {
    readonly glob: (pattern: string, options: object) => Promise<readonly string[]>
    readonly isDynamicPattern: (path: string) => boolean
  }
  expect([isDynamicPattern('q*.vw'), isDynamicPattern('q.vw')]).toEqual([true, false])
  expect((await glob('q*.vw', { cwd: folder.path('.') })).toSorted()).toEqual(['q1.vw', 'q2.vw'])
})

test('labels of other inputs decide the task, but not of standard input, which is read once', () => {
  const [one, two] = [folder.put('one.csv', 'a,y\n1,1\n2,1\n'), folder.put('two.csv', 'a,y\n3,0\n4,1\n')]
  const input = 'a,y\n5,0\n6,1\n'
  for (const [files, labels] of [
    [[one, '-'], '1 1 0 1'],
    [['-', one], '0 1 1 1'],
    [[one, '-', two], '1 1 0 1 0 1'],
  ] as const) {
    const { stdout } = ol(['convert', '--to', 'vw', '--quiet', ...files], { input })
    expect(stdout.match(/^\S+/gm)?.join(' ')).toBe(labels)
  }
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a cache in the making goes with %s', async (signal, code) => {
  const out = folder.path(`${signal}.olcache`)
  const left = () => readdirSync(folder.path('.')).filter((name) => name.startsWith(signal))
  const running = spawn(process.execPath, [
    bin,
    'convert',
    '--format',
    'vw',
    '--to',
    'cache',
    '-o',
    out,
    '--patience',
    '0',
  ])
  const ended = new Promise((resolve) => running.on('close', resolve))
  feed(running, '1 | a\n1 | b\n'.repeat(20_000))
  while (left().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(existsSync(out)).toBe(false)
  running.kill(signal)
  expect(await ended).toBe(code)
  expect(left()).toEqual([])
})

test('a pipe with rows at intervals is read as they arrive', async () => {
  const args = ['convert', '--label', 'y', '--numeric', 'a', '--to', 'csv', '--patience', '50']
  const running = spawn(process.execPath, [bin, ...args])
  const ended = new Promise((resolve) => running.on('close', resolve))
  let text = ''
  const came = new Promise<void>((resolve) => {
    running.stdout.on('data', (piece) => {
      text += piece
      if (text.endsWith('1,2\n')) resolve()
    })
  })
  running.stdin.write('a,y\n1,2\n')
  await came
  expect(text).toBe('a,y\n1,2\n')
  running.stdin.end('3,4\n')
  expect(await ended).toBe(0)
  expect(text).toBe('a,y\n1,2\n3,4\n')
})
