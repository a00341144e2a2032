import { invalid, OLError } from '@ol/spec'
import type { ModelState } from '../model/model-file.js'
import { type Evidence, evidenceOf, withArrays } from './fresh-memory.js'
import { mergedArray } from './merged-memory.js'

/** The result of a model on the holdout set of a shard: its losses, and the evidence by which lanes are weighed. */
export interface HoldoutResult {
  /** the checksum of the bytes of the model */
  readonly model: string
  /** with a label and a weight */
  readonly examples: number
  readonly weight: number
  /** the losses of the model, whose lanes are weighed by the earlier examples */
  readonly lossSum: number
  readonly evidence: Evidence
}

export function holdoutResultOf(model: ModelState, counts: Omit<HoldoutResult, 'evidence'>): HoldoutResult {
  const evidence = Object.entries(evidenceOf(model)).map(([name, array]) => [name, [...array]])
  return { ...counts, evidence: Object.fromEntries(evidence) as Evidence }
}

/**
 * Returns the model whose lanes are weighed by holdout results, in the order of the shards, instead of the evidence of
 * the shards themselves. Throws OL_MERGE_SETTINGS if one is of another model. `checksum`: of the bytes of the model.
 */
export function reweightedModel(
  model: ModelState,
  results: readonly HoldoutResult[],
  checksum: string,
): ModelState {
  const given: unknown = results
  if (!Array.isArray(given) || given.length === 0)
    throw invalid('OL_PARAMETER', 'holdout results', 'an array of at least one', given)
  for (const result of given) {
    if (typeof result !== 'object' || result === null || !(result.weight >= 0))
      throw invalid(
        'OL_PARAMETER',
        'a holdout result',
        'an object { model, examples, weight, lossSum, evidence }',
        result,
      )
  }
  const own = evidenceOf(model)
  results.forEach(({ evidence }, k) => {
    for (const [name, { length }] of Object.entries(own)) {
      if (
        evidence?.[name]?.length === length &&
        evidence[name].every((x) => typeof x === 'number' || x === null)
      )
        continue
      const text = `Expected a holdout result of a model like this but the one of shard ${k + 1} has other numbers for ${name}`
      throw new OLError('OL_MERGE_SETTINGS', text, {
        value: evidence?.[name]?.length,
        expected: String(length),
      })
    }
  })
  const other = results.findIndex((result) => result.model !== checksum)
  if (other >= 0) {
    const text = `Expected holdout results of this model, whose checksum is ${checksum}, but the one of shard ${other + 1} is of another`
    throw new OLError('OL_MERGE_SETTINGS', text, { value: results[other].model, expected: checksum })
  }
  refuseTwice(results)
  const weights = results.map(({ weight }) => weight)
  const arrays = Object.keys(own).map((name) => [
    name,
    mergedArray(
      name,
      // JSON has no infinity, which a lane that diverged has
      results.map(({ evidence }) => Float64Array.from(evidence[name], (x) => x ?? Number.POSITIVE_INFINITY)),
      model.settings,
      weights,
    ),
  ])
  return withArrays(model, Object.fromEntries(arrays) as Record<string, Float64Array>)
}

/**
 * Throws if a result is given twice: its examples would count twice. Two shards of one example each may have the same
 * by chance.
 *
 * @throws OLError OL_PARAMETER
 */
function refuseTwice(results: readonly HoldoutResult[]): void {
  const numbers = new Map<string, number>()
  for (const [k, { examples, weight, lossSum, evidence }] of results.entries()) {
    if (!(examples > 1)) continue
    const text = JSON.stringify([examples, weight, lossSum, evidence])
    const first = numbers.get(text)
    if (first !== undefined)
      throw invalid(
        'OL_PARAMETER',
        `holdout result ${k + 1}`,
        'the result of another shard',
        `result ${first} again`,
      )
    numbers.set(text, k + 1)
  }
}
