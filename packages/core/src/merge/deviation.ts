import { ruleOf } from '@ol/spec'
import { scalesOutside } from '../targets/label-scale.js'
import { type ModelHead, namedSums, scalarsNamed } from './model-part.js'

/** Returns the unit of the weights of a model: the standard deviation of labels that are learned in units of it, or 1. */
export function labelDeviation(head: ModelHead): number {
  const { settings, scalars } = head
  if (settings.labelScale !== 'spread') return 1
  const [weight, , squares] =
    ruleOf(settings).standardizes === true
      ? scalars.subarray(scalarsNamed(settings, 'label_weight')?.at)
      : scalesOutside(settings)
        ? (namedSums(head).get('label_scale') ?? [])
        : [1, 0, 1]
  return weight > 0 ? Math.sqrt(squares / weight) : 0
}
