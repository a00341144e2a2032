/** Returns `: did you mean NAME?` for the known name most similar to `given`; empty if no name is similar. */
export function suggestion(given: string, known: readonly string[]): string {
  const most = Math.max(1, Math.floor(given.length / 3))
  let best: string | undefined
  let least = most + 1
  for (const name of known) {
    const edits = distance(given.toLowerCase(), name.toLowerCase(), least)
    // one edit turns any letter into any other
    if (edits < least && edits < Math.max(given.length, name.length)) {
      least = edits
      best = name
    }
  }
  return best === undefined ? '' : `: did you mean ${best}?`
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbors between two words, or `limit` if it
 * is at least `limit`.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, k) => k)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let k = 1; k <= b.length; k++) {
      const replaced = above[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)
      const swapped = i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]
      row.push(Math.min(above[k] + 1, row[k - 1] + 1, replaced, swapped ? before[k - 2] + 1 : replaced))
    }
    before = above
    above = row
  }
  return Math.min(limit, above[b.length])
}
