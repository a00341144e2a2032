import type { AnyLearnerOptions, ClassLabel, ClassWeight } from '@ol/core'
import { classLabels, classWeightOf, signLabels } from '@ol/core/internal'
import type { Schema } from '@ol/reader'
import { OLError, valueText } from '@ol/spec'

/** Returns the labels of -1 and of +1, if the schema of an input names them. */
export function signLabelsOf(schema: Schema | undefined): readonly ClassLabel[] | undefined {
  const { positive, labelTexts } = schema ?? {}
  if (typeof positive === 'string') return [`not ${positive}`, positive]
  if (labelTexts === null || labelTexts === undefined) return undefined
  return signLabels(labelTexts)
}

/**
 * Returns class weights by position, if the input names the classes.
 *
 * @throws OLError OL_PARAMETER for a class that the input does not have
 */
export function weightsUnder(schema: Schema, given: ClassWeight): ClassWeight {
  const { labels, classes } = schema
  if (labels !== 'sign' && labels !== 'class') return given
  const setting =
    classes === null || classes === undefined
      ? undefined
      : {
          count: classes.grows === true ? (classes.names?.length ?? 0) : classes.count,
          names: classes.names ?? undefined,
        }
  const own = labels === 'sign' ? signLabelsOf(schema) : undefined
  return (
    classWeightOf(
      given,
      own ?? classLabels({ classes: setting, signNames: undefined, loss: 'logistic' }),
      classes?.grows === true,
    ) ?? given
  )
}

/**
 * Throws for class weights that differ from the model's.
 *
 * @throws OLError OL_MODEL_MISMATCH, or OL_PARAMETER for a class that the model does not have
 */
export function checkModelWeights(
  { classWeight: own, mostClasses }: Pick<AnyLearnerOptions, 'classWeight' | 'mostClasses'>,
  labels: readonly ClassLabel[],
  given: ClassWeight,
): void {
  const requested = classWeightOf(given, labels, mostClasses !== undefined)
  if (JSON.stringify(requested) === JSON.stringify(own)) return
  const shown = (weights: ClassWeight | undefined): string =>
    weights === undefined ? 'none' : typeof weights === 'string' ? weights : JSON.stringify(weights)
  const text = `Expected the weights of classes of the model, ${shown(own)}, but received ${shown(requested)}`
  throw new OLError('OL_MODEL_MISMATCH', text, { value: valueText(given), expected: shown(own) })
}
