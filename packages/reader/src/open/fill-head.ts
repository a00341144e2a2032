import { type ReadOptions, readingOptions, type Schema } from '@ol/spec'
import { arffHeader, startsArff } from '../sniff/arff.js'
import { detectBytes, headText, sniffBytes } from '../sniff/head.js'
import { defaultMaxLineBytes } from '../source/chunks.js'
import type { Window } from '../source/window.js'

/** Waits for the end of a header that is longer than the start used for schema inference, and for lines after it. */
export async function fillHead(
  window: Window,
  options: ReadOptions,
  known: Schema | undefined,
): Promise<void> {
  const { maxLineBytes = defaultMaxLineBytes, patience = readingOptions.patience.default } = options
  const held = () => window.end - window.start
  if (held() < sniffBytes) return
  while (!window.ended && held() <= maxLineBytes && headerBytes(window, options, known) > held())
    await window.fill(2 * held())
  await window.fill(headBytes(window, options, known), patience)
}

/** Returns the number of bytes for schema inference, including bytes after a longer header; 0: the header exceeds the limit. */
export function headBytes(window: Window, options: ReadOptions, known: Schema | undefined): number {
  const { maxLineBytes = defaultMaxLineBytes } = options
  const header = headerBytes(window, options, known)
  if (header <= sniffBytes || (header > window.end - window.start && window.ended)) return sniffBytes
  return header - 1 > maxLineBytes ? 0 : header + sniffBytes
}

/** Returns the bytes of the header of ARFF, otherwise of the first line; Infinity: it has not ended yet. */
function headerBytes(window: Window, options: ReadOptions, known: Schema | undefined): number {
  const { bytes, start, end } = window
  if (startsLikeArff(window, options, known)) {
    const header = arffHeader(bytes, start, end)
    const ends = header !== undefined && bytes[start + header.bytes - 1] === 10
    return ends ? header.bytes : Number.POSITIVE_INFINITY
  }
  const feed = bytes.subarray(start, end).indexOf(10)
  return feed < 0 ? Number.POSITIVE_INFINITY : feed + 1
}

function startsLikeArff(
  { bytes, start, end }: Window,
  { format = 'auto' }: ReadOptions,
  known: Schema | undefined,
): boolean {
  if (known === undefined ? format !== 'auto' && format !== 'arff' : known.format !== 'csv') return false
  const text = headText({ bytes, start, end }, detectBytes)
  // a further file may have only rows
  return (known === undefined && format === 'arff') || startsArff(text)
}
