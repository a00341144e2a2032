import { invalid } from '@ol/spec'

/** Throws for a setting that is not in (0, most]: OL_PARAMETER. */
export function checkPositive(name: string, value: number, most: number = Number.MAX_VALUE): void {
  if (typeof value === 'number' && value > 0 && value <= most) return
  const range = most === Number.MAX_VALUE ? 'a number > 0' : `a number in (0, ${most}]`
  throw invalid('OL_PARAMETER', name, range, value)
}

/** Throws OL_PARAMETER for a state whose members differ from another's. */
export function checkState(name: string, state: object, like: object): void {
  const members = (of: unknown): string =>
    JSON.stringify(
      typeof of === 'object' && of !== null
        ? Object.entries(of)
            .map(([member, value]) => [member, Array.isArray(value) ? 'array' : typeof value])
            .sort()
        : typeof of,
    )
  if (members(state) !== members(like))
    throw invalid('OL_PARAMETER', `the state of ${name}`, 'what state() returned', state)
}
