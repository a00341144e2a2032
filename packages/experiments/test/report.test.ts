import { figureSvg, scaleOf } from '@ol/figures'
import { describe, expect, it } from 'vitest'
import { type ExperimentReport, type Figure, meanCell, shortNumber } from '../src/report/experiment-report.js'
import { indexHtml, reportHtml } from '../src/report/html.js'
import { reportMarkdown, reportText } from '../src/report/report-text.js'

const figure: Figure = {
  title: 'Loss & <rate>',
  x: { label: 'rate', scale: 'log' },
  y: { label: 'loss', scale: 'linear' },
  series: [
    {
      name: 'a',
      points: [
        [1e-3, 1],
        [1, 0.5],
        [1e3, Number.NaN],
        [1e4, 0.2],
      ],
      style: 'both',
    },
    {
      name: 'b',
      points: [
        [0, 1],
        [1, 2],
      ],
    },
  ],
}

const report: ExperimentReport = {
  id: 'one',
  title: 'One <b>',
  paper: 'A paper',
  command: 'ol-cli experiment one',
  notes: ['a note'],
  seeds: [1, 2],
  tables: [
    {
      title: 'A table',
      columns: [{ name: 'name', align: 'left' }, { name: 'value' }],
      rows: [
        ['x', { text: '0.10', value: 0.1, mark: 'fits' }],
        ['longer', { text: '2', value: 2, mark: 'differs' }],
      ],
    },
  ],
  figures: [figure],
  seconds: 3,
}

describe('a report', () => {
  it('as text', () => {
    expect(reportText(report)).toContain('name     value\n------  ------\nx       0.10 ✓\nlonger     2 ✗')
  })

  it('as Markdown', () => {
    expect(reportMarkdown(report)).toContain('| name | value |\n| --- | ---: |\n| x | 0.10 ✓ |')
    expect(reportMarkdown(report)).toContain('](one-1.svg)')
    expect(reportMarkdown(report).indexOf('](one-1.svg)')).toBeLessThan(
      reportMarkdown(report).indexOf('| name'),
    )
    expect(reportHtml(report).indexOf('<svg')).toBeLessThan(reportHtml(report).indexOf('<table'))
  })

  it('explains what it abbreviates', () => {
    const short = { ...report, notes: ['AG and NAG at the best η; PAX is none'] }
    for (const text of [reportText(short), reportMarkdown(short), reportHtml(short)]) {
      expect(text).toContain('NAG: normalized adaptive gradient')
      expect(text).toContain('η: the learning rate')
      expect(text).not.toContain('passive-aggressive')
    }
    expect(reportText(report)).not.toContain('NAG:')
  })

  it('as a page of its own: no script, nothing from elsewhere, text escaped', () => {
    const html = reportHtml(report)
    expect(html).not.toMatch(/<script|<link|<img|src=|@import|One <b>/)
    expect(html).toContain('One &lt;b&gt;')
    expect(html).toContain('<svg')
  })

  it('prints bold what is better and not by chance', () => {
    const rows = [['x', { text: '0.10', value: 0.1, mark: 'fits' as const, strong: true }]]
    const bold = { ...report, tables: [{ ...report.tables[0], rows }] }
    expect(reportText(bold)).toContain('*0.10* ✓')
    expect(reportMarkdown(bold)).toContain('| **0.10** ✓ |')
    expect(reportHtml(bold)).toContain('<span class="fits"><b>0.10 ✓</b></span>')
  })

  it('in the index, with how it compares', () => {
    expect(indexHtml([report])).toContain('<a href="one.html">one</a>')
    expect(indexHtml([report])).toContain('1 ✓  0 ↓  1 ✗')
  })
})

describe('a figure', () => {
  const svg = figureSvg(figure)

  it('breaks a line where there is no value, and leaves out what a log axis cannot show', () => {
    const [a, b] = [
      ...svg.matchAll(/<path d="(M[^"]*)" stroke="#[0-9A-F]{6}" stroke-width="[\d.]+" stroke-linejoin/g),
    ].map((m) => m[1])
    expect(a.match(/M/g)).toHaveLength(2)
    expect(b.match(/[ML]/g)).toHaveLength(1)
  })

  it('has powers of ten for ticks, all written alike', () => {
    for (const label of ['10⁻³', '10⁻¹', '10¹', '10⁴']) expect(svg).toContain(`>${label}</text>`)
  })
})

describe('scaleOf', () => {
  it('takes round steps', () => {
    const { ticks } = scaleOf({ label: '', scale: 'linear' }, [0.13, 0.87], 0, 100)
    expect(ticks.map(({ label }) => label)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
  })

  it('ends a short log range at whole multiples of a power of ten', () => {
    const { ticks, place } = scaleOf({ label: '', scale: 'log' }, [0.097, 0.13], 0, 100)
    expect(ticks.filter(({ label }) => label !== '').map(({ label }) => label)).toEqual([
      '0.09',
      '0.1',
      '0.15',
      '0.11',
      '0.12',
      '0.13',
      '0.14',
    ])
    expect(place(0.09)).toBeCloseTo(0)
    expect(place(0.15)).toBeCloseTo(100)
    expect(place(0.3)).toBeUndefined()
  })

  it('writes the powers of a log axis alike: as numbers where they are short', () => {
    const labels = (values: number[]): string[] =>
      scaleOf({ label: '', scale: 'log' }, values, 0, 100)
        .ticks.map(({ label }) => label)
        .filter((label) => label !== '')
    expect(labels([0.01, 1000])).toEqual(['0.01', '0.1', '1', '10', '100', '1000'])
    expect(labels([0.1, 1e4])).toEqual(['10⁻¹', '10⁰', '10¹', '10²', '10³', '10⁴'])
  })

  it('places names', () => {
    const { place } = scaleOf({ label: '', scale: 'category', names: ['a', 'b'] }, [], 0, 100)
    expect([place(0), place(1), place(2)]).toEqual([25, 75, undefined])
  })

  it.each([[[5]], [[]], [[0, 0]]])('lives with %j', (values) => {
    for (const scale of ['linear', 'log'] as const) {
      const { ticks } = scaleOf({ label: '', scale }, values, 0, 100)
      expect(ticks.length).toBeGreaterThan(0)
      for (const { at } of ticks) expect(Number.isFinite(at)).toBe(true)
    }
  })
})

describe('cells', () => {
  it('write numbers', () => {
    expect(shortNumber(0.00005512)).toBe('5.51e-5')
    expect(shortNumber(7.4)).toBe('7.4')
    expect(meanCell([1, 2], 2)).toMatchObject({ text: '1.50 ± 0.71', value: 1.5 })
    expect(meanCell([1, Number.NaN], 2)).toMatchObject({ text: 'n.a.' })
  })
})
