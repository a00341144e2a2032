import { type BatchNaming, invalid, OLError, valueText } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/**
 * Checks that names became the numbers of a batch as they do in a model; nothing is known of numbers that are the
 * caller's own. Throws OL_BATCH for other hashes, or if labels with names have other meanings; OL_LABEL for other names
 * of -1 and 1. Names of classes are checked by `Classes.adopt`.
 */
export function checkNaming(
  batch: BatchNaming,
  settings: Pick<Settings, 'hash' | 'hashSeed' | 'classes' | 'signNames'>,
): void {
  const { hash, hashSeed = 0, classNames, signNames } = batch
  if (hash !== undefined && hash !== settings.hash)
    throw invalid('OL_BATCH', 'hash of a batch', `${settings.hash} as in the model`, hash)
  if (hash !== undefined && hashSeed !== settings.hashSeed)
    throw invalid('OL_BATCH', 'hashSeed of a batch', `${settings.hashSeed} as in the model`, hashSeed)
  if (settings.classes !== undefined) {
    if (signNames !== undefined)
      throw invalid('OL_BATCH', 'signNames of a batch', 'none, as the model has classes,', signNames)
    return
  }
  if (classNames !== undefined)
    throw invalid('OL_BATCH', 'classNames of a batch', 'none, as the model has no classes,', classNames)
  const own = settings.signNames
  if (signNames !== undefined && own !== undefined) checkSignNames(signNames, own)
}

function checkSignNames(
  names: NonNullable<BatchNaming['signNames']>,
  own: NonNullable<Settings['signNames']>,
): void {
  const [negative, positive] = names
  // a label that an option names as 1 can be written differently than in the model
  if (negative === undefined ? positive !== own[0] : negative === own[0] && positive === own[1]) return
  const shown = names.map((name) => (name === undefined ? 'all others' : valueText(name)))
  const text = `Expected the labels of the learner (${own.map(valueText).join(', ')}: the label of -1 first) but the batch has ${shown.join(', ')}`
  throw new OLError('OL_LABEL', text, { value: names })
}
