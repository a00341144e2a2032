import { OLError, type OLErrorDetail } from '@ol/spec'

/** Returns an error about models of a merge, by their places from 1. `text`: the message, from their names in it */
export function mergeError(
  models: readonly number[],
  text: (...names: string[]) => string,
  detail: Pick<OLErrorDetail, 'value' | 'expected'>,
): OLError {
  return new OLError('OL_MERGE_SETTINGS', text(...models.map((model) => `model ${model}`)), {
    ...detail,
    models,
  })
}
