import { errorCodes, type OLError } from '@ol/spec'
import { type ExitCode, ExitError, exitOfCode, hintOf, isMediumFailure } from './exit.js'
import { oneLine, plain } from './output/plain.js'
import { Interrupted } from './signals.js'

/** Prints an error to stderr, and returns its exit code. */
export function printError(error: unknown): ExitCode {
  if (error instanceof Interrupted) {
    say(error.message)
    return error.exit
  }
  if (error instanceof ExitError) {
    say(error.message)
    return error.exit
  }
  if (isOLError(error)) {
    say(oneLine(`${error.message} (${error.code})`))
    const hint = hintOf(error.code)
    if (hint !== undefined) say(`hint: ${hint}`)
    return isMediumFailure(error) ? 74 : exitOfCode(error.code)
  }
  say(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return 70
}

/** Returns whether an error is an OLError, even if its class comes from another copy of the package. */
function isOLError(error: unknown): error is OLError {
  if (!(error instanceof Error) || error.name !== 'OLError' || !('code' in error)) return false
  return typeof error.code === 'string' && Object.hasOwn(errorCodes, error.code)
}

function say(text: string): void {
  process.stderr.write(`ol-cli: ${plain(text)}\n`)
}
