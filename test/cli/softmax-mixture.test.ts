import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json, ol, sample, sampleLines, temporaryFolder } from './run.js'

// Mixtures of whole models over classes, by the command line: rule auto's, and one of rates of one rule.

const folder = temporaryFolder()
const count = 1600
const lines = sampleLines().slice(0, count + 1)
const [head, rows] = [lines[0], lines.slice(1)]
const label = ['--label', 'marital', '--task', 'multiclass']
const whole = folder.put('whole.csv', `${lines.join('\n')}\n`)
const first = folder.put('first.csv', `${[head, ...rows.slice(0, 1000)].join('\n')}\n`)
const rest = folder.put('rest.csv', `${[head, ...rows.slice(1000)].join('\n')}\n`)

const mixtures: readonly (readonly [string, readonly string[], string, number])[] = [
  ['auto', ['--expand', 'off'], 'auto', 16],
  ['auto-small', ['--rule', 'auto-small'], 'auto-small', 4],
  ['rates of nag', ['--rule', 'nag', '--loss', 'softmax', '--learning-rate', 'auto'], 'nag', 16],
  ['rates of snag', ['--rule', 'snag', '--loss', 'softmax', '--learning-rate', 'auto'], 'snag', 16],
]

interface Report {
  readonly rule: string
  readonly loss: string
  readonly averageLoss: number
  readonly logLoss: number
  readonly classes: readonly string[]
}

const train = (file: string, model: string, ...flags: string[]): Report =>
  json(
    ol(['train', file, ...label, '-b', '12', '-o', folder.path(model), '--json', ...flags]),
  ) as unknown as Report

describe.each(mixtures)('%s, with three classes', (_, flags, rule, models) => {
  const name = `${rule}.ol`

  test('is one mixture of whole models, whose loss is the log loss', () => {
    const report = train(whole, name, ...flags)
    expect(report).toMatchObject({ rule, loss: 'softmax', classes: ['married', 'single', 'divorced'] })
    expect(report.averageLoss).toBe(report.logLoss)
    // one rate of its lanes is nearly as good
    if (rule === 'nag' || rule === 'snag') {
      const rates = ['0.03', '0.35', '1.19', '7.54', '47.5', '300']
      const alone = rates.map((rate) =>
        train(whole, 'one.ol', '--rule', rule, '--loss', 'softmax', '--learning-rate', rate),
      )
      const best = Math.min(...alone.map(({ logLoss }) => logLoss))
      expect(report.logLoss).toBeLessThan(best + Math.log(16) / count)
    }
    const { lanes } = json(ol(['inspect', folder.path(name), '--json'])) as {
      lanes: readonly { readonly class: string; readonly weight: number }[]
    }
    expect(lanes).toHaveLength(3 * models)
    const weights = (of: string): number[] =>
      lanes.filter((lane) => lane.class === of).map(({ weight }) => weight)
    // classes share the weights of their models
    for (const one of report.classes) expect(weights(one)).toEqual(weights('married'))
    expect(Math.max(...weights('single'))).toBe(1)
  })

  test('predicts probabilities that sum to 1, with their spread, and the same on every backend', () => {
    const predicted = ['native', 'fallback'].map((backend) =>
      ol(['predict', whole, '-m', folder.path(name), '--probabilities', '--spread', '--backend', backend]),
    )
    for (const { code, stdout } of predicted) {
      expect(code).toBe(0)
      expect(stdout).toBe(predicted[0].stdout)
    }
    const all = predicted[0].stdout.trimEnd().split('\n')
    expect(all).toHaveLength(count)
    for (const line of all.slice(0, 200)) {
      const [own, ...numbers] = line.split(' ')
      const p = numbers.slice(0, 3).map(Number)
      expect(p[0] + p[1] + p[2]).toBeCloseTo(1, 4)
      expect(['married', 'single', 'divorced'][p.indexOf(Math.max(...p))]).toBe(own)
      expect(Number(numbers[3])).toBeGreaterThanOrEqual(0)
      expect(Number(numbers[3])).toBeLessThan(0.5)
    }
  })

  test('continues from a file as if it had not stopped, on either backend', () => {
    train(first, 'first.ol', ...flags, '--backend', 'fallback')
    const again = folder.path('again.ol')
    expect(ol(['train', rest, '-i', folder.path('first.ol'), '-o', again, '--quiet']).code).toBe(0)
    const own = json(ol(['inspect', folder.path(name), '--json', '--top', '9']))
    expect(json(ol(['inspect', again, '--json', '--top', '9'])).weights).toEqual(own.weights)
    const tensors = (path: string): string => ol(['predict', whole, '-m', path, '--raw']).stdout
    expect(tensors(again)).toBe(tensors(folder.path(name)))
  })

  test('evaluates, explains and distills', () => {
    const tested = json(ol(['test', whole, '-m', folder.path(name), '--json'])) as unknown as Report
    expect(tested.logLoss).toBeGreaterThan(0.3)
    const explained = ol(['explain', folder.path(name), '--as', 'json'], {
      input: lines.slice(0, 2).join('\n'),
    })
    const { score, features, further } = JSON.parse(explained.stdout) as {
      score: number
      features: readonly { readonly contribution: number }[]
      further: readonly { readonly contribution: number }[]
    }
    expect([...features, ...further].reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score)
    const small = folder.path('small.ol')
    expect(ol(['distill', folder.path(name), '-o', small, '--quiet']).code).toBe(0)
    expect(readFileSync(small).length).toBeLessThan(readFileSync(folder.path(name)).length)
    const served = json(ol(['test', whole, '-m', small, '--json'])) as unknown as Report
    expect(served.logLoss).toBeLessThan(1.1 * tested.logLoss)
  })
})

test('options that such a mixture does not take are errors', () => {
  for (const [flags, text] of [
    [['--rule', 'auto', '--loss', 'logistic', '--classes', '3'], /softmax/],
    [['--loss', 'softmax', '--rule', 'nag', '--learning-rate', 'auto', '--bootstrap', '3'], /bootstrap/],
    [['--rule', 'auto', '--learning-rate', '1'], /learning-rate|learningRate/],
  ] as const) {
    const ran = ol(['train', sample, ...label, ...flags, '-o', folder.path('none.ol')])
    expect([flags, ran.code]).toEqual([flags, 2])
    expect(ran.stderr).toMatch(text)
  }
})
