import type { Schema } from '@ol/reader'
import { expect, test } from 'vitest'
import { categoriesOf } from '../src/categories.js'

const column = (name: string, role = 'categorical') => ({ name, role })
const schemaOf = (...columns: object[]): Schema => ({ columns }) as unknown as Schema

test('the column of a value is the longest that its name begins with', () => {
  const of = categoriesOf(schemaOf(column('a'), column('a=b'), column(''), column('n', 'numeric')))
  for (const [name, found] of [
    ['a=x', 'a'],
    ['a=b=c', 'a=b'],
    ['a=bc=d', 'a'],
    ['=x', ''],
    ['n=1', undefined],
    ['a', undefined],
    ['other=x', undefined],
  ])
    expect([name, of?.(String(name))]).toEqual([name, found])
  expect(categoriesOf(schemaOf())).toBe(undefined)
})

test('many columns take no longer for each name', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `c${i}`)
  const of = categoriesOf(schemaOf(...names.map((name) => column(name))))
  const started = performance.now()
  const wrong = names.filter((name) => of?.(`${name}=v`) !== name)
  // each name against each column would be 2,500,000,000 comparisons
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(wrong).toEqual([])
})
