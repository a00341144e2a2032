import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

// Tables with decimal commas, by the command line: training, models that know their mark, caches.

const folder = temporaryFolder()
const rows = Array.from({ length: 60 }, (_, k) => [k / 8, (k * 7) % 11, (k % 5) + 0.5] as const)
const text = (mark: string, of = rows) =>
  ['a;b;y', ...of.map((row) => row.map((value) => String(value).replace('.', mark)).join(';'))].join('\n')
const commas = folder.put('commas.csv', `${text(',')}\n`)
const points = folder.put('points.csv', `${text('.')}\n`)

/** `auto` trains many models; a model that is continued has its rule. */
const ruleOf = (flags: readonly string[]) => (flags.includes('-i') ? [] : ['--rule', 'nag'])
const train = (file: string, ...flags: string[]) =>
  ol(['train', file, '--task', 'regression', ...ruleOf(flags), ...flags])
const figures = (report: Record<string, unknown>) => [
  report.averageLoss,
  report.features,
  report.skippedLines,
]

test('a table with decimal commas trains as one with points; predictions are the same', () => {
  const models = [commas, points].map((file) => {
    const model = `${file}.ol`
    return [model, figures(json(train(file, '-o', model, '--json')))] as const
  })
  expect(models[0][1]).toEqual(models[1][1])
  const predicted = [commas, points].map((file) => ol(['predict', '-m', `${file}.ol`, file]).stdout)
  expect(predicted[0].split('\n').length).toBe(61)
  expect(predicted[0]).toBe(predicted[1])
  for (const [model, file, mark] of [
    [`${commas}.ol`, points, '.'],
    [`${points}.ol`, commas, ','],
  ]) {
    for (const command of ['predict', 'test']) {
      const wrong = ol([command, '-m', model, file])
      expect([command, wrong.code]).toEqual([command, 65])
      expect(wrong.stderr).toContain(`${file}:`)
      expect(wrong.stderr).toContain(`(--decimal ${mark})`)
    }
    expect(ol(['predict', '-m', model, file, '--decimal', mark]).stdout).toBe(predicted[0])
    const resumed = train(file, '-i', model, '--json')
    expect([resumed.code, resumed.stderr]).toEqual([65, expect.stringContaining(`(--decimal ${mark})`)])
    expect(train(file, '-i', model, '--decimal', mark).code).toBe(0)
  }
})

test('an odd cell with the other mark is one in each pass', () => {
  const odd = folder.put('odd.csv', `${text('.').replaceAll(';', ',')}\n1.5,"1,5",0.5\n`)
  const flags = ['--no-holdout', '--quiet', '-o']
  const models = ['--cache', '--no-cache'].map((cache) => {
    const { code, stderr } = train(odd, '--passes', '2', cache, ...flags, `${odd}${cache}.ol`)
    expect([code, stderr.split('no number in the column b').length]).toEqual([0, 2])
    return readFileSync(`${odd}${cache}.ol`)
  })
  expect(models[0]).toEqual(models[1])
  expect(ol(['test', '-m', `${odd}--cache.ol`, odd]).code).toBe(0)
})

test('a cache made with the other mark is made again', () => {
  const cache = folder.path('c.cache')
  const flags = ['--cache', cache, '--categorical', 'b', '--json']
  const first = train(commas, ...flags, '--decimal', ',')
  expect(first.stderr).toBe('')
  const again = train(commas, ...flags, '--decimal', ',')
  expect([again.stderr, figures(json(again))]).toEqual(['', figures(json(first))])
  const other = train(points, '--cache', cache, '--categorical', 'b', '--json', '--decimal', '.')
  expect(other.stderr).toContain('is regenerated')
  expect(figures(json(other))).toEqual(figures(json(first)))
})

test('columns with both marks give a warning with the flag', () => {
  const mixed = folder.put('mixed.csv', 'a;b;y\n1,5;1.5;1\n2,5;2.5;2\n1,5;1.5;1\n2,5;2.5;2.5\n')
  for (const command of [
    ['train', '--task', 'regression'],
    ['train', '--task', 'regression', '--passes', '2'],
    ['stats'],
    ['convert', '--to', 'vw'],
  ]) {
    const { code, stderr } = ol([command[0], mixed, ...command.slice(1)])
    expect([command, code]).toEqual([command, 0])
    expect(stderr.split('warning: ').length).toBe(2)
    expect(stderr).toContain(
      'column a holds numbers without decimal points, read as strings; b, y have points',
    )
    expect(stderr).toContain('--decimal ,')
  }
  expect(ol(['stats', mixed, '--categorical', 'a']).stderr).toBe('')
  expect(ol(['train', mixed, '--decimal', ';']).code).toBe(2)
})

test('softmax learns the classes that labels name, whatever numbers they are', () => {
  for (const labels of [
    ['1', '2', '3'],
    ['2', '5', '9'],
    ['a', 'b', 'c'],
  ]) {
    const lines = rows.map(([a, b], k) => `${a};${b};${labels[k % 3]}`)
    const file = folder.put('classes.csv', `${['a;b;y', ...lines].join('\n')}\n`)
    const report = json(ol(['train', file, '--loss', 'softmax', '--json']))
    expect([report.loss, (report.classes as unknown[]).map(String)]).toEqual(['softmax', labels])
  }
})
