/**
 * Every error that OL raises or counts, in one table: code -> meaning. A code is stable; the message of an error has
 * one shape and names the offending value.
 */
export const errorCodes = {
  // the caller's mistakes
  OL_PARAMETER: 'a parameter is unknown, of the wrong type, or outside its range',
  OL_RULE: 'there is no such rule',
  OL_LOSS: 'there is no such loss, or the rule cannot work with it',
  OL_FEATURES: 'the features of an example are not an object of numbers, strings, booleans and namespaces',
  OL_LABEL: 'a label is missing, not a number, or not one that the loss accepts',
  OL_WEIGHT: 'an example weight is negative or not finite',
  OL_VALUE: 'a feature value is not finite, or its magnitude is outside the accepted range',
  OL_BATCH: "the arrays of a batch do not fit together, or its hashes or labels are not the model's",
  OL_KEYS:
    "features have no upper halves of their keys, which a model with bits 'grow' needs to distinguish them",
  OL_GROUPS:
    'features have no namespaces, which the rule needs to learn: it treats the features of each by themselves',
  OL_FIRST_PASS:
    'the model needs exactly one first pass over the data before it learns: it had none, or it already had one',
  OL_HORIZON: 'the rule has learned from as many examples as it can',
  OL_PREDICT_ONLY: 'the model was saved only for predictions, without the state that learning needs',
  OL_PART: 'a lean learner lacks the rule, the loss or the option that this needs',
  OL_BUSY:
    'the model is still learning a batch off the main thread, or a shared model is published without pause',
  OL_DIMENSION: 'there are more distinct features than the table of the rule can hold',
  OL_MEMORY: 'a table of this size cannot be allocated',
  OL_DIVERGED:
    'the step would have made a weight or a prediction non-finite; the model did not learn from the example',
  // the backend
  OL_BACKEND: 'the requested backend is not available',
  OL_ADDON_BROKEN: 'the native addon is installed but cannot be used',
  // model files
  OL_MODEL_FORMAT: 'the file is not a model, or is truncated or corrupt',
  OL_MODEL_CHECKSUM: 'the checksum of the model does not match its contents',
  OL_MODEL_VERSION: 'the model was written in a format version that this version does not read',
  OL_MODEL_MISMATCH: 'the rule, loss, size or precision of the model is not the requested one',
  OL_MODEL_STATE:
    'a number of the model is outside its range, so a file of the model could not be loaded; nothing was written',
  // merging
  OL_MERGE_RULE: 'models of this rule cannot be merged or split',
  OL_MERGE_SETTINGS: 'models to merge differ in a setting, or some are missing',
  OL_SLICE_FORMAT: 'the file is not a slice of a model, or is truncated or corrupt',
  // input
  OL_FILE_MISSING: 'there is no such file',
  OL_FILE_DIRECTORY: 'the path is a directory',
  OL_FILE_UNREADABLE: 'the file cannot be read or written',
  OL_FILE_CHECKSUM: 'the checksum of a file does not match the expected one',
  OL_FETCH: 'a file cannot be downloaded',
  OL_INPUT_EMPTY: 'the input has no examples',
  OL_INPUT_BINARY: 'the input is not text in any format that OL reads',
  OL_INPUT_TRUNCATED: 'the compressed or binary input is truncated',
  OL_INPUT_CORRUPT: 'the compressed or binary input is corrupt, or of a kind that OL cannot read',
  OL_INPUT_COLUMN: 'there is no such column',
  OL_INPUT_COLUMNS:
    'the columns of an input differ from the expected ones, or its rows come from several tables',
  OL_PACKAGE: 'the input needs a package that is not installed',
  OL_CACHE:
    'a cache is corrupt, of another version, or made with other options; or it would replace another kind of file',
  OL_CHECKPOINT: 'the file is not a checkpoint, is corrupt, or was made from another input',
  // a server
  OL_LISTEN: 'the server cannot listen at this address',
  OL_STORE: 'the store of a server is in use, corrupt, or cannot be written',
  OL_REQUEST: 'the server does not accept this request',
  OL_LIMIT: 'a limit of the server is reached',
  // one line of the input; such a line is reported, counted and not learned from
  OL_LINE_LABEL: 'the label of a line is not one that the loss accepts',
  OL_LINE_WEIGHT: 'the example weight of a line is not a finite number >= 0',
  OL_LINE_VALUE: 'a feature value of a line is not a number in the accepted range',
  OL_LINE_COLUMNS: 'a line has another number of columns than the first',
  OL_LINE_TYPE: 'a numeric column holds something that is not a number',
  OL_LINE_QUOTE: 'a quoted field is not closed, or continues after its closing quote',
  OL_LINE_SYNTAX: 'a line does not follow the grammar of its format',
  OL_LINE_LONG: 'a line is longer than the limit',
  OL_LINE_FEATURES: 'n-grams and interactions make more features from a line than the limit allows',
  OL_LINE_ENCODING: 'a line contains a NUL byte',
} as const

/** A stable code of an error: see `errorCodes`. */
export type ErrorCode = keyof typeof errorCodes

/** The place in the input: all 1-based; `column` counts bytes. */
export interface InputPlace {
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** The details of an error next to its message. */
export interface OLErrorDetail extends InputPlace {
  /** the offending value */
  readonly value?: unknown
  /** the accepted values, in words */
  readonly expected?: string
  /** the models of a merge that the error concerns, by their places from 1 */
  readonly models?: readonly number[]
  readonly cause?: unknown
}

/** The one class of error that OL throws. The message reads `file:line:column: text (CODE)`. */
export class OLError extends Error {
  override readonly name = 'OLError'
  readonly code: ErrorCode
  readonly value: unknown
  readonly expected: string | undefined
  /** the models of a merge that the error concerns, by their places from 1 */
  readonly models: readonly number[] | undefined
  readonly file: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: ErrorCode, text: string, detail: OLErrorDetail = {}) {
    super(`${placeText(detail)}${text}`, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.code = code
    this.value = detail.value
    this.expected = detail.expected
    this.models = detail.models
    this.file = detail.file
    this.line = detail.line
    this.column = detail.column
  }
}

/** Returns an error that does not know its file, with the file. */
export function withFile(error: OLError, file: string): OLError {
  const { code, message, value, expected, models } = error
  return new OLError(code, message, {
    file,
    value,
    ...(expected === undefined ? {} : { expected }),
    ...(models === undefined ? {} : { models }),
    cause: error,
  })
}

/** `file:line:column: `, as far as it is known. */
export function placeText(place: InputPlace): string {
  const parts: (string | number)[] = []
  if (place.file !== undefined) parts.push(place.file)
  if (place.line !== undefined) parts.push(place.line)
  if (place.column !== undefined) parts.push(place.column)
  return parts.length > 0 ? `${parts.join(':')}: ` : ''
}

/** `Expected <expected> for <name> but received <value>`: the one shape of a message about a bad argument. */
export function invalid(code: ErrorCode, name: string, expected: string, value: unknown): OLError {
  return new OLError(code, `Expected ${expected} for ${name} but received ${valueText(value)}`, {
    value,
    expected,
  })
}

/** Returns a value as a message shows it: short, quoted when it is text, never throwing. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}...` : value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === undefined || value === null) return String(value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return value.toString()
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength} bytes)`
  if (Array.isArray(value)) return `an array of length ${value.length}`
  const name = classNameOf(value)
  return name === undefined ? 'an object' : `an object of class ${name}`
}

/** Returns the name of the class of an object; undefined for a plain object, and where it cannot be read. */
function classNameOf(value: object): string | undefined {
  try {
    const prototype: unknown = Object.getPrototypeOf(value)
    const name: unknown = (prototype as { constructor?: { name?: unknown } } | null)?.constructor?.name
    return typeof name === 'string' && name !== '' && name !== 'Object' ? name : undefined
  } catch {
    return undefined
  }
}
