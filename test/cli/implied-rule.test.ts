import { describe, expect, test } from 'vitest'
import { json, ol, sample } from './run.js'

const ruleOf = (...flags: readonly string[]): unknown =>
  json(ol(['train', sample, '--examples', '50', '--json', '--quiet', ...flags])).rule

describe('if no rule is named', () => {
  test.each([
    ['two classes', ['--label', 'y']],
    ['its own loss', ['--label', 'y', '--loss', 'logistic']],
    ['several classes', ['--label', 'job']],
    ['numbers', ['--label', 'age']],
    ['a loss without likelihood', ['--label', 'y', '--loss', 'hinge']],
    ['bits and precision', ['--label', 'y', '-b', '10', '--precision', 'float64']],
  ])('%s: auto', (_, flags) => {
    expect(ruleOf(...flags)).toBe('auto')
  })

  test.each([
    ['a learning rate', ['--label', 'y', '--learning-rate', '2']],
    ['a mixture of rates', ['--label', 'y', '--learning-rate', 'auto']],
    ['a loss that auto does not have', ['--label', 'y', '--loss', 'perceptron']],
    ['a penalty at a rate', ['--label', 'y', '--learning-rate', '1', '--l2', '0.001']],
  ])('%s: nag', (_, flags) => {
    expect(ruleOf(...flags)).toBe('nag')
  })

  test.each([
    ['--l1', '0.001'],
    ['--l2', '0.001'],
    ['--forget', '1000'],
    ['--average'],
    ['--bootstrap', '3'],
  ])('%s is an error that names the rule which takes it', (...flags) => {
    const ran = ol(['train', sample, '--label', 'y', ...flags])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(new RegExp(`does not take ${flags[0].slice(2)}: .* rule 'nag'`))
    expect(ruleOf('--label', 'y', '--rule', 'nag', ...flags)).toBe('nag')
  })
})
