import { badWidth, counts, lineFaults } from '@ol/spec'
import { type Candidate, chunkOf, compare, planFor } from './compare.js'
import { type Kind, linesOf } from './lines.js'
import { generator } from './texts.js'

export interface FuzzResult {
  lines: number
  examples: number
  features: number
  bad: number
  /** how often each fault was seen, by its number */
  readonly faults: number[]
}

/**
 * Holds tokenizers against the first of them on at least this many lines of a format; throws where two differ. `most`:
 * lines of
 * a chunk, one in four of which may be long.
 */
export function fuzz(
  kind: Kind,
  lines: number,
  seed: number,
  candidates: readonly Candidate[],
  most: number = 60,
): FuzzResult {
  const random = generator(seed)
  const result: FuzzResult = { lines: 0, examples: 0, features: 0, bad: 0, faults: lineFaults.map(() => 0) }
  while (result.lines < lines) {
    const plan = planFor(kind, random)
    const clean = random(3) === 0
    const count = 1 + random(random(4) === 0 ? 32 * most : most)
    // lines of points alone, too, where numbers have commas
    const decimal = random(4) === 0 ? 46 : plan.decimal
    const [delimiter, mark] = [plan.delimiter, decimal].map((byte) => String.fromCharCode(byte))
    const chunk = chunkOf(linesOf(kind, random, count, clean, delimiter, mark), random)
    for (const other of candidates.slice(1)) {
      const { counts: c, bad } = compare(candidates[0], other, plan, chunk)
      if (other !== candidates[1]) continue
      result.lines += count
      result.examples += c[counts.examples]
      result.features += c[counts.features]
      result.bad += c[counts.bad]
      for (let k = 0; k < c[counts.bad]; k++) result.faults[bad[k * badWidth]]++
    }
  }
  return result
}
