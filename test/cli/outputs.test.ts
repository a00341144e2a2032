import { spawn, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin, feed, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const data = folder.put('data.vw', '1 | a\n-1 | b\n'.repeat(50))
const model = folder.path('model.ol')
const cache = folder.path('data.olcache')
const precious = 'somebody needs this\n'.repeat(20)

beforeAll(() => {
  expect(ol(['train', '--rule', 'nag', data, '--loss', 'logistic', '-o', model]).code).toBe(0)
  expect(ol(['convert', data, '--to', 'cache', '-o', cache]).code).toBe(0)
})

const temporary = () => readdirSync(folder.path('.')).filter((name) => name.endsWith('.tmp'))

describe('the files that a cache may replace', () => {
  test('data, a model, another file and the input itself stay', () => {
    const other = folder.put('other.vw', precious)
    const before = readFileSync(model)
    for (const [target, args] of [
      [other, ['train', '--rule', 'nag', data, '--cache', other]],
      [other, ['train', '--rule', 'nag', data, '--passes', '2', '--cache', other]],
      [other, ['convert', data, '--to', 'cache', '-o', other]],
      [model, ['train', '--rule', 'nag', data, '--cache', model]],
      [model, ['convert', data, '--to', 'cache', '-o', model]],
      [data, ['train', '--rule', 'nag', data, '--cache', data]],
      [cache, ['train', '--rule', 'nag', cache, '--cache', cache]],
    ] as const) {
      const bytes = readFileSync(target)
      const { code, stderr } = ol(args)
      expect([code, stderr]).toEqual([65, expect.stringContaining('OL_CACHE')])
      expect(stderr).toContain(target)
      expect(readFileSync(target).equals(bytes)).toBe(true)
    }
    expect(readFileSync(model).equals(before)).toBe(true)
    const link = folder.path('link.vw')
    symlinkSync(data, link)
    expect(ol(['train', '--rule', 'nag', data, '--cache', link]).stderr).toContain('it is an input')
    expect(temporary()).toEqual([])
  })

  test('nothing is read before', () => {
    const other = folder.put('other.vw', precious)
    // with strict the first line would be the error
    const bad = folder.put('bad.vw', 'bad\n')
    expect(ol(['convert', bad, '--format', 'vw', '--strict', '--to', 'cache', '-o', other]).stderr).toContain(
      'OL_CACHE',
    )
  })

  test('a cache, even a corrupt one, an empty file and nothing are replaced', () => {
    const corrupt = folder.put('corrupt.olcache', readFileSync(cache).subarray(0, 100))
    for (const target of [cache, corrupt, folder.put('empty', ''), folder.path('new.olcache')]) {
      expect(ol(['train', '--rule', 'nag', data, '--cache', target])).toMatchObject({ code: 0 })
      expect(readFileSync(target).subarray(0, 7).toString()).toBe('OLCACHE')
    }
  })

  test.skipIf(process.platform === 'win32')('a device, a pipe and a folder stay what they are', () => {
    const pipe = folder.path('pipe')
    spawnSync('mkfifo', [pipe])
    mkdirSync(folder.path('sub'))
    for (const args of [
      ['convert', data, '--to', 'cache', '-o'],
      ['train', '--rule', 'nag', data, '--cache'],
    ]) {
      expect(ol([...args, '/dev/null']).stderr).toContain('OL_CACHE')
      expect(ol([...args, pipe]).stderr).toContain('OL_CACHE')
      expect(ol([...args, folder.path('sub')]).code).not.toBe(0)
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  test('two outputs in one file are refused', () => {
    const target = folder.path('twice')
    expect(ol(['train', '--rule', 'nag', data, '-o', target, '--predictions', target])).toMatchObject({
      code: 2,
    })
    expect(ol(['train', '--rule', 'nag', data, '-o', target, '--cache', target])).toMatchObject({ code: 2 })
    expect(readdirSync(folder.path('.'))).not.toContain('twice')
  })
})

describe('an output that is there', () => {
  const cut = folder.put('cut.vw.gz', gzipSync('1 | a\n-1 | b\n'.repeat(500_000)).subarray(0, 2000))
  const strict = folder.put('strict.vw', `${'1 | a\n'.repeat(100_000)}bad\n`)

  test.each([
    [
      'flags that do not fit the model',
      ['predict', data, '--model', model, '--probabilities', '--raw', '--output'],
    ],
    ['an invalid level of intervals', ['predict', data, '--model', model, '--interval', '2', '--output']],
    ['a column that is not there', ['predict', data, '--model', model, '--label', 'nope', '--output']],
    ['an input that is not there', ['predict', folder.path('none'), '--model', model, '--output']],
    ['a truncated input of predict', ['predict', cut, '--model', model, '--output']],
    ['a bad line of predict', ['predict', strict, '--model', model, '--strict', '--output']],
    ['a bad line of test', ['test', strict, '--model', model, '--strict', '--predictions']],
    ['a bad line of train', ['train', '--rule', 'nag', strict, '--strict', '--predictions']],
    ['a bad rule parameter', ['train', data, '--rule', 'sgd', '--count', '3', '--predictions']],
    ['a bad line of convert', ['convert', strict, '--strict', '--to', 'svmlight', '-o']],
    ['categories in a CSV', ['convert', data, '--to', 'csv', '-o']],
  ])('stays as it was: %s', (_, args) => {
    const target = folder.put('out.txt', precious)
    expect(ol([...args, target]).code).not.toBe(0)
    expect(readFileSync(target, 'utf8')).toBe(precious)
    expect(temporary()).toEqual([])
  })

  test.skipIf(process.platform === 'win32')(
    'stays where the process is killed, and the next removes what it left',
    async () => {
      const target = folder.put('out.txt', precious)
      const args = [bin, 'predict', '--format', 'vw', '--model', model, '--patience', '0', '--output', target]
      const running = spawn(process.execPath, args)
      const ended = new Promise((resolve) => running.on('close', resolve))
      feed(running, '1 | a\n'.repeat(20_000))
      while (temporary().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      running.kill('SIGKILL')
      await ended
      expect(readFileSync(target, 'utf8')).toBe(precious)
      expect(temporary().length).toBe(1)
      expect(ol(['predict', data, '--model', model, '--output', target]).code).toBe(0)
      expect(readFileSync(target, 'utf8').split('\n').length).toBe(101)
      expect(temporary()).toEqual([])
    },
  )

  test.skipIf(process.platform === 'win32')('a pipe and a device are written to directly', async () => {
    const pipe = folder.path('predictions')
    spawnSync('mkfifo', [pipe])
    const reading = spawn('cat', [pipe])
    let text = ''
    reading.stdout.on('data', (piece) => {
      text += piece
    })
    const ended = new Promise((resolve) => reading.on('close', resolve))
    expect(ol(['predict', data, '--model', model, '--output', pipe]).code).toBe(0)
    await ended
    expect(text.split('\n').length).toBe(101)
    expect(statSync(pipe).isFIFO()).toBe(true)
    expect(ol(['predict', data, '--model', model, '--output', '/dev/null']).code).toBe(0)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })
})

test('an output that is a hard link to an input, or standard input itself, is refused', () => {
  const lines = '1 | a\n-1 | b\n'.repeat(20)
  const own = folder.put('own.vw', lines)
  const hard = folder.path('hard.vw')
  linkSync(own, hard)
  const runs = [
    ol(['train', '--rule', 'nag', own, '-o', hard]),
    ol(['train', '--rule', 'nag', own, '-o', folder.path('m1.ol'), '--predictions', hard]),
    ol(['predict', own, '--model', model, '--output', hard]),
  ]
  for (const run of runs) expect(run.stderr).toContain('is an input')
  const run = spawnSync(process.execPath, [bin, 'predict', '-', '--model', model, '--output', own], {
    stdio: [openSync(own, 'r'), 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  expect(run.stderr).toContain('is an input')
  expect(run.status).toBe(2)
  expect(readFileSync(own, 'utf8')).toBe(lines)
  expect(readFileSync(hard, 'utf8')).toBe(lines)
})
