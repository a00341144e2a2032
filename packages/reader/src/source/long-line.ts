import { type BadLine, describeBad, excerptBytes } from '@ol/fallback'
import { badWidth, faults } from '@ol/spec'
import type { Window } from './window.js'

/** Skips the line at the start of the window, which is longer than the limit and has not ended yet, and returns it as a bad line. */
export async function skipLong(window: Window, file: string | undefined, line: number): Promise<BadLine> {
  // as much of it as an excerpt shows, however much has arrived
  await window.fill(excerptBytes + 1, window.pause)
  const { bytes, start } = window
  const end = bytes.subarray(start, window.end).indexOf(10)
  const bad = new Uint32Array(badWidth)
  bad.set([faults.long, 0, start, end < 0 ? window.end : start + end, start, start])
  const described = describeBad(bad, 0, bytes, () => line, file)
  await window.dropLine()
  return described
}
