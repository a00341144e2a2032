import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bank, json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()

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

  it('reports that there is no theorem', () => {
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

  it('has a column while it runs, a curve in the page, and the bound of a mixture', () => {
    const page = folder.path('run.html')
    const { stderr, code } = ol([
      'train',
      bank(300),
      '--label',
      'y',
      '--regret',
      '--comparator',
      'l2:2',
      '--report',
      page,
      '--progress',
    ])
    expect(code).toBe(0)
    expect(stderr).toMatch(/ regret best lane$/m)
    const rows = stderr.split('\n').filter((line) => /^\d+\.\d+ +\d/.test(line))
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.trim().split(/ +/)).toHaveLength(9)
    expect(stderr).toMatch(/^regret +-?\d/m)
    expect(stderr).toMatch(/^best lane +\d+\.\d+; the mixture has lost/m)
    expect(stderr).toMatch(/^bound +\d+\.\d+, 7\.7 nats more/m)
    expect(readFileSync(page, 'utf8')).toContain('Regret for an example')
    expect(readFileSync(page, 'utf8')).toContain('Log loss beyond the best lane')
  })

  it('keeps only a sample if one is requested, even for rules with a theorem', () => {
    const flags = ['--rule', 'ogd-coordinate', '--regret', '--regret-sample', '50', '--json']
    const report = json(ol(['train', bank(300), '--label', 'y', '--loss', 'logistic', ...flags]))
    expect(report.regret).toBeUndefined()
    const { examples, best, error, loss, regret } = report.liveRegret as {
      readonly examples: number
      readonly best: readonly [number, number]
      readonly error: number
      readonly loss: number
      readonly regret: number
    }
    expect(examples).toBe(300)
    expect(best[0]).toBeLessThan(best[1])
    expect(error).toBeGreaterThan(0)
    expect(regret).toBeCloseTo(loss - (best[0] + best[1]) / 2, 9)
    expect((report.regretPoints as { readonly examples: number }[]).map((point) => point.examples)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256,
    ])
    expect(ol(['train', bank(10), '--label', 'y', '--regret-sample', '50']).stderr).toContain(
      '--regret-sample needs --regret',
    )
  })

  it('compares with the best weights of each class', () => {
    const rows = readFileSync(bank(300), 'utf8').trim().split('\n')
    const names = ['red', 'green', 'blue']
    const sign = rows[0].includes(';') ? ';' : ','
    const table = rows.map((row, i) => `${row}${sign}${i === 0 ? 'color' : names[((i * i) % 7) % 3]}`)
    const colors = folder.put('colors.csv', table.join('\n'))
    for (const rule of ['auto', 'nag']) {
      const found = json(ol(['train', colors, '--label', 'color', '--rule', rule, '--regret', '--json']))
      const { loss, best, regret } = found.liveRegret as { loss: number; best: number[]; regret: number }
      expect(best[0]).toBeGreaterThan(0)
      expect(best[0]).toBeLessThan(loss)
      expect(regret).toBeCloseTo(loss - best[0], 9)
    }
  })

  it('refuses invalid sets, and a set without --regret', () => {
    for (const set of ['box', 'l1:0', 'l3:1', 'box:-1', 'l2:x', ''])
      expect(
        ol(['train', '--rule', 'nag', bank(10), '--label', 'y', '--regret', '--comparator', set]).code,
      ).toBe(2)
    const ran = ol(['train', '--rule', 'nag', bank(10), '--label', 'y', '--comparator', 'box:1'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('--comparator needs --regret')
  })
})
