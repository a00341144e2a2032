import { expect, test } from 'vitest'
import { TotalTree } from '../src/targets/total-tree.js'

test('a total depends only on the numbers', () => {
  for (const length of [1, 2, 3, 7, 8, 9, 1000]) {
    const tree = new TotalTree(new Float64Array(length))
    for (let i = 0; i < 500; i++) tree.add((i * 7919) % length, 0.1 + (i % 13) / 7)
    const numbers = tree.numbers()
    const again = new TotalTree(numbers)
    expect([again.total, again.positive]).toEqual([tree.total, tree.positive])
    const wider = new Float64Array(length + 5)
    wider.set(numbers)
    expect(new TotalTree(wider).total).toBe(tree.total)
    expect(tree.total).toBeCloseTo(
      numbers.reduce((sum, number) => sum + number, 0),
      9,
    )
    expect(tree.positive).toBe(numbers.filter((number) => number > 0).length)
  }
})
