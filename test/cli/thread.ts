import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

/** How a command ended. */
export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

const patience = 280_000

/**
 * Returns the thread whose commands have these variables, besides the process's. Files of tests share it: commands that have run once
 * run faster.
 */
export function commandThread(env: Readonly<Record<string, string>> = {}): CommandThread {
  const key = JSON.stringify(env)
  const thread = threads.get(key) ?? new CommandThread(env)
  threads.set(key, thread)
  return thread
}

const threads = new Map<string, CommandThread>()

/** A thread that runs commands one after the other; tests wait for it as they wait for a process. */
class CommandThread {
  readonly #answers = new Int32Array(new SharedArrayBuffer(4))
  readonly #port

  constructor(env: Readonly<Record<string, string>>) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const worker = new Worker(new URL('./thread-commands.mjs', import.meta.url), {
      workerData: { answers: this.#answers, port: port2 },
      transferList: [port2],
      execArgv: [],
      env: { ...process.env, ...env },
    })
    worker.unref()
    port1.unref()
  }

  run(args: readonly string[], input: string | Uint8Array = ''): Ran {
    const before = Atomics.load(this.#answers, 0)
    this.#port.postMessage({ args, input })
    // The answer before counts first and wakes after: what it wakes may be this wait already.
    while (Atomics.load(this.#answers, 0) === before)
      if (Atomics.wait(this.#answers, 0, before, patience) === 'timed-out')
        throw new Error(`no answer after ${patience} ms: ol-cli ${args.join(' ')}`)
    const answer: Ran | { failure: string } = receiveMessageOnPort(this.#port)?.message
    if ('failure' in answer) throw new Error(`ol-cli ${args.join(' ')}: ${answer.failure}`)
    return answer
  }
}
