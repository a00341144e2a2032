import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const data = folder.put('t.csv', `y,city,"the, age"\n${'1,oslo,3\n0,rome,1\n1,oslo,2\n'.repeat(30)}`)
const model = folder.path('t.ol')

beforeAll(() => {
  expect(ol(['train', data, '--label', 'y', '-o', model, '--quiet']).code).toBe(0)
})

interface Facts {
  readonly weights: readonly { readonly name?: string; readonly importance: number }[]
}

describe('inspect --output', () => {
  test('writes a table, CSV or JSON by the name of the file, and nothing to standard output', () => {
    const { weights } = json(ol(['inspect', model, '--json'])) as unknown as Facts
    expect(weights.map(({ name }) => name)).toContain('the, age')
    for (const name of ['w.txt', 'w.csv', 'w.json']) {
      const { code, stdout } = ol(['inspect', model, '--output', folder.path(name)])
      expect([code, stdout]).toEqual([0, ''])
    }
    expect((JSON.parse(readFileSync(folder.path('w.json'), 'utf8')) as Facts).weights).toEqual(weights)
    const [head, ...rows] = readFileSync(folder.path('w.csv'), 'utf8').trim().split('\n')
    expect(head).toBe('class,name,collisions,index,upper,weight,scale,baseline,importance')
    expect(rows).toHaveLength(weights.length)
    expect(rows.map((row) => Number(row.split(',').at(-1)))).toEqual(weights.map((row) => row.importance))
    expect(rows.some((row) => row.includes('"the, age"'))).toBe(true)
    expect(readFileSync(folder.path('w.txt'), 'utf8')).toBe(ol(['inspect', model]).stdout)
  })

  test('never replaces the model, and --as names another form', () => {
    const before = readFileSync(model)
    expect(ol(['inspect', model, '--output', model]).code).toBe(2)
    expect(readFileSync(model).equals(before)).toBe(true)
    expect(ol(['inspect', model, '--as', 'csv', '-o', folder.path('named.txt')]).code).toBe(0)
    expect(readFileSync(folder.path('named.txt'), 'utf8')).toMatch(/^class,name,/)
    expect(ol(['inspect', model, '--as', 'csv', '--json']).code).toBe(2)
    expect(ol(['inspect', model, '-o', folder.path('none/w.csv')]).code).toBe(73)
    expect(existsSync(folder.path('none'))).toBe(false)
  })
})

describe('explain --output', () => {
  test('writes the contributions of each example; as JSON they add up to its score', () => {
    for (const name of ['e.txt', 'e.csv', 'e.jsonl']) {
      const { code, stdout, stderr } = ol(['explain', model, data, '--output', folder.path(name)])
      expect([name, code, stdout, stderr]).toEqual([name, 0, '', expect.any(String)])
    }
    const lines = readFileSync(folder.path('e.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(90)
    for (const line of lines) {
      const {
        features,
        derived = [],
        further = [],
        score,
      } = JSON.parse(line) as {
        readonly features: readonly { readonly contribution: number }[]
        readonly derived?: readonly { readonly contribution: number }[]
        readonly further?: readonly { readonly contribution: number }[]
        readonly score: number
      }
      let sum = 0
      for (const { contribution } of [...features, ...derived, ...further]) sum += contribution
      expect(sum + 0).toBe(score + 0)
    }
    expect(readFileSync(folder.path('e.csv'), 'utf8')).toContain('"the, age"')
    expect(readFileSync(folder.path('e.txt'), 'utf8')).toBe(ol(['explain', model, data]).stdout)
  })

  test('keeps the earlier file if the input is bad', () => {
    const old = folder.put('old.csv', 'precious')
    const missing = ol(['explain', model, folder.path('missing.csv'), '--output', old])
    expect(missing.code).not.toBe(0)
    expect(ol(['explain', model, data, '--output', data]).code).toBe(2)
    expect(readFileSync(old, 'utf8')).toBe('precious')
  })
})
