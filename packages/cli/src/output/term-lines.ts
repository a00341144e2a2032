import type { Term } from '@ol/core'
import { short } from './importance-lines.js'
import { textTable } from './text-table.js'

const bars = [...'\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588']
/** Parts of equally many examples that a curve is drawn by. */
const drawn = 24
/** The most categories that are named. */
const named = 3

/** Returns the terms of a model as a table for people. */
export function termTable(terms: readonly Term[]): string[] {
  const classes = terms.some((term) => term.class !== undefined)
  const rows = terms.map((term) => [
    short(term.contribution),
    ...(classes ? [String(term.class)] : []),
    term.columns.join(' x '),
    shapeOf(term),
  ])
  const head = ['contribution', ...(classes ? ['class'] : []), 'columns', 'added to the score']
  return textTable([head, ...rows], ['right', 'left', 'left', 'left'])
}

function shapeOf(term: Term): string {
  if (term.kind !== 'column')
    return `${short(Math.min(...term.scores))} to ${short(Math.max(...term.scores))}`
  const { points, categories } = term
  if (points.length === 0)
    return [...categories]
      .sort((a, b) => Math.abs(b.score) * b.share - Math.abs(a.score) * a.share)
      .slice(0, named)
      .map(({ name, score }) => `${name} ${short(score)}`)
      .join(', ')
  const scores = points.map(({ score }) => score)
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  const whole = points.reduce((sum, { share }) => sum + share, 0)
  let [next, passed] = [0, 0]
  const line = points.flatMap(({ score, share }) => {
    const bar = bars[Math.min(7, Math.floor((8 * (score - low)) / (high - low || 1)))]
    passed += share
    const count = Math.max(0, Math.round((drawn * passed) / whole) - next)
    next += count
    return new Array<string>(count).fill(bar)
  })
  const [first, last] = [points[0].value, points[points.length - 1].value]
  return `${short(first)} ${line.join('')} ${short(last)}, ${short(low)} to ${short(high)}`
}
