import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { barText } from '../../packages/cli/src/output/progress-bar.js'
import { bin, sample, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const files = Array<string>(5).fill(sample)
const args = ['train', ...files, '--label', 'y', '--rule', 'nag', '--backend', 'fallback']
/** A clock that runs fast: a bar waits a second. The bundles of `ol-cli` take the time from `process.hrtime`. */
const clock = folder.put(
  'clock.cjs',
  `const [now, time, every, fast] = [performance.now.bind(performance), process.hrtime, setInterval, 40]
performance.now = () => fast * now()
process.hrtime = () => time().map((part) => fast * part)
globalThis.setInterval = (call, milliseconds) => every(call, milliseconds / fast)`,
)
const terminal = spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0

/** Runs a command on a terminal of its own, and returns all that it printed there. */
function onTerminal(command: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const line = command.map((word) => `'${word}'`).join(' ')
  const done = spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    // `script` misses the end of a program that was stopped meanwhile, and the limit of the test ends no call that blocks
    timeout: 120_000,
  })
  expect([done.status, done.signal]).toEqual([0, null])
  return done.stdout
}

describe.runIf(terminal)('on a terminal', () => {
  const node = [process.execPath, '-r', clock, bin]

  test('long work has a bar with share, rows a second, time left and loss, which disappears', () => {
    const printed = onTerminal([...node, ...args], { NO_COLOR: '1' })
    expect(printed).toMatch(/\r█+░+ +\d+%, [\d,]+ rows\/s, [\d:]+( s)? left, log loss 0\.\d{4}/)
    expect(printed).not.toContain('\x1b[')
    // the text that a reader sees in the end: the part after the last return of each line
    const seen = printed
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => line.split('\r').at(-1))
    expect(seen.join('\n')).not.toMatch(/[█░]/)
    expect(seen).toContainEqual(expect.stringMatching(/^log loss +0\.\d{4}/))
  })

  test('several passes have one bar', () => {
    const printed = onTerminal([...node, ...args, '--passes', '2', '--no-cache'])
    expect(printed).toMatch(/%, pass 1, /)
    expect(printed).toMatch(/ [5-9]\d%, pass 2, /)
  })

  test('--quiet has no bar', () => {
    expect(onTerminal([...node, ...args, '--quiet'])).not.toMatch(/[█░]/)
  })
})

test('without a terminal there is no bar', () => {
  const command = ['-r', clock, bin, ...args, '-o', folder.path('m.ol')]
  const { status: code, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/[█░\r]/)
})

test('a bar shows the known figures', () => {
  const loss = 'log loss 0.2812'
  const facts = { share: 0.5, rate: '2.5 MB/s', seconds: 90, pass: undefined, loss: undefined, columns: 80 }
  expect(barText(facts)).toBe(`${'█'.repeat(12)}${'░'.repeat(12)}  50%, 2.5 MB/s, 1:30 left`)
  expect(barText({ ...facts, columns: 40 })).toBe(' 50%, 2.5 MB/s, 1:30 left')
  expect(barText({ ...facts, share: undefined, pass: 2 })).toBe('pass 2, 2.5 MB/s, 1:30')
  expect(barText({ ...facts, loss, columns: 50 })).toBe(' 50%, 2.5 MB/s, 1:30 left, log loss 0.2812')
  expect(barText({ ...facts, loss, columns: 35 })).toBe(' 50%, 1:30 left, log loss 0.2812')
  expect(barText({ ...facts, loss, columns: 20 })).toBe(' 50%, 1:30 left')
})
