/** Of which features the name is wanted: of one that is not, never again. */
export interface NameFilter {
  wants(index: number, upper: number): boolean
}

/** Wants the name of no feature. */
export const noNames: NameFilter = { wants: () => false }
