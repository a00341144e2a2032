import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bank, json, ol, sample, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const data = process.env.OL_DATA

describe('train --bits grow', () => {
  test('learns like a table without collisions, and shares no row', () => {
    const flags = [
      sample,
      '--loss',
      'logistic',
      '--passes',
      '2',
      '--cache',
      folder.path('bank.olcache'),
      '--json',
      '--quiet',
    ]
    const model = folder.path('grown.ol')
    const grown = json(ol(['train', '--rule', 'nag', ...flags, '--bits', 'grow', '-o', model]))
    const dense = json(
      ol(['train', '--rule', 'nag', ...flags, '--bits', '22', '-o', folder.path('dense.ol')]),
    )
    expect(grown.averageLoss).toBe(dense.averageLoss)
    const tested = ['test', sample, '--json', '--quiet', '--model']
    const loss = json(ol([...tested, model])).averageLoss
    expect(loss).toBe(json(ol([...tested, folder.path('dense.ol')])).averageLoss)
    // the constant is one more
    const rows = Number(json(ol(['stats', sample, '--labels', 'sign', '--json'])).features) + 1
    const inspected = json(ol(['inspect', model, '--top', '3', '--json', '--names', sample]))
    expect(inspected).toMatchObject({ options: { bits: 'grow' }, rows })
    expect(inspected.weights).toHaveLength(3)
    for (const weight of inspected.weights as { upper: number; names: string[] }[]) {
      expect(weight.upper).toBeGreaterThan(0)
      expect(weight.names).toHaveLength(1)
    }
    expect(ol(['inspect', model]).stdout).toMatch(new RegExp(`table +grows, ${rows} features seen`))
    expect(statSync(model).size).toBeLessThan(20_000)
  })

  test('continues from a saved model as if never interrupted', () => {
    const [first, both] = [bank(400), bank(400)]
    const flags = ['--bits', 'grow', '--loss', 'logistic', '--interactions', '::', '--json', '--quiet']
    const whole = folder.path('whole.ol')
    json(ol(['train', '--rule', 'nag', first, both, ...flags, '-o', whole]))
    const part = folder.path('part.ol')
    json(ol(['train', '--rule', 'nag', first, ...flags, '-o', part]))
    const resumed = folder.path('resumed.ol')
    json(ol(['train', both, '--initial-model', part, '-o', resumed, '--json', '--quiet']))
    expect(readFileSync(resumed).equals(readFileSync(whole))).toBe(true)
    const other = ol(['train', both, '--initial-model', part, '--bits', '18', '--json'])
    expect(other.code).not.toBe(0)
    expect(other.stderr).toContain('bits "grow" but received 18')
  })

  test('stops at --max-features, with a notice, and continues as if never interrupted', () => {
    const [first, both] = [bank(400), bank(400)]
    const flags = ['--bits', 'grow', '--max-features', '20', '--rule', 'nag', '--loss', 'logistic']
    const whole = folder.path('most.ol')
    const { stderr } = ol(['train', first, both, ...flags, '-o', whole])
    expect(stderr).toMatch(
      /\d+ values were not learned from: the model has 20 features, the most that --max-features allows/,
    )
    expect(ol(['inspect', whole]).stdout).toMatch(/grows, 20 features seen \(\d+ values of others ignored\)/)
    const files = [
      ['--backend', 'fallback'],
      ['--threads', '1'],
      ['--threads', '3'],
    ].map((own, i) => {
      const out = folder.path(`most-${i}.ol`)
      json(ol(['train', first, both, ...flags, ...own, '-o', out, '--json', '--quiet']))
      return out
    })
    const part = folder.path('most-part.ol')
    const resumed = folder.path('most-resumed.ol')
    json(ol(['train', first, ...flags, '-o', part, '--json', '--quiet']))
    json(ol(['train', both, '-i', part, '-o', resumed, '--json', '--quiet']))
    for (const file of [...files, resumed]) expect(readFileSync(file).equals(readFileSync(whole))).toBe(true)
    const [scores, slow] = ['native', 'fallback'].map(
      (backend) => ol(['predict', sample, '-m', whole, '--backend', backend]).stdout,
    )
    expect(scores).toBe(slow)
    for (const refused of [
      ['train', first, '--max-features', '5'],
      ['train', both, '-i', part, '--max-features', '21'],
    ])
      expect(ol(refused)).toMatchObject({
        code: expect.any(Number),
        stderr: expect.stringContaining('axFeatures'),
      })
  })

  test('is the same on both backends, with pieces of any size, and under classes, auto and prenormalize', () => {
    for (const flags of [
      ['--learning-rate', 'auto'],
      ['--prenormalize', 'max', '--interactions', '::'],
      ['--ngrams', '2', '--rule', 'adagrad'],
      ['--classes', 'no,yes'],
    ]) {
      const files = ['native', 'fallback'].map((backend) => {
        const model = folder.path(`${backend}.ol`)
        json(
          ol([
            'train',
            '--rule',
            'nag',
            bank(300),
            '--bits',
            'grow',
            '--loss',
            'logistic',
            ...flags,
            '--backend',
            backend,
            '-o',
            model,
            '--json',
            '--quiet',
          ]),
        )
        return readFileSync(model)
      })
      expect(files[0].equals(files[1])).toBe(true)
    }
  })

  test('is refused if a rule has no such table', () => {
    const ran = ol(['train', sample, '--rule', 'ons', '--loss', 'logistic', '--bits', 'grow'])
    expect(ran.code).not.toBe(0)
    expect(ran.stderr).toMatch(/bits of rule ons.*"grow"/)
    expect(ol(['train', '--rule', 'nag', sample, '--bits', 'large']).stderr).toContain('--bits')
  })

  test.skipIf(data === undefined)('learns real data as a table without collisions does', () => {
    for (const [name, flags] of [
      ['news20.svmlight.gz', ['--classes', '20', '--loss', 'logistic']],
      ['rcv1_small.vw.gz', ['--loss', 'logistic']],
    ] as const) {
      const file = join(data ?? '', name)
      expect(existsSync(file)).toBe(true)
      const runs = ['grow', '18'].map((bits) => {
        const model = folder.path(`real-${bits}.ol`)
        const { averageLoss } = json(
          ol(['train', '--rule', 'nag', file, ...flags, '--bits', bits, '-o', model, '--json', '--quiet']),
        )
        return { averageLoss, size: statSync(model).size }
      })
      expect(runs[0].averageLoss).toBe(runs[1].averageLoss)
      expect(runs[0].size).toBeLessThan(runs[1].size)
    }
  })
})
