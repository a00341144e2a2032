import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { json, ol, sample, sampleLines, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const model = folder.path('whole.ol')
const small = folder.path('small.ol')
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

interface Facts {
  readonly [name: string]: number | string
}

beforeAll(() => {
  expect(
    ol(['train', sample, '--label', 'y', '--expand', 'off', '--curve', 'off', '-o', model, '--quiet']).code,
  ).toBe(0)
  expect(ol(['distill', model, '-o', small]).code).toBe(0)
})

test.each([
  ['distill', model],
  ['merge', model, model],
  ['train', sample],
  ['search', sample],
])('a model is not written to standard output: %s', (...command) => {
  const { code, stderr } = ol([...command, '-o', '-'])
  expect(stderr).toContain('a model needs a file')
  expect(code).toBe(2)
})

describe('ol-cli distill', () => {
  test('writes a smaller model, and says the losses that test says of both', () => {
    const before = sha256(model)
    const again = folder.path('again.ol')
    const facts = json(ol(['distill', model, '-o', again, '--data', sample, '--json']))
    expect(sha256(model)).toBe(before)
    expect(sha256(again)).toBe(sha256(small))
    expect(facts).toMatchObject({ command: 'distill', learnedBy: 'auto' })
    for (const [member, path] of [
      ['whole', model],
      ['model', again],
    ] as const) {
      const tested = json(ol(['test', sample, '-m', path, '--json', '--quiet']))
      const { averageLoss, errorRate, examples } = tested
      const expected = { path, bytes: statSync(path).size, sha256: sha256(path) }
      expect(facts[member]).toMatchObject({ ...expected, averageLoss, errorRate, examples })
    }
    const [whole, distilled] = [facts.whole as Facts, facts.model as Facts]
    expect(Number(distilled.bytes)).toBeLessThan(Number(whole.bytes) / 4)
    expect(Number(distilled.averageLoss)).toBeLessThan(Number(whole.averageLoss) * 1.05)
    const { stdout, stderr } = ol(['distill', model, '-o', again, '--data', sample])
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^distilled +.*again\.ol: \d+ bytes \(\d+\.\d%\), sha256 [0-9a-f]{64}$/m)
    expect(stderr).toMatch(/^average loss +0\.\d{4} whole, 0\.\d{4} distilled, ratio [01]\.\d{3,4}$/m)
    const unmeasured = ol(['distill', model, '-o', again]).stderr
    expect(unmeasured).toMatch(/^whole +.*whole\.ol: \d+ bytes, rule auto, logistic loss$/m)
    expect(unmeasured).toMatch(/^average loss +not measured: --data FILE/m)
    expect(json(ol(['distill', model, '-o', again, '--json']))).toMatchObject({
      whole: { loss: 'logistic' },
      model: { loss: 'logistic' },
    })
    expect(ol(['distill', model, '-o', again, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  test('is the same from the fallback, and of a distilled model itself', () => {
    const other = folder.path('other.ol')
    expect(ol(['distill', model, '-o', other, '--backend', 'fallback']).code).toBe(0)
    expect(sha256(other)).toBe(sha256(small))
    expect(ol(['distill', small, '-o', other]).code).toBe(0)
    expect(sha256(other)).toBe(sha256(small))
  })

  test('refuses to overwrite its inputs, and data that it cannot read twice', () => {
    const before = sha256(model)
    const unwritten = folder.path('unwritten.ol')
    for (const [args, code, text] of [
      [['-o', model], 2, 'would be overwritten'],
      [['-o', sample, '--data', sample], 2, 'would be overwritten'],
      [['-o', unwritten, '--data', '-'], 2, 'can be read only once'],
      [['-o', unwritten, '--data', 'missing.csv'], 66, 'there is no such file'],
      [['-o', unwritten, '--label', 'y'], 2, '--label says how examples are read, and there are none'],
      [['-o', unwritten, '--no-header'], 2, '--no-header says how examples are read'],
      [[], 2, '--output'],
    ] as const) {
      const ran = ol(['distill', model, ...args])
      expect(ran.code).toBe(code)
      expect(ran.stderr).toContain(text)
    }
    expect(sha256(model)).toBe(before)
    expect(() => statSync(unwritten)).toThrow(/ENOENT/)
  })
})

describe('weights by name', () => {
  test('are the weights of inspect, except for the constant', () => {
    const path = folder.path('weights.json')
    expect(ol(['distill', model, '-o', path, '--to', 'json'])).toMatchObject({ code: 0, stdout: '' })
    const written = JSON.parse(readFileSync(path, 'utf8'))
    expect(written).toMatchObject({
      task: 'binary',
      loss: 'logistic',
      link: 'logistic',
      labels: ['no', 'yes'],
    })
    const rows = JSON.parse(ol(['inspect', model, '--as', 'json', '--top', '5']).stdout).weights
    for (const { name, weight } of rows)
      if (name !== 'Constant')
        expect([name, written.weights[name][0]]).toEqual([name, expect.closeTo(weight, 6)])
    expect(written.weights.Constant).toBeUndefined()
  })

  test('are written as ONNX, with both losses printed; impossible exports are refused first', () => {
    const path = folder.path('bank.onnx')
    const facts = json(ol(['distill', model, '-o', path, '--to', 'onnx', '--data', sample, '--json']))
    expect((facts.model as Facts).bytes).toBe(statSync(path).size)
    expect(readFileSync(path).includes('poutcome=success')).toBe(true)
    const other = folder.path('none.onnx')
    expect(ol(['distill', small, '-o', other, '--to', 'onnx']).stderr).toContain('OL_PARAMETER')
    expect(() => statSync(other)).toThrow('ENOENT')
    expect(ol(['distill', model, '-o', other, '--to', 'pmml']).code).toBe(2)
  })
})

describe('a distilled model', () => {
  test('predicts names and probabilities near the full model', () => {
    const lines = [model, small].map((path) =>
      ol(['predict', sample, '-m', path]).stdout.trimEnd().split('\n'),
    )
    expect(lines[1]).toHaveLength(4521)
    const same = lines[0].filter((line, e) => line.split(' ')[0] === lines[1][e].split(' ')[0])
    expect(same.length).toBeGreaterThan(0.98 * 4521)
    expect(lines[1][0]).toMatch(/^no 0\.\d+$/)
  })

  test('is inspected, and explained to the score', () => {
    expect(ol(['inspect', small]).stdout).toMatch(/^rule, loss +auto, logistic; for predictions alone$/m)
    const inspected = json(ol(['inspect', small, '--json', '--top', '1']))
    expect(inspected).toMatchObject({ predictOnly: 'auto', examples: 4521 })
    expect(inspected.weights).toHaveLength(1)
    expect(json(ol(['inspect', model, '--json']))).not.toHaveProperty('predictOnly')
    const row = sampleLines().slice(0, 2).join('\n')
    const [line] = ol(['explain', small, '--as', 'json'], { input: row }).stdout.split('\n')
    const { score, features, further } = JSON.parse(line) as {
      score: number
      features: { name: string; contribution: number }[]
      further: { contribution: number }[]
    }
    expect(features[0].name).toBe('age')
    expect([...features, ...further].reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score)
  })

  test.each([
    ['train', (out: string) => ['train', sample, '-i', small, '-o', out]],
    ['split', (out: string) => ['split', small, '--shares', '2', '-o', `${out}.#`]],
    ['merge', (out: string) => ['merge', small, model, '-o', out]],
  ])('%s refuses it: exit 65', (_, args) => {
    const ran = ol(args(folder.path('more.ol')))
    expect(ran.code).toBe(65)
    expect(ran.stderr).toMatch(/saved for predictions alone.*\((OL_PREDICT_ONLY|OL_MERGE_RULE)\)/)
    expect(() => statSync(folder.path('more.ol'))).toThrow(/ENOENT/)
  })
})
