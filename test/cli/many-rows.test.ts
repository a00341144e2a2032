import { escapeText, figureSvg } from '@ol/figures'
import { expect, test } from 'vitest'
import { cellsOf, widthsOf } from '../../packages/cli/src/output/table-cells.js'

// A call takes some hundred thousand arguments: Math.max(...values) of more is a RangeError.

const many = 300_000

test('tables and figures of many rows', () => {
  const rows = cellsOf([['a', 'bb'], ...Array.from({ length: many }, () => ['ccc', 'd\n'])])
  expect(widthsOf(rows)).toEqual([3, 3])
  const points = Array.from({ length: many }, (_, k): [number, number] => [k, k])
  const axis = { label: 'x', scale: 'linear' } as const
  const series = [{ name: 's', points }]
  expect(figureSvg({ title: 't', x: axis, y: axis, series } as never)).toContain('</svg>')
})

test('a page and a figure show characters that are not seen, and hold none that XML refuses', () => {
  expect(escapeText('a\u202e<b\u0001\u200bc\n')).toBe('a\\u202e&lt;b\\u0001\\u200bc\n')
})
