import { systemCode } from '../exit.js'

/** Ends the process quietly when the reader of stdout closes the pipe, as in `ol-cli predict ... | head -1`. */
export function ignoreEpipe(): void {
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(0)
    process.stderr.write(`ol-cli: standard output: ${error.message}\n`)
    process.exit(74)
  })
  // an error about stderr cannot be reported
  process.stderr.on('error', () => {})
}

/** Resolves when everything written has reached the system. */
export async function flushStandardStreams(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.destroyed) await new Promise<void>((resolve) => stream.write('', () => resolve()))
  }
}
