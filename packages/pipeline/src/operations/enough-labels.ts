import type { ReadReport } from '@ol/reader'
import { type ErrorCode, OLError, valueText } from '@ol/spec'
import { badLineText } from '../reports.js'

/** Throws if most of an input was skipped: with the code of the commonest fault if more than half of the lines are bad. */
export function refuseMostlyBad(name: string, reading: ReadReport): void {
  const { skipped, examples } = reading
  if (skipped <= examples) return
  const codes = commonest(reading)
  const text = `${name}: expected examples but ${skipped} of ${skipped + examples} lines are bad: ${reasonsText(reading, codes)}`
  throw new OLError(codes[0] ?? 'OL_INPUT_EMPTY', text, { value: skipped })
}

/** Throws if an input cannot be learned or tested: OL_LABEL without a labelled example, or if most of it is bad. */
export function refuseUnlabelled(
  name: string,
  { labelled, examples }: { readonly labelled: number; readonly examples: number },
  reading: ReadReport,
): void {
  refuseMostlyBad(name, reading)
  if (labelled > 0) return
  const { skipped } = reading
  const also = skipped === 0 ? '' : `; ${skipped} lines are bad: ${reasonsText(reading, commonest(reading))}`
  const { label } = reading
  const taken = label === undefined ? '' : ` in ${valueText(label.column)}, which was taken for the label`
  const text = `${name}: expected labels but none of the ${examples} examples has one${taken}: name ${label === undefined ? 'the' : 'another'} label (label)${also}`
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
