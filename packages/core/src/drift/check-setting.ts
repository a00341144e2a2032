import { invalid } from '@ol/spec'

/** Throws for a setting that is not in (0, most]: OL_PARAMETER. */
export function checkPositive(name: string, value: number, most: number = Number.MAX_VALUE): void {
  if (typeof value === 'number' && value > 0 && value <= most) return
  const range = most === Number.MAX_VALUE ? 'a number > 0' : `a number in (0, ${most}]`
  throw invalid('OL_PARAMETER', name, range, value)
}
