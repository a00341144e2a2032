/** The longest time for which a stream takes the event loop, in milliseconds, unless a single batch takes longer. */
const longestMs = 20

/** The next turn of the event loop. */
let next: { readonly requested: number; readonly taken: Promise<void> } | undefined

/** Resolves after a turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}

/**
 * Returns a turn of the event loop to wait for, if it has had none for long; undefined: no wait is needed. A source
 * whose items are there at once, with work on the main thread, would otherwise keep timers, signals and requests
 * waiting until its end.
 */
export function turnDue(): Promise<void> | undefined {
  const now = performance.now()
  if (next !== undefined) return now - next.requested < longestMs ? undefined : next.taken
  const taken = turn().then(() => {
    next = undefined
  })
  next = { requested: now, taken }
  return undefined
}
