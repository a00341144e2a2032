import { log, lossTwins } from '@ol/numerics'
import type { Measure, MixedExamples, ScoreAnswers } from '@ol/spec'

/** See Backend.answer. Twin: native/core/mixture/answer.cc. */
export function answer(
  { loss, lossParams }: Pick<Measure, 'loss' | 'lossParams'>,
  { out, labels }: MixedExamples,
  size: number,
  { predictions, losses }: ScoreAnswers,
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
