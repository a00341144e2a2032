import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const model = folder.path('bands.ol')
const page = folder.path('bands.html')
const rows = Array.from({ length: 1200 }, (_, i) => {
  const age = (i * 37) % 80
  const income = (i * i * 7) % 997
  const job = ['<i>clerk', 'cook', 'none'][(i * i + (i >> 3)) % 3]
  const high = (age > 30 && age < 50 ? 1 : -1) + (job === 'cook' && income > 500 ? 2 : 0) > 0
  return `${age},${income},${job},${high ? 'yes' : 'no'}`
})
const data = folder.put('bands.csv', `age,income,job,high\n${rows.join('\n')}\n`)

interface Term {
  readonly kind: string
  readonly columns: readonly string[]
  readonly contribution: number
}

describe('a model with derived features', () => {
  beforeAll(() => {
    const { code, stderr } = ol([
      ...['train', data, '--label', 'high', '--expand', 'auto', '--quiet'],
      ...['-o', model, '--report', page],
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('inspect ranks columns, pairs and triples by contribution', () => {
    const { terms } = json(ol(['inspect', model, '--json', '--top', '100'])) as unknown as { terms: Term[] }
    expect(terms.filter(({ kind }) => kind === 'column').map(({ columns }) => columns[0])).toEqual(
      expect.arrayContaining(['age', 'income', 'job']),
    )
    expect(terms.some(({ columns }) => [...columns].sort().join() === 'income,job')).toBe(true)
    const ranks = terms.map(({ contribution }) => contribution)
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    const { stdout } = ol(['inspect', model, '--top', '3'])
    expect(stdout).toMatch(/contribution +columns +added to the score\n.* age +\d+ [▁-█]{24} \d+, /)
    expect(json(ol(['inspect', model, '--json', '--top', '2']))).toHaveProperty('terms.length', 2)
  })

  test('models of shards merge; slices and holdout evaluations are refused by name', () => {
    const shards = ['1/2', '2/2'].map((shard) => {
      const path = folder.path(`shard-${shard[0]}.ol`)
      const flags = ['--label', 'high', '--expand', 'auto', '--shard', shard, '--quiet', '-o', path]
      expect(ol(['train', data, ...flags])).toMatchObject({ code: 0, stderr: '' })
      return path
    })
    const merged = folder.path('merged.ol')
    expect(ol(['merge', ...shards, '-o', merged, '--quiet'])).toMatchObject({ code: 0, stderr: '' })
    const { terms, examples } = json(ol(['inspect', merged, '--json'])) as unknown as {
      terms: Term[]
      examples: number
    }
    expect(examples).toBe(rows.length)
    expect(terms.map(({ columns }) => columns.join())).toContain('age')
    const refused = ol(['split', merged, '--shares', '2', '-o', folder.path('share.#.ol')])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('without derived features to cut it into shares')
  })

  test('the page draws curves, heat maps and tables; names of categories are text', () => {
    const html = readFileSync(page, 'utf8')
    for (const part of [
      '<h2>Columns</h2>',
      'edges of bins',
      'aria-label="age"',
      'blue raises the score',
      '&lt;i&gt;clerk',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('<i>clerk')
  })

  test('explain adds up to the score with derived features', () => {
    const one = folder.put('one.csv', 'age,income,job\n40,700,cook\n')
    const { stdout, code } = ol(['explain', model, one, '--as', 'csv'])
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    const score = Number(lines.at(-1)?.at(-1))
    let sum = 0
    for (const cells of lines.slice(0, -1)) sum += Number(cells.at(-1))
    expect(sum).toBe(score)
    expect(lines.some((cells) => cells[3] === 'derived' && cells[4] === 'bins of age')).toBe(true)
    expect(ol(['explain', model, one]).stdout).toContain('bins of age')
  })
})
