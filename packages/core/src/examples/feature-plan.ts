import { labelModes, type TokenPlan } from '@ol/spec'
import { datesOfInput } from './dates.js'
import type { Hashing } from './name-hasher.js'

const none = new Uint32Array(0)
const noBytes = new Uint8Array(0)

/** Returns the plan by which text without columns and labels becomes features. */
export function featurePlan(
  format: TokenPlan['format'],
  { hash, hashSeed, constant, missingAs, input, bits }: Hashing,
  groups: boolean,
): TokenPlan {
  return {
    format,
    hash,
    seed: hashSeed,
    constant,
    missing: missingAs !== 'absent',
    labelMode: labelModes.unread,
    positive: Number.NaN,
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
    columnOrder: none,
  }
}
