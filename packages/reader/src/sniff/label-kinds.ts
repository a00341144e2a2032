import { isNumberText, type LabelKind, OLError, valueText } from '@ol/spec'
import { bytesOfText, byteText, decodeText } from '../token-plan/encoding.js'
import { hasValue } from './column-type.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8')

/** Compares strings by their bytes in UTF-8. */
export function byBytes(a: string, b: string): number {
  const x = encoder.encode(a)
  const y = encoder.encode(b)
  for (let i = 0; i < x.length && i < y.length; i++) if (x[i] !== y[i]) return x[i] - y[i]
  return x.length - y.length
}

/** Returns the labels of documents of counts. */
export function countLabels(bytes: Uint8Array): string[] {
  const found = byteText(bytes).matchAll(/#label#:([^ \t\r\n\v\f]+)/g)
  return Array.from(found, (match) => decodeText(bytesOfText(match[1])))
}

/** Returns the labels of JSON Lines that are strings or numbers. */
export function jsonLabels(bytes: Uint8Array, key: string | undefined): string[] {
  const found: string[] = []
  const labelOf = (line: string): unknown => {
    const example = JSON.parse(line) as Record<string, unknown>
    return key === undefined ? (example.label ?? example._label) : example[key]
  }
  for (const text of byteText(bytes).split('\n')) {
    try {
      const line = bytesOfText(text)
      const lossy = labelOf(decoder.decode(line))
      // bytes that are not UTF-8 elsewhere in the line do not matter for the label
      const label = typeof lossy === 'string' && lossy.includes('\ufffd') ? labelOf(decodeText(line)) : lossy
      if (typeof label === 'string' || typeof label === 'number') found.push(String(label))
    } catch {
      // a bad line: the tokenizer reports it
    }
  }
  return found
}

/** Returns the labels that have a value, each with its count. */
export function countedLabels(labels: Iterable<string | undefined>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of labels) if (hasValue(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Returns whether labels are strings; a string among numbers is a bad line. */
export function areStrings(counts: ReadonlyMap<string, number>): boolean {
  let numbers = 0
  let other = 0
  for (const [text, count] of counts) {
    if (isNumberText(text)) numbers += count
    else other += count
  }
  return other > 0 && numbers <= other
}

/** Further labels, in the order of the input, are not named in a message. */
const mostCompared = 21

/**
 * Returns the two strings of a label column as [-1, +1]: the later one in byte order means +1. null: labels are
 * numbers. Throws OL_LABEL if they are strings and not exactly two, or if the loss needs numbers.
 */
export function findLabelStrings(
  found: readonly (string | undefined)[],
  name: string,
  labels: LabelKind,
  file: string | undefined,
): [string, string] | null {
  const counts = countedLabels(found)
  if (!areStrings(counts)) return null
  const sorted = [...counts.keys()].slice(0, mostCompared).sort(byBytes)
  const shown = sorted.slice(0, 5).map(valueText).join(', ') + (sorted.length > 5 ? ', ...' : '')
  const detail = { ...(file === undefined ? {} : { file }), value: sorted.slice(0, 5) }
  if (labels !== 'sign')
    throw new OLError(
      'OL_LABEL',
      `expected numbers for this loss but the labels in column ${valueText(name)} are strings (${shown}): use a loss for two classes (logistic, hinge), or name another label column`,
      detail,
    )
  if (sorted.length !== 2)
    throw new OLError(
      'OL_LABEL',
      `expected two distinct labels in column ${valueText(name)} but received ${sorted.length === 1 ? 'one' : 'more'} (${shown}): name the one that means +1 (positive)`,
      detail,
    )
  return [sorted[0], sorted[1]]
}
