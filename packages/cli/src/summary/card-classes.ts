import type { Metrics } from '@ol/core'
import { countText, percentText, sum } from '@ol/pipeline/internal'
import { textTable, widthOf } from '../output/text-table.js'

type Named = readonly (number | string)[]

/** The most classes whose confusion matrix is shown, and the most that are listed otherwise. */
const most = { matrix: 5, listed: 8 } as const

/** Returns what was predicted for the rows of each class: the confusion matrix, or where it does not fit a row for each class. */
export function classLines(overall: Metrics, names: Named, noun: string, width: number): string[] {
  if (overall.task === 'regression') return []
  const { confusion } = overall
  const matrix = confusion.length > most.matrix ? undefined : matrixLines(confusion, names)
  return matrix !== undefined && widthOf(matrix) <= width ? matrix : listLines(confusion, names, noun)
}

function nameOf(names: Named, k: number): string {
  return String(names[k] ?? k + 1) || `number ${k + 1}`
}

/** The weight of the rows that were predicted as a class. */
function predictedAs(confusion: readonly (readonly number[])[], k: number): number {
  return sum(confusion.map((row) => row[k]))
}

function matrixLines(confusion: readonly (readonly number[])[], names: Named): string[] {
  const head = ['label \\ predicted', ...confusion.map((_, k) => nameOf(names, k)), 'recall']
  const rows = confusion.map((row, y) => [
    nameOf(names, y),
    ...row.map(countText),
    percentText(row[y] / sum(row)),
  ])
  const precision = confusion.map((row, k) => percentText(row[k] / predictedAs(confusion, k)))
  return textTable([head, ...rows, ['precision', ...precision, '']], ['left'])
}

function listLines(confusion: readonly (readonly number[])[], names: Named, noun: string): string[] {
  const classes = confusion
    .map((row, y) => ({
      y,
      weight: sum(row),
      recall: row[y] / sum(row),
      precision: row[y] / predictedAs(confusion, y),
    }))
    .sort((a, b) => b.weight - a.weight)
  const rows = classes
    .slice(0, most.listed)
    .map(({ y, weight, recall, precision }) => [
      nameOf(names, y),
      countText(weight),
      percentText(recall),
      percentText(precision),
    ])
  const left = classes.length - most.listed
  return [
    ...textTable([['class', noun, 'recall', 'precision'], ...rows], ['left']),
    ...(left > 0 ? [`${left} more ${left === 1 ? 'class' : 'classes'}: --json has all`] : []),
  ]
}
