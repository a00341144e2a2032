/*
 * Grids of cases. A short run, `npm test`, takes some of each; `npm run test:full` takes all.
 */

/** Whether all cases of grids are tested. */
export const isFull: boolean = process.env.OL_TEST_GRID === 'full'

/** Returns all combinations of values, one of each member. */
export function grid<T extends Readonly<Record<string, readonly unknown[]>>>(
  members: T,
): { readonly [Name in keyof T]: T[Name][number] }[] {
  return Object.entries(members).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as { readonly [Name in keyof T]: T[Name][number] }[]
}

/**
 * Returns a function that returns this many of the cases that it is given, and continues from call to call: the body of
 * an outer loop takes other cases each time, and all of them in the end.
 */
export function rotation(): <T>(cases: readonly T[], count: number) => readonly T[] {
  let next = 0
  return (cases, count) => {
    if (isFull || count >= cases.length) return cases
    const own = Array.from({ length: count }, (_, k) => cases[(next + k) % cases.length])
    // one more than were taken, now and then: a loop of a length that they divide would meet the same ones again
    next += count + (Math.floor(next / cases.length) % 2)
    return own
  }
}
