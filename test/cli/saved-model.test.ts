import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json, ol, sample, sampleLines, temporaryFolder, trainSample } from './run.js'

const folder = temporaryFolder()
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('with a saved model', () => {
  const model = folder.path('saved.ol')
  expect(ol([...trainSample, '-o', model, '--quiet']).code).toBe(0)
  const before = sha256(model)

  test('test gives the same loss twice and does not change the model', () => {
    const [first, second] = [0, 1].map(() => json(ol(['test', sample, '--model', model, '--json'])))
    expect(first).toMatchObject({ command: 'test', examples: 4521, model: { path: model, sha256: before } })
    expect({ ...second, seconds: 0 }).toEqual({ ...first, seconds: 0 })
    expect(sha256(model)).toBe(before)
  })

  test('predict prints a line per example; labels are not needed; both backends agree', () => {
    const scores = ol(['predict', sample, '-m', model]).stdout
    expect(scores.trimEnd().split('\n')).toHaveLength(4521)
    expect(ol(['predict', sample, '-m', model, '--backend', 'fallback']).stdout).toBe(scores)
    const unlabelled = sampleLines().map((line) => line.replace(/;[^;]*$/, ''))
    expect(ol(['predict', '-m', model], { input: unlabelled.join('\n') }).stdout).toBe(scores)
    expect(sha256(model)).toBe(before)
  })

  test('predict --link makes probabilities; --output writes a file; --json reports on it', () => {
    const out = folder.path('probabilities.txt')
    const report = json(ol(['predict', sample, '-m', model, '--link', 'logistic', '--output', out, '--json']))
    expect(report).toMatchObject({ command: 'predict', examples: 4521, link: 'logistic', output: out })
    const scores = ol(['predict', sample, '-m', model, '--raw']).stdout.trimEnd().split('\n').map(Number)
    const found = readFileSync(out, 'utf8').trimEnd().split('\n').map(Number)
    found.forEach((p, i) => {
      expect(p).toBeCloseTo(1 / (1 + Math.exp(-scores[i])), 12)
    })
  })

  test('tags follow the predictions', () => {
    const vw = "1 1 'first| a b\n-1 | c\n| d:2\n1 tag|n e\n"
    const tagged = folder.path('tagged.ol')
    expect(
      ol(['train', '--rule', 'nag', '--loss', 'logistic', '-o', tagged, '--quiet'], { input: vw }).code,
    ).toBe(0)
    const lines = ol(['predict', '-m', tagged], { input: vw }).stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ').slice(2))).toEqual([['first'], [], [], ['tag']])
  })

  test('flags override how the model reads', () => {
    const [header, ...rows] = sampleLines()
    const commas = folder.put('commas.csv', [header, ...rows].join('\n').replaceAll(';', ','))
    const right = json(ol(['test', commas, '-m', model, '--delimiter', ',', '--json']))
    const same = json(ol(['test', sample, '-m', model, '--json']))
    expect(right.averageLoss).toBe(same.averageLoss)
    // its header tells the delimiter, too
    expect(json(ol(['test', commas, '-m', model, '--json'])).averageLoss).toBe(same.averageLoss)
    expect(ol(['test', commas, '-m', model, '--delimiter', '|', '--json']).code).toBe(65)
  })

  test('inspect shows the most important features, first in importance, with names of data where it is given', () => {
    const plain = json(ol(['inspect', model, '--top', '7', '--json']))
    const weights = plain.weights as {
      name: string
      weight: number
      scale: number
      baseline?: number
      importance: number
      names?: string[]
    }[]
    expect(weights).toHaveLength(7)
    const sizes = weights.map(({ importance }) => importance)
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    for (const { weight, scale, baseline = 0, importance } of weights)
      expect(importance / (Math.abs(weight - baseline) * scale)).toBeCloseTo(1, 12)
    expect(weights[0].name).toBe('duration')
    expect(weights[0]).not.toHaveProperty('names')
    const named = json(ol(['inspect', model, '--top', '1000', '--names', sample, '--json']))
    const all = named.weights as { names: string[] }[]
    expect(all.length).toBe(named.nonzero)
    expect(all.filter(({ names }) => names.length === 0)).toEqual([])
    expect(all.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining(['age', 'duration', 'poutcome=success', 'month=jan', 'Constant']),
    )
    expect(ol(['inspect', model, '--names', sample]).stdout).toMatch(
      /^poutcome=success +[\d.]+ +-?[\d.]+ +-?[\d.]+ +1$/m,
    )
  })

  test('a copy of the model elsewhere is the same model', () => {
    const copy = folder.path('copy.ol')
    copyFileSync(model, copy)
    expect(ol(['predict', sample, '-m', copy]).stdout).toBe(ol(['predict', sample, '-m', model]).stdout)
  })
})
