import { isPlainObject, type JsonValue, OLError } from '@ol/spec'

/**
 * Throws if the input of a model was read with options that change the features of examples:
 * interactions, n-grams, ignored namespaces.
 *
 * @throws OLError OL_FEATURES
 */
export function refuseExpanding(input: JsonValue | undefined): void {
  if (!isPlainObject(input) || !isPlainObject(input.expand)) return
  throw new OLError(
    'OL_FEATURES',
    'Expected a batch, as the model has interactions, n-grams or chosen namespaces: pass objects to @ol/pipeline',
  )
}
