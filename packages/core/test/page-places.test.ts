import { describe, expect, test } from 'vitest'
import { PagePlaces } from '../src/table/snapshot.js'

describe('places of pages', () => {
  const pages = 3 * 4096 + 5
  const copied = [0, 1, 4095, 4096, 2 * 4096 - 1, pages - 1]

  test('have what was set, and 0 for all others', () => {
    const places = new PagePlaces(pages)
    for (const [k, page] of copied.entries()) places.set(page, k + 1)
    const all = Array.from({ length: pages }, (_, page) => places.get(page))
    expect(all.flatMap((place, page) => (place === 0 ? [] : [page]))).toEqual(copied)
    expect(copied.map((page) => places.get(page))).toEqual([1, 2, 3, 4, 5, 6])
  })

  test.each([
    [0, 0, true],
    [2, 4094, false],
    [2, 4095, true],
    [4096, 4096, true],
    [4097, 8190, false],
    [4097, 9000, true],
    [8192, pages - 2, false],
    [8192, pages - 1, true],
  ])('from %i to %i one was set: %s', (first, last, expected) => {
    const places = new PagePlaces(pages)
    for (const page of copied) places.set(page, 7)
    expect(places.hasWithin(first, last)).toBe(expected)
    expect(new PagePlaces(pages).hasWithin(first, last)).toBe(false)
  })
})
