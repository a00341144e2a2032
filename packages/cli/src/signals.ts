const exits = { SIGINT: 130, SIGTERM: 143 } as const

export type Signal = keyof typeof exits

let learning: AbortController | undefined

/** Thrown when a signal has ended a command in order. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exit: 130 | 143

  constructor(signal: Signal, text: string) {
    super(text)
    this.exit = exits[signal]
  }
}

/** Installs handlers by which SIGINT and SIGTERM end the process with their exit codes; see `interruptible`. */
export function installSignalHandlers(): void {
  for (const signal of Object.keys(exits) as Signal[]) {
    process.on(signal, () => {
      if (learning === undefined || learning.signal.aborted) process.exit(exits[signal])
      learning.abort(signal)
    })
  }
}

/** Runs a task that stops by itself when its AbortSignal fires; a second signal ends the process at once. */
export function interruptible<T>(task: (stop: AbortSignal) => Promise<T>): Promise<T> {
  return interruptibleLater((stop, begins) => {
    begins()
    return task(stop)
  })
}

/**
 * Runs a task that stops by itself only after it has called `begins`: before that, a signal ends the process.
 */
export async function interruptibleLater<T>(
  task: (stop: AbortSignal, begins: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  try {
    return await task(controller.signal, () => {
      learning = controller
    })
  } finally {
    learning = undefined
  }
}

/** Completes a short task although a signal comes, and returns that signal; a second one ends the process. */
export async function completing(task: () => Promise<void>): Promise<Signal | undefined> {
  return interruptible(async (stop) => {
    await task()
    return stop.aborted ? signalOf(stop) : undefined
  })
}

/** Returns the signal that fired, for messages. */
export function signalOf(stop: AbortSignal): Signal {
  return stop.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
}
