import { escapeText, figureSvg } from '@ol/figures'
import { expect, test } from 'vitest'
import { textTable } from '../../packages/cli/src/output/text-table.js'

// A call takes some hundred thousand arguments: Math.max(...values) of more is a RangeError.

const many = 300_000

test('tables and figures of many rows', () => {
  const lines = textTable([['a', 'bb'], ...Array.from({ length: many }, () => ['ccc', 'd\n'])])
  expect([lines.length, lines[0], lines[many]]).toEqual([many + 1, '  a   bb', 'ccc  d\\n'])
  const points = Array.from({ length: many }, (_, k): [number, number] => [k, k])
  const axis = { label: 'x', scale: 'linear' } as const
  const series = [{ name: 's', points }]
  expect(figureSvg({ title: 't', x: axis, y: axis, series } as never)).toContain('</svg>')
})

test('a page and a figure show invisible characters, and have none that XML refuses', () => {
  expect(escapeText('a\u202e<b\u0001\u200bc\n')).toBe('a\\u202e&lt;b\\u0001\\u200bc\n')
})
