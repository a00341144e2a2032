import { type ErrorCode, type Expand, OLError, valueText } from '@ol/spec'
import type { Settings } from './settings.js'

/** Returns the error for something that a lean learner lacks. `what`: an option, or a kind of input, with the value `value` */
export function refusedLean(what: string, value?: unknown): OLError {
  const own = value === undefined ? what : `${what} ${valueText(value)}`
  const text = `Expected the Learner of @ol/core for ${own} but received a learner of @ol/core/lean`
  return new OLError('OL_PART', text, { value: value ?? what })
}

/** Throws OL_PREDICT_ONLY for a model that cannot learn. */
export function refusePredictOnly({ predictOnly }: Settings): void {
  if (predictOnly === undefined) return
  const text = `Expected a model that learns but this one, of rule ${predictOnly}, was saved for predictions alone: load the model that it was made from`
  throw new OLError('OL_PREDICT_ONLY', text, { value: predictOnly })
}

/** Returns the error for an operation that a model with derived features does not have. */
export function refusedExpanded(what: string, expand: Expand, code: ErrorCode = 'OL_PARAMETER'): OLError {
  const text = `Expected a model without derived features to ${what} but this one has them: train it with expand 'off'`
  return new OLError(code, text, { value: expand, expected: "'off'" })
}

/**
 * Throws for a prediction that a model with derived features cannot make: with changing weights of lanes
 * (`evaluating`), or with a spread.
 */
export function refusePredicting(
  { expand }: { readonly expand: Expand },
  evaluating: boolean,
  spread: unknown,
): void {
  if (!evaluating && spread === undefined) return
  throw refusedExpanded(evaluating ? 'evaluate it on a merge holdout' : 'predict with a spread', expand)
}
