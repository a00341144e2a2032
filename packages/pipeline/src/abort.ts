/** Settles as the promise does, or rejects with the signal's reason as soon as it fires. */
export function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Milliseconds that an error waits for its input to be closed. */
const closingTime = 200

/**
 * Waits until something is closed, with a limit: a pipe that waits for its next bytes cannot be closed before they
 * arrive, and an error must not wait for them.
 */
export async function closedSoon(closing: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closingTime)
  })
  try {
    await Promise.race([closing.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
