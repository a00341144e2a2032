import type { HashMode, Link, LossId, Precision, RuleId, Update } from '@ol/spec'

/** What a model file can carry beside the model. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** The range that predictions are kept in: none, that of the labels learned so far, or [min, max]. */
export type ClipSetting = 'none' | 'labels' | readonly [min: number, max: number]

/** The options of a learner after validation, every default filled in: what the model file stores. */
export interface Settings {
  readonly rule: RuleId
  readonly loss: LossId
  readonly update: Update
  readonly bits: number
  readonly lanes: number
  readonly precision: Precision
  /** by parameter, then lane by lane, in the order of the table of rules */
  readonly params: Float64Array
  /** in the order of the table of losses */
  readonly lossParams: Float64Array
  readonly clip: ClipSetting
  readonly link: Link
  readonly constant: boolean
  readonly hash: HashMode
  readonly hashSeed: number
  readonly input: JsonValue | undefined
}
