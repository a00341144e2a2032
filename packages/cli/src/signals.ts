const exits = { SIGINT: 130, SIGTERM: 143 } as const

export type Signal = keyof typeof exits

let learning: AbortController | undefined

/** The command was ended by a signal after it had put its things in order. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exit: 130 | 143

  constructor(signal: Signal, text: string) {
    super(text)
    this.exit = exits[signal]
  }
}

/** From here on SIGINT and SIGTERM end the process with their exit codes; see `interruptible`. */
export function leaveOnSignals(): void {
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

/** The same for a task of which only a part stops by itself: before it says that it begins, a signal ends the process. */
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

/** The signal that fired, for messages. */
export function signalOf(stop: AbortSignal): Signal {
  return stop.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
}
