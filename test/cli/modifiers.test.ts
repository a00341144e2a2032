import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json, ol, sample, temporaryFolder, trainSample } from './run.js'

// Penalties, forgetting and averaged weights, from the command line.

const folder = temporaryFolder()

describe('train', () => {
  test('with a penalty prints the number of nonzero weights, like inspect', () => {
    const counts = ['0.0001', '0.05'].map((l1) => {
      const model = folder.path(`l1-${l1}.ol`)
      const report = json(ol([...trainSample, '--l1', l1, '-o', model, '--json']))
      expect(report.rule).toBe('nag')
      const sparsity = report.sparsity as { nonzero: number; touched: number }
      const inspected = json(ol(['inspect', model, '--json']))
      expect(inspected).toMatchObject(sparsity)
      expect(inspected.options).toMatchObject({ l1: Number(l1), l2: 0, forget: 0 })
      return sparsity
    })
    expect(counts[1].touched).toBe(counts[0].touched)
    expect(counts[1].nonzero).toBeLessThan(counts[0].nonzero)
    const text = ol([...trainSample, '--l1', '0.05']).stderr
    expect(text).toMatch(
      new RegExp(`^Weights +${counts[1].nonzero} are not 0, of ${counts[1].touched} slots in use$`, 'm'),
    )
    expect(ol(trainSample).stderr).not.toContain('slots in use')
  })

  test('--average is a flag without a value; the model predicts with the mean', () => {
    const [last, mean] = [[], ['--average']].map((flags, i) => {
      const model = folder.path(`average-${i}.ol`)
      const report = json(ol([...trainSample, ...flags, '-o', model, '--json']))
      return { report, test: json(ol(['test', sample, '-m', model, '--json'])) }
    })
    expect(mean.report.rule).toBe('nag')
    expect(mean.report.averageLoss).toBe(last.report.averageLoss)
    expect(mean.test.averageLoss).not.toBe(last.test.averageLoss)
  })

  test.each([
    ['nag-regularized', ['--l1', '0.001']],
    ['nag-averaged', ['--average']],
  ])('%s goes on being a name of the rule with its parameters', (alias, flags) => {
    const files = [alias, 'nag'].map((rule) => {
      const model = folder.path(`${alias}-${rule}.ol`)
      const report = json(ol([...trainSample, '--rule', rule, ...flags, '-o', model, '--json']))
      expect(report.rule).toBe('nag')
      return readFileSync(model)
    })
    expect(files[0].equals(files[1])).toBe(true)
    expect(ol(['help', 'rule', alias]).stdout).toBe(ol(['help', 'rule', 'nag']).stdout)
  })

  test('names the rules that take a parameter that this rule does not', () => {
    for (const [flags, text] of [
      [['--l1', '0.1', '--average'], '--average is not a parameter of nag-regularized'],
      [['--rule', 'arow', '--forget', '10'], '--forget is not a parameter of arow'],
    ] as const) {
      const ran = ol([...trainSample, ...flags])
      expect(ran.code).toBe(2)
      expect(ran.stderr).toContain(text)
    }
  })
})
