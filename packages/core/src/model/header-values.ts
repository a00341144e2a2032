import { type JsonValue, OLError, valueText } from '@ol/spec'

/** Returns the value of a key, which is JSON. */
export function parse(metadata: { readonly [key: string]: string }, key: string): JsonValue {
  return JSON.parse(metadata[key]) as JsonValue
}

/** Returns the error of a header that a model cannot have. */
export function corrupt(what: string, value: unknown): OLError {
  const text = `The file is not a model, or is corrupt: it ${what} (${valueText(value)})`
  return new OLError('OL_MODEL_FORMAT', text, { value })
}

/** Returns whether a value is an integer up to `most`. */
export function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
