import { evaluate, htmlReport, pageFeatures, type RunPage, search, train } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { featureTable } from '../src/page/feature-table.js'

const hostile = `</style><script>alert("1")</script>&'`

/** Visits whose labels follow from their features. */
function examples<L>(label: (x: number) => L): { features: Record<string, number>; label: L }[] {
  return Array.from({ length: 400 }, (_, i) => {
    const x = ((i * 37) % 101) / 50 - 1
    return { features: { x, y: ((i * 53) % 97) / 97 }, label: label(x) }
  })
}

const shared = { command: `ol-cli train ${hostile}`, versions: ['OL 0.1.0', hostile] }

/** The conditions for every page: complete, without script, and without anything from elsewhere. */
function expectPage(html: string): void {
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(html).not.toMatch(/<script|<\/style><|\son\w+=|javascript:|src=|@import|url\(|href=/i)
  expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/)
  expect(html).toContain('&lt;/style&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;')
  expect(html).not.toMatch(/NaN|undefined|\[object/)
  const open: string[] = []
  for (const [, close, name, rest] of html.matchAll(/<(\/?)([a-z0-9]+)((?:"[^"]*"|[^">])*)>/g)) {
    if (name === 'meta' || rest.endsWith('/')) continue
    if (close === '') open.push(name)
    else expect(open.pop()).toBe(name)
  }
  expect(open).toEqual([])
  // a figure says what it is to those who cannot see it
  for (const [svg] of html.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img" aria-label="[^"]+"/)
}

describe('a report as a page', () => {
  test('two classes: curve, calibration, ROC, confusion and features; data is escaped', async () => {
    const { report } = await train(
      examples((x) => (x > 0.2 ? 1 : -1)),
      { rule: 'nag', loss: 'logistic', warmUp: 100 },
    )
    const place = {
      file: hostile,
      line: 3,
      column: 1,
      code: 'OL_LINE_LABEL',
      message: hostile,
      excerpt: hostile,
    } as const
    const html = htmlReport({
      ...shared,
      kind: 'train',
      report: { ...report, skippedLines: 1, badLines: { OL_LINE_LABEL: 1 } },
      decision: hostile,
      classNames: [hostile, 'yes'],
      features: [
        { name: hostile, weight: -2, importance: 3 },
        { name: 'x', weight: 1, importance: 1 },
      ],
      badLines: [place],
    })
    expectPage(html)
    for (const part of [
      'Learning curve: log loss',
      'Calibration',
      'ROC',
      'Confusion',
      'Top features',
      'Skipped lines',
      'after 100',
    ])
      expect(html).toContain(part)
  })

  test('results that change during the stream are reported, with the names of classes', async () => {
    const changing = Array.from({ length: 4000 }, (_, k) => ({
      features: { x: (k * 37) % 101, y: (k * 53) % 97 },
      label: k === 9 || (k >= 3000 && k % 2 === 0) ? 'yes' : 'no',
    }))
    const { report } = await train(changing, { task: 'binary' })
    const html = htmlReport({ ...shared, kind: 'train', report })
    expect(html).toContain('Results change over the data: accuracy is')
    expect(html).toContain('share of yes')
    expect(html).toContain('<span>accuracy</span>')
    expect(html).toMatch(/<small>4,000 examples; baseline 87\.4[78]%<\/small>/)
  })

  test('a table: its columns, odd cells and notices', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, k) => `${k},${k === 9 ? hostile.replaceAll('"', '') : k * 0.5},1,${k % 2}\n`,
    )
    const text = `,a${hostile.replaceAll('"', '')},same,kind\n${rows.join('')}1,2\n`
    const { report } = await train(new TextEncoder().encode(text))
    const html = htmlReport({ ...shared, kind: 'train', report })
    expectPage(html)
    for (const part of [
      'Columns',
      'The label is kind, the last column.',
      'left out',
      'same value in each row',
      'first odd cell',
      '11:3: ',
    ])
      expect(html).toContain(part)
  })

  test('intervals that hold far too few labels: by the number of labels that show it', async () => {
    const rows = (count: number, noise: number) =>
      Array.from({ length: count }, (_, k) => {
        const x = (k * 0.618) % 1
        return { features: { x }, label: 3 * x + noise * ((k * 0.414) % 1) }
      })
    const { model } = await train(rows(600, 1), { rule: 'nag', task: 'regression' })
    const pageOf = async (data: ReturnType<typeof rows>) => {
      const { report } = await evaluate(data, { model })
      return htmlReport({ ...shared, kind: 'test', report })
    }
    const low = /The 90% prediction intervals hold only \d+\.\d% of the labels: this data differs/
    expect(await pageOf(rows(600, 5))).toMatch(low)
    for (const data of [rows(600, 1), rows(5, 5), [...rows(5, 5), ...rows(600, 5).map(light)]])
      expect(await pageOf(data)).not.toMatch(low)
    function light<E>(example: E): E & { weight: number } {
      return { ...example, weight: 1e-6 }
    }
  })

  test('JSON Lines: the member that is the label', async () => {
    const lines = Array.from({ length: 60 }, (_, k) => `{"a":${k % 7},"target":${k % 2}}\n`)
    const { report } = await train(new TextEncoder().encode(lines.join('')))
    const html = htmlReport({ ...shared, kind: 'train', report })
    for (const part of ['Training: target', 'The label is target, chosen by its name.'])
      expect(html).toContain(part)
  })

  test('several classes with hostile names', async () => {
    const { model, report } = await train(
      examples((x) => (x > 0.4 ? hostile : x < -0.4 ? 'low' : 'mid')),
      { rule: 'nag', loss: 'logistic', classes: 3 },
    )
    expectPage(htmlReport({ ...shared, kind: 'train', report }))
    const test = await evaluate(
      examples(() => 'low'),
      { model },
    )
    const html = htmlReport({ ...shared, kind: 'test', report: test.report })
    expectPage(html)
    expect(html).toContain('Each class against all others')
  })

  test('numbers, with a mixture of learning rates', async () => {
    const { report, mixture } = await train(
      examples((x) => 3 * x + 100),
      { learningRate: 'auto' },
    )
    expect(mixture?.length).toBeGreaterThanOrEqual(1)
    const more = [...(mixture ?? []), ...(mixture ?? [])].map((point, i) => ({ ...point, examples: i + 1 }))
    const html = htmlReport({ ...shared, kind: 'train', report, mixture: more })
    expectPage(html)
    expect(html).toContain('Mixture of learning rates')
    for (const { shares } of mixture ?? [])
      expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  })

  test('classes, with nothing named: the weights of the lanes of auto', async () => {
    const { report, mixture = [] } = await train(
      examples((x) => (x > 0.3 ? 'high' : x < -0.3 ? 'low' : 'middle')),
    )
    expect(report.rule).toBe('auto')
    const last = mixture.at(-1)?.shares ?? new Map()
    expect([...last.keys()]).toHaveLength(16)
    expect([...last.keys()].slice(7, 9)).toEqual(['100', '0.03 rms'])
    expect([...last.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    const more = [...mixture, ...mixture].map((point, i) => ({ ...point, examples: i + 1 }))
    const html = htmlReport({ ...shared, kind: 'train', report, mixture: more })
    expectPage(html)
    expect(html).toContain('Mixture of learning rates')
  })

  test('a search', async () => {
    const { report } = await search(
      examples((x) => (x > 0 ? 1 : -1)),
      { losses: ['logistic', 'hinge'], passes: 1 },
    )
    const html = htmlReport({ ...shared, kind: 'search', report })
    expectPage(html)
    expect(html).toContain('Error rate by learning-rate')
  })

  test('no label at all, one example, and losses that overflow make a page, too', async () => {
    const page = (report: RunPage['report']): string => htmlReport({ ...shared, kind: 'train', report })
    const one = await train([{ features: { x: 1 }, label: 1 }], { rule: 'nag', loss: 'logistic' })
    expectPage(page(one.report))
    expect(page({ ...one.report, labelled: 0 })).toContain('No example has a label')
    expectPage(page({ ...one.report, labelled: 0 }))
    const huge = await train(
      [1, -1, 1, -1].map((sign) => ({ features: { x: sign * 1e30 }, label: sign * 1e15 })),
      { rule: 'sgd', learningRate: 1e9, labelScale: 'none', clip: 'none' },
    )
    expect(huge.report.diverged).toBeGreaterThan(0)
    expectPage(page(huge.report))
  })
})

describe('the features of a page', () => {
  test('of one score the first twenty, unnamed ones by their slot', async () => {
    const wide = Array.from({ length: 300 }, (_, i) => ({
      features: { [`f${i % 30}`]: 1 + (i % 7) },
      label: i % 3,
    }))
    const { model } = await train(wide, { rule: 'nag', task: 'regression' })
    const rows = pageFeatures(model)
    expect(rows).toHaveLength(20)
    expect(rows.map(({ name }) => name)).toEqual(model.inspect({ top: 20 }).map(({ name }) => name))
    const { model: unnamed } = await train(wide, { rule: 'nag', task: 'regression', names: 'off' })
    expect(pageFeatures(unnamed)[0].name).toMatch(/^#\d+$/)
    expect(featureTable(pageFeatures(unnamed))).toContain('whose name is unknown: the model keeps no names')
    expect(featureTable(rows)).not.toContain('unknown')
  })

  test('of sixty classes the hundred of largest importance, together by class', async () => {
    const many = Array.from({ length: 600 }, (_, i) => ({
      features: { [`f${i % 60}`]: 1, [`g${i % 11}`]: 2 },
      label: `class${i % 60}`,
    }))
    const { model } = await train(many, { rule: 'nag', loss: 'logistic', classes: 60, bits: 10 })
    const rows = pageFeatures(model)
    expect(rows).toHaveLength(100)
    const labels = rows.map((row) => row.class)
    expect(new Set(labels).size).toBe(labels.filter((label, k) => label !== labels[k - 1]).length)
  })
})

test('a bar shows whether a value of a column raises the score relative to the mean of its column', () => {
  const row = { name: 'month=may', importance: 0.5, weight: -0.1, baseline: -0.6 }
  expect(featureTable([row])).toContain('<i style="width:100.0%">')
  expect(featureTable([{ ...row, baseline: undefined }])).toContain('<i class="minus"')
})
