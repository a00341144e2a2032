/** Milliseconds that an error waits for its input to be closed. */
const closingTime = 200

/**
 * Waits until something is closed, but only for a limited time: a pipe that waits for bytes cannot be closed before
 * they arrive, and an error must not wait for them.
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
