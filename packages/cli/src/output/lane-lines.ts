import type { LaneInfo } from '@ol/core'
import { short } from './importance-lines.js'
import { textTable } from './text-table.js'

/** Returns the lanes of a mixture as a table for people: their current share of the weights, for each class if these differ. */
export function laneTable(lanes: readonly LaneInfo[], gone: readonly LaneInfo[]): string[] {
  const all = [...lanes, ...gone.map((lane) => ({ ...lane, weight: 0 }))]
  const classes = [...new Set(all.map((lane) => lane.class))]
  const tables = classes.map((label) => shares(all.filter((lane) => lane.class === label)))
  const rows = sameIn(tables)
    ? tables[0]
    : tables.flatMap((table, k) => table.map((row) => [...row, String(classes[k])]))
  const head = ['rate', 'scaling', 'weight', 'lane', ...(sameIn(tables) ? [] : ['class'])]
  return textTable([head, ...rows], ['right', 'left', 'right', 'left', 'left'])
}

function shares(lanes: readonly LaneInfo[]): string[][] {
  const sum = lanes.reduce((total, { weight = 0 }) => total + weight, 0)
  return lanes.map(({ weight = 0, pruned = false, parameters: { learningRate, scaling } }) => [
    String(learningRate),
    scaling === undefined ? '-' : String(scaling),
    short(weight / sum),
    pruned ? 'pruned' : 'kept',
  ])
}

/** Returns whether one mixture weighs complete models, so that the lanes of all classes have the same weights. */
function sameIn(tables: readonly string[][][]): boolean {
  return tables.every((table) => JSON.stringify(table) === JSON.stringify(tables[0]))
}
