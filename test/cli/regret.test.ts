import { describe, expect, it } from 'vitest'
import { bank, json, ol } from './run.js'

interface Regret {
  readonly examples: number
  readonly loss: number
  readonly comparator: string
  readonly comparatorLoss: number
  readonly gap: number
  readonly regret: number
  readonly theorem?: {
    readonly measure: string
    readonly measured: number
    readonly bound: number | null
    readonly unmet: readonly string[]
  }
  readonly noTheorem?: string
}

const regretOf = (...flags: string[]): Regret =>
  json(
    ol([
      'train',
      '--rule',
      'nag',
      bank(300),
      '--label',
      'y',
      '--loss',
      'logistic',
      '--regret',
      '--json',
      ...flags,
    ]),
  ).regret as Regret

describe('train --regret', () => {
  it('compares with the set of the rule, and prints the bound', () => {
    const report = regretOf('--rule', 'ogd-coordinate', '--clip', 'none', '--upper', '0.5', '--lower', '-0.5')
    expect(report).toMatchObject({ examples: 300, comparator: 'box:0.5' })
    expect(report.regret).toBeCloseTo(report.loss - report.comparatorLoss, 6)
    expect(report.theorem).toMatchObject({ measure: 'regret', measured: report.regret, unmet: [] })
    expect(report.regret + report.gap).toBeLessThanOrEqual(report.theorem?.bound ?? Number.NaN)
  })

  it('takes the weights on the way from a stream of single examples, and predicts as without', () => {
    const train = ['train', bank(300), '--label', 'y', '--loss', 'logistic', '--rule', 'adagrad']
    const plain = ['--update', 'plain', '--clip', 'none', '--json']
    const without = json(ol([...train, ...plain]))
    const report = json(ol([...train, ...plain, '--regret', '--comparator', 'l2:0.1']))
    expect(report.averageLoss).toBe(without.averageLoss)
    const { theorem } = report.regret as Regret
    expect(theorem?.unmet).toEqual([])
    expect(theorem?.measured).toBeLessThanOrEqual(theorem?.bound ?? Number.NaN)
  })

  it('says which conditions of a theorem do not hold', () => {
    expect(regretOf('--rule', 'adagrad', '--comparator', 'l2:1').theorem).toMatchObject({
      bound: null,
      unmet: expect.arrayContaining([expect.stringContaining('--update plain')]),
    })
    expect(
      regretOf('--rule', 'ogd-coordinate', '--upper', '1e-9', '--comparator', 'box:2').theorem,
    ).toMatchObject({
      bound: null,
      unmet: expect.arrayContaining([expect.stringContaining('outside the box')]),
    })
  })

  it('says where there is no theorem', () => {
    const report = regretOf('--comparator', 'l1:1')
    expect(report.theorem).toBeUndefined()
    expect(report.noTheorem).toContain('conditioner')
  })

  it('prints a line for each fact', () => {
    const flags = ['--regret', '--rule', 'perceptron', '--loss', 'hinge']
    const { stderr } = ol(['train', '--rule', 'nag', bank(300), '--label', 'y', ...flags])
    for (const fact of [/^comparator +\S+, of the best/m, /^regret +/m, /^mistakes +\d/m, /^bound +\d/m])
      expect(stderr).toMatch(fact)
  })

  it('refuses sets that are none, and a set without --regret', () => {
    for (const set of ['box', 'l1:0', 'l3:1', 'box:-1', 'l2:x', ''])
      expect(
        ol(['train', '--rule', 'nag', bank(10), '--label', 'y', '--regret', '--comparator', set]).code,
      ).toBe(2)
    const ran = ol(['train', '--rule', 'nag', bank(10), '--label', 'y', '--comparator', 'box:1'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('--comparator needs --regret')
  })
})
