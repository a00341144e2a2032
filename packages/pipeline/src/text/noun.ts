/** Returns the singular of what a run counts: `rows`, `examples`. */
export function one(noun: string): string {
  return noun.slice(0, -1)
}
