import type { ErrorCode } from '@ol/spec'

/** Every exit code of ol-cli: number -> meaning. The numbers from 64 on are BSD's sysexits. */
export const exitDescriptions = {
  0: 'done; bad lines were skipped and counted, if there were any',
  2: 'wrong usage: an unknown flag, a value out of range, flags that exclude each other',
  65: 'the data or the model cannot be used: no examples, mostly bad lines in all inputs together, binary, truncated or corrupt; a bad line under --strict',
  66: 'an input or a model is missing, is a directory, or cannot be read',
  69: 'missing on this machine: the requested backend, memory for the table, the package for a kind of input',
  70: 'an internal error of ol-cli',
  73: 'an output cannot be created',
  74: 'reading or writing failed half-way, for example on a full disk',
  130: 'interrupted (SIGINT)',
  143: 'terminated (SIGTERM)',
} as const

export type ExitCode = keyof typeof exitDescriptions

const ofFamily: readonly (readonly [prefix: string, exit: ExitCode])[] = [
  ['OL_FILE_', 66],
  ['OL_MODEL_', 65],
  ['OL_INPUT_', 65],
  ['OL_LINE_', 65],
  ['OL_MERGE_', 65],
]

const ofCode: Partial<Record<ErrorCode, ExitCode>> = {
  OL_PARAMETER: 2,
  OL_RULE: 2,
  OL_LOSS: 2,
  OL_LABEL: 65,
  OL_PREDICT_ONLY: 65,
  OL_PART: 70,
  OL_DIVERGED: 65,
  OL_DIMENSION: 65,
  OL_HORIZON: 65,
  OL_SLICE_FORMAT: 65,
  OL_CACHE: 65,
  OL_CHECKPOINT: 65,
  OL_FILE_CHECKSUM: 65,
  OL_FETCH: 69,
  OL_LISTEN: 69,
  OL_STORE: 65,
  OL_PACKAGE: 69,
  OL_MEMORY: 69,
  OL_BACKEND: 69,
  OL_ADDON_BROKEN: 69,
}

/** Returns the exit code of an error by its code; 70 for an error that no user can cause. */
export function exitOfCode(code: ErrorCode): ExitCode {
  return ofCode[code] ?? ofFamily.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 70
}

/** An error of the command line itself: its message and its exit code. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly exit: ExitCode

  constructor(exit: ExitCode, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause })
    this.exit = exit
  }
}

export function usageError(text: string): ExitError {
  return new ExitError(2, text)
}

/** Returns the system's code of an error (`ENOENT`), if the error or its cause has one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)) return error.code
  return systemCode(error.cause)
}

/** Failures of the medium, not of the path. */
const mediumCodes = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'])

/** Returns an error while creating or writing `path`. */
export function outputError(path: string, error: unknown): ExitError {
  const code = systemCode(error)
  const why = error instanceof Error ? error.message : String(error)
  const exit = code !== undefined && mediumCodes.has(code) && code !== 'EROFS' ? 74 : 73
  return new ExitError(exit, why.includes(path) ? why : `${path}: ${why}`, error)
}

/** Returns whether reading failed half-way, rather than on opening. */
export function isMediumFailure(error: unknown): boolean {
  const code = systemCode(error)
  return code !== undefined && mediumCodes.has(code)
}

const hints: Partial<Record<ErrorCode, string>> = {
  OL_LABEL:
    '--task names what is learned (binary, multiclass, regression), --positive TEXT the label +1, --label another column',
  OL_MODEL_MISMATCH: 'ol-cli inspect MODEL prints the settings of a model',
}

/** Returns a hint about flags that help against an error, if there is one. */
export function hintOf(code: ErrorCode): string | undefined {
  return hints[code]
}
