import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bin } from '../cli/run.js'

/** `ol-cli serve` as a process of its own. */
export interface Running {
  readonly child: ChildProcess
  readonly address: string
  readonly linesPort: number | undefined
  /** its output on stderr so far */
  said(): string
  /** Sends a signal and returns the exit code; null: the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts `ol-cli serve` with further arguments, and waits until it listens. */
export async function startServer(
  args: readonly string[],
  launcher: readonly string[] = [],
): Promise<Running> {
  const [program, ...rest] = [...launcher, process.execPath, bin, 'serve', '--port', '0', '--json', ...args]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  let [out, err] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const { address, linesPort } = await new Promise<{ address: string; linesPort?: number }>(
    (resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        out += text
        if (out.includes('\n')) resolve(JSON.parse(out))
      })
      exit.then(([code]) => reject(new Error(`ended with ${code}: ${err}`)), reject)
    },
  )
  return {
    child,
    address,
    linesPort,
    said: () => err,
    async end(signal) {
      child.kill(signal)
      const [code] = await exit
      return code as number | null
    },
  }
}
