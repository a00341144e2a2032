import { invalid, OLError } from '@ol/spec'
import type { ModelState } from '../model/model-file.js'
import { type Evidence, evidenceOf, withArrays } from './fresh-memory.js'
import { mergedArray } from './merged-memory.js'

/** What the jury of a shard says of a model: its losses, and the evidence by which lanes are weighed. */
export interface Verdict {
  /** with a label and a weight */
  readonly examples: number
  readonly weight: number
  /** of the model, as its lanes are weighed by the examples before */
  readonly lossSum: number
  readonly evidence: Evidence
}

export function verdictOf(model: ModelState, counts: Omit<Verdict, 'evidence'>): Verdict {
  const evidence = Object.entries(evidenceOf(model)).map(([name, array]) => [name, [...array]])
  return { ...counts, evidence: Object.fromEntries(evidence) as Evidence }
}

/**
 * Returns the model whose lanes are weighed by verdicts, in the order of the shards, in place of what the shards themselves
 * have seen: OL_MERGE_SETTINGS where one is of another model.
 */
export function judgedModel(model: ModelState, verdicts: readonly Verdict[]): ModelState {
  const given: unknown = verdicts
  if (!Array.isArray(given) || given.length === 0)
    throw invalid('OL_PARAMETER', 'verdicts', 'an array of at least one', given)
  for (const verdict of given) {
    if (typeof verdict !== 'object' || verdict === null || !(verdict.weight >= 0))
      throw invalid('OL_PARAMETER', 'a verdict', 'an object { examples, weight, lossSum, evidence }', verdict)
  }
  const own = evidenceOf(model)
  verdicts.forEach(({ evidence }, k) => {
    for (const [name, { length }] of Object.entries(own)) {
      if (
        evidence?.[name]?.length === length &&
        evidence[name].every((x) => typeof x === 'number' || x === null)
      )
        continue
      const text = `Expected a verdict of a model like this but that of shard ${k + 1} has other numbers for ${name}`
      throw new OLError('OL_MERGE_SETTINGS', text, {
        value: evidence?.[name]?.length,
        expected: String(length),
      })
    }
  })
  const weights = verdicts.map(({ weight }) => weight)
  const arrays = Object.keys(own).map((name) => [
    name,
    mergedArray(
      name,
      // JSON has no infinity: that of a lane that diverged
      verdicts.map(({ evidence }) => Float64Array.from(evidence[name], (x) => x ?? Number.POSITIVE_INFINITY)),
      model.settings,
      weights,
    ),
  ])
  return withArrays(model, Object.fromEntries(arrays) as Record<string, Float64Array>)
}
