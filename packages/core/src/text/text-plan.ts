import { invalid, labelModes, lossOf, type TokenPlan } from '@ol/spec'
import { datesOfInput } from '../examples/dates.js'
import type { LeanLearner } from '../learner/lean-learner.js'
import { groupsByNamespace } from '../options/group-factors.js'
import type { ClassLabel } from '../options/settings.js'

/** Returns the plan by which the text of a format without columns is read for a model. */
export function textPlan(model: LeanLearner<ClassLabel>, format: TokenPlan['format']): TokenPlan {
  const { settings } = model.learnerState()
  const groups = groupsByNamespace(settings)
  const { hash, hashSeed, constant, missingAs, input, bits, loss, classes, signNames } = settings
  const names = signNames ?? classes?.names
  if (names !== undefined)
    throw invalid(
      'OL_PARAMETER',
      'the model of this text',
      'labels that are numbers: names need @ol/reader',
      names,
    )
  const none = new Uint32Array(0)
  const noBytes = new Uint8Array(0)
  return {
    format,
    hash,
    seed: hashSeed,
    constant,
    missing: missingAs === 'value',
    labelMode: labelModes[classes === undefined ? lossOf(loss).labels : 'class'],
    positive: classes?.count ?? Number.NaN,
    labelTexts: noBytes,
    labelEnds: none,
    labelValues: new Float64Array(0),
    labelNumbers: new Float64Array(0),
    // the default of @ol/reader
    maxLineBytes: 1 << 24,
    delimiter: 0,
    decimal: 46,
    quote: 0,
    comment: 0,
    escape: 0,
    dates: datesOfInput(input),
    skipBlank: false,
    prose: false,
    charNgrams: 0,
    missingTexts: noBytes,
    header: noBytes,
    forms: noBytes,
    roles: noBytes,
    columnHashes: none,
    columnUppers: none,
    labelKey: noBytes,
    wide: bits === 'grow',
    groups,
    spaces: groups,
    columnSpaces: noBytes,
  }
}
