import { log, lossTwins } from '@ol/numerics'
import type { Measure, MixedExamples, ScoreOutcome } from '@ol/spec'

/** See Backend.finalize. Twin: native/core/mixture/finalize.cc. */
export function finalize(
  { loss, lossParams }: Pick<Measure, 'loss' | 'lossParams'>,
  { out, labels }: MixedExamples,
  size: number,
  { predictions, losses }: ScoreOutcome,
  from: number,
): void {
  const { value } = lossTwins[loss]
  const numbers = out.length === size
  for (let e = 0; e < size; e++) {
    const label = labels[e]
    const score = numbers ? out[e] : log(out[2 * e + 1]) - log(out[2 * e])
    predictions[from + e] = score
    losses[from + e] = label === label ? value(score, label, lossParams[0] ?? 0) : Number.NaN
  }
}
