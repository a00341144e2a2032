import { systemCode } from '../exit.js'

/** `ol-cli predict ... | head -1` is not an error: a reader that has seen enough ends the process quietly. */
export function forgiveClosedPipes(): void {
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(0)
    process.stderr.write(`ol-cli: standard output: ${error.message}\n`)
    process.exit(74)
  })
  // nobody is left to be told
  process.stderr.on('error', () => {})
}

/** Resolves when all that was written has been handed to the system. */
export async function flushStandardStreams(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.destroyed) await new Promise<void>((resolve) => stream.write('', () => resolve()))
  }
}
