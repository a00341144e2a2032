/** Flags of Vowpal Wabbit as they were given: the values of each by its long name, in their order. */
export type Given = ReadonlyMap<string, readonly string[]>

/** The values that a flag takes: `values` are all arguments up to the next flag. */
export type Takes = 'nothing' | 'value' | 'values'

/** A flag of Vowpal Wabbit: exactly one of `ol`, `harmless` and `missing` says what becomes of it. */
export interface VwFlag {
  readonly takes: Takes
  readonly short?: string
  /** its counterpart in OL, for the page on moving */
  readonly ol?: string
  /** for a flag that OL has: its flags for these values; absent where the command as a whole depends on it */
  readonly to?: (values: readonly string[], given: Given) => readonly string[]
  /** why nothing is lost without it */
  readonly harmless?: string
  /** why OL has nothing for it */
  readonly missing?: string
}

/** A flag, or a value of one, that OL has nothing for. Caught where flags are translated, and listed with others. */
export class NoCounterpart extends Error {}

/** Returns flags from a line of names, `name=` for one that takes a value and `name*` for one that takes several. */
export function flagsOf(
  names: string,
  fate: Pick<VwFlag, 'harmless'> | Pick<VwFlag, 'missing'>,
): Record<string, VwFlag> {
  const flags = names.split(/\s+/).map((text): [string, VwFlag] => {
    const [, name, mark] = /^(\w+)([=*]?)$/.exec(text) ?? []
    return [name, { takes: mark === '=' ? 'value' : mark === '*' ? 'values' : 'nothing', ...fate }]
  })
  return Object.fromEntries(flags)
}
