import { badLineText } from '@ol/pipeline'
import type { ReadReport } from '@ol/reader'
import { plain } from './plain.js'

/**
 * Prints the skipped lines to stderr: the first in full, the others as counts. Prints nothing where there were none.
 */
export function printSkipped({ badLines, badCounts, skipped }: ReadReport): void {
  if (skipped === 0) return
  for (const bad of badLines) process.stderr.write(`ol-cli: ${plain(badLineText(bad))}\n`)
  const codes = Object.entries(badCounts).map(([code, count]) => `${code} ${count}`)
  const rest = skipped > badLines.length ? `, ${skipped - badLines.length} of them not shown` : ''
  process.stderr.write(
    `ol-cli: ${skipped} ${skipped === 1 ? 'line' : 'lines'} skipped${rest} (${codes.join(', ')})\n`,
  )
}
