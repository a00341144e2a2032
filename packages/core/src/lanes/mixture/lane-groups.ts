import type { Settings } from '../../options/settings.js'

/** Lanes that are mixed with each other: the lanes of one class, or all. */
export interface LaneGroup {
  readonly from: number
  readonly to: number
}

/** Returns the groups of lanes that are mixed: one for each class, or one of all. */
export function groupsOf({ lanes, laneClasses, classes }: Settings): LaneGroup[] {
  if (classes === undefined || laneClasses === undefined) return [{ from: 0, to: lanes }]
  const ends = new Float64Array(classes.count)
  laneClasses.forEach((k, l) => {
    ends[k] = l + 1
  })
  return Array.from(ends, (to, k) => ({ from: k === 0 ? 0 : ends[k - 1], to }))
}
