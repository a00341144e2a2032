import type { ReadReport } from '@ol/reader'
import { type ErrorCode, OLError } from '@ol/spec'
import { badLineText } from '../reports.js'

/**
 * Throws where an input has nothing to learn from or to test with, or most of it was skipped: OL_LABEL without a labelled example, the code
 * of the commonest fault where more than half of the lines are bad.
 */
export function refuseUnlabelled(
  name: string,
  { labelled, examples }: { readonly labelled: number; readonly examples: number },
  reading: ReadReport,
): void {
  const { skipped } = reading
  const codes = commonest(reading)
  if (skipped > reading.examples) {
    const text = `${name}: expected examples but ${skipped} of ${skipped + reading.examples} lines are bad: ${reasonsText(reading, codes)}`
    throw new OLError(codes[0] ?? 'OL_INPUT_EMPTY', text, { value: skipped })
  }
  if (labelled > 0) return
  const also = skipped === 0 ? '' : `; ${skipped} lines are bad: ${reasonsText(reading, codes)}`
  const text = `${name}: expected labels but none of the ${examples} examples has one: name the label (label)${also}`
  throw new OLError('OL_LABEL', text, { value: examples })
}

/** Returns the codes of the three commonest faults. */
function commonest({ badCounts }: ReadReport): ErrorCode[] {
  const counts = Object.entries(badCounts) as [ErrorCode, number][]
  return counts
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([code]) => code)
}

function reasonsText({ badCounts, badLines }: ReadReport, codes: readonly ErrorCode[]): string {
  return codes
    .map((code) => {
      const first = badLines.find((bad) => bad.code === code)
      return `${badCounts[code]} ${code}${first === undefined ? '' : `, the first: ${badLineText(first)}`}`
    })
    .join('; ')
}
