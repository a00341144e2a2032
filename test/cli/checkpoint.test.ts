import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'
import { bin, feed, json, ol, olProcess, sample, temporaryFolder } from './run.js'

const folder = temporaryFolder()
let text = ''
let data: string
let gz: string

beforeAll(() => {
  let state = 1
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 8
  }
  const lines = Array.from({ length: 30_000 }, () => {
    const features = Array.from({ length: 6 }, () => `f${next() % 5000}:${(next() % 100) / 8}`)
    return `${next() % 2 === 0 ? 1 : -1} | ${features.join(' ')}`
  })
  text = `${lines.join('\n')}\n`
  data = folder.put('data.vw', text)
  gz = folder.put('data.vw.gz', gzipSync(text))
})

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stderr: string
}

function start(
  args: readonly string[],
  input: 'ignore' | 'pipe' = 'ignore',
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [bin, ...args], { stdio: [input, 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (part) => {
    stderr += part
  })
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr })),
  )
  return { child, ended }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

const small = ['--loss', 'logistic', '-b', '12']

describe('a training that is killed again and again', () => {
  const cases: readonly (readonly [string, () => readonly string[]])[] = [
    ['gzip, two passes without a cache', () => [gz, '--passes', '2', '--no-cache']],
    ['three passes with a holdout', () => [data, '--passes', '3', '--holdout-every', '7']],
    ['text', () => [data]],
    ['two passes over a cache', () => [data, '--passes', '2', '--no-holdout']],
  ]
  test.each(isFull ? cases : cases.slice(0, 2))(
    'ends with the model of one that was not: %s',
    async (name, args) => {
      const [path, whole] = [folder.path('k.olckpt'), folder.path('whole.ol')]
      const model = folder.path('killed.ol')
      expect(ol(['train', '--rule', 'nag', ...args(), ...small, '-o', whole, '--quiet']).code).toBe(0)
      for (const left of [path, model, `${data}.olcache`]) rmSync(left, { force: true })
      let done = false
      let kills = 0
      for (let run = 0; !done; run++) {
        const flags = existsSync(path)
          ? ['--resume', path]
          : [
              '--rule',
              'nag',
              ...args(),
              ...small,
              '-o',
              model,
              '--checkpoint',
              path,
              '--checkpoint-every',
              '500',
            ]
        const { child, ended } = start(['train', '--quiet', ...flags])
        const before = existsSync(path) ? readFileSync(path) : undefined
        // a little after a new checkpoint: every run comes further
        while (child.exitCode === null && kills < 4) {
          await sleep(3)
          if (existsSync(path) && before?.equals(readFileSync(path)) !== true) break
        }
        if (kills < 4) {
          await sleep(7 * run)
          child.kill('SIGKILL')
          kills++
        }
        const { code, signal, stderr } = await ended
        done = signal === null
        if (done) expect([name, code, stderr]).toEqual([name, 0, expect.any(String)])
      }
      expect(kills).toBeGreaterThan(1)
      expect(readFileSync(model).equals(readFileSync(whole))).toBe(true)
    },
  )
})

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exit) => {
  async function stopped(args: readonly string[]): Promise<Ended> {
    const { child, ended } = start(
      ['train', '--rule', 'nag', '--format', 'vw', '--progress', 'x2', ...small, ...args],
      'pipe',
    )
    feed(child, text)
    let shown = ''
    child.stderr?.on('data', (part) => {
      shown += part
    })
    // the progress table shows that it learns
    while (!/ 8192 /.test(shown) && child.exitCode === null) await sleep(5)
    child.kill(signal)
    const begun = performance.now()
    const done = await ended
    child.stdin?.destroy()
    expect(performance.now() - begun).toBeLessThan(10_000)
    return done
  }

  // both signals take one way: in a short run each has one of the tests
  test.runIf(isFull || signal === 'SIGINT')(
    'with checkpoints writes one more, from which standard input is continued',
    async () => {
      const path = folder.path(`${signal}.olckpt`)
      const model = folder.path(`${signal}.ol`)
      const { code, stderr } = await stopped(['--checkpoint', path, '-o', model])
      expect([code, stderr]).toEqual([
        exit,
        expect.stringMatching(`${signal} after \\d+ examples; continue it with: ol-cli train --resume`),
      ])
      expect(existsSync(model)).toBe(false)
      const resumed = olProcess(['train', '--resume', path, '--json'], { input: text })
      expect(resumed.stderr).toContain('give standard input again from its start')
      const whole = ol([
        'train',
        '--rule',
        'nag',
        data,
        '--format',
        'vw',
        ...small,
        '-o',
        folder.path('whole.ol'),
        '--json',
      ])
      expect({ ...json(resumed), model: 0, seconds: 0 }).toEqual({ ...json(whole), model: 0, seconds: 0 })
      expect(readFileSync(model).equals(readFileSync(folder.path('whole.ol')))).toBe(true)
    },
  )

  test.runIf(isFull || signal === 'SIGTERM')(
    'without checkpoints leaves the model so far next to the model',
    async () => {
      const model = folder.path(`${signal}-partial.ol`)
      const { code, stderr } = await stopped(['-o', model])
      expect([code, stderr]).toEqual([exit, expect.stringContaining(`the model so far is ${model}.partial`)])
      expect(existsSync(model)).toBe(false)
      expect(ol(['inspect', `${model}.partial`]).code).toBe(0)
    },
  )
})

test('flags that cannot be are refused', () => {
  const path = folder.path('f.olckpt')
  expect(
    ol([
      'train',
      '--rule',
      'nag',
      data,
      ...small,
      '--checkpoint',
      path,
      '--checkpoint-every',
      '5000',
      '--quiet',
    ]).code,
  ).toBe(0)
  for (const args of [
    [data, '--checkpoint-every', '1h'],
    [data, '--checkpoint', path, '--checkpoint-every', '0'],
    [data, '--checkpoint', path, '--predictions', folder.path('p.txt')],
    [data, '--checkpoint', path, '--drift'],
    [data, '--checkpoint', path, '-o', path],
    [data, '--checkpoint', data],
    ['--resume', path, '--passes', '2'],
    ['--resume', path, '--loss', 'squared'],
  ])
    expect([args, ol(['train', '--rule', 'nag', ...args]).code]).toEqual([args, 2])
  expect(ol(['train', '--resume', path, '--quiet']).code).toBe(0)
  expect(ol(['train', gz, '--resume', path])).toMatchObject({
    code: 65,
    stderr: expect.stringContaining('OL_CHECKPOINT'),
  })
  expect(ol(['train', '--resume', data])).toMatchObject({ code: 65 })
  expect(ol(['train', '--resume', folder.path('none')])).toMatchObject({ code: 66 })
})

test.each(['auto', 'nag'])('goes on where two classes have names: %s', (rule) => {
  const [path, whole, again] = ['named.olckpt', 'named.ol', 'named-again.ol'].map(folder.path)
  const flags = ['--label', 'y', '--rule', rule, '--json', '--checkpoint', path, '--checkpoint-every', '1000']
  const one = json(ol(['train', sample, ...flags, '-o', whole]))
  const other = json(ol(['train', '--resume', path, '-o', again, '--json']))
  expect(readFileSync(again).equals(readFileSync(whole))).toBe(true)
  expect(other.evaluation).toEqual(one.evaluation)
})

test('a training that ended before its first checkpoint leaves none, which --resume reports', () => {
  const [path, model] = [folder.path('none.olckpt'), folder.path('ended.ol')]
  const short = folder.put('short.vw', '1 | a\n-1 | b\n')
  expect(olProcess(['train', short, '--checkpoint', path, '-o', model]).code).toBe(0)
  expect(existsSync(path)).toBe(false)
  const { code, stderr } = olProcess(['train', '--resume', path])
  expect([code, stderr]).toEqual([66, expect.stringContaining('has nothing left to resume')])
  expect(stderr).toContain('OL_FILE_MISSING')
})
