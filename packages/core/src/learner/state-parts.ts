import { type Backend, OLError } from '@ol/spec'
import type { expertsOf, partsOf } from '../expand/stored-experts.js'
import type { MixerOf } from '../lanes/mixer.js'
import type { settingsUnder } from '../options/model-options.js'
import type { OptionParts } from '../options/resolve-with.js'
import type { Evaluation } from '../validation/evaluation.js'

/** What the state of a learner is made of beside its heart. */
export interface StateParts extends OptionParts {
  /** the backend in TypeScript, with these rules */
  readonly backend: Backend
  /** derived features */
  readonly deriving?: ExpertsPart
  /** mixtures of lanes: rule `auto` and `learningRate: 'auto'` */
  readonly mixing?: MixingPart
  /** the settings of models that are read */
  readonly storing?: ResumingPart
  /** figures by the task, in the reports of streams: without them there is the loss alone */
  readonly evaluating?: EvaluatingPart
}

/** Mixes the answers of lanes. */
export interface MixingPart {
  readonly mixerOf: MixerOf
}

/** Makes and stores the experts of derived features. */
export interface ExpertsPart {
  readonly expertsOf: typeof expertsOf
  readonly partsOf: typeof partsOf
}

/** Settles the options under which a model that is read goes on. */
export interface ResumingPart {
  readonly settingsUnder: typeof settingsUnder
}

/** Figures by the task. */
export interface EvaluatingPart {
  readonly Evaluation: typeof Evaluation
}

/** Returns a part: OL_PART where the learner was made without it. */
export function neededPart<P extends object, K extends keyof P & string>(
  parts: P,
  name: K,
): NonNullable<P[K]> {
  const part = parts[name]
  if (part !== undefined && part !== null) return part
  throw new OLError('OL_PART', `Expected a learner with the part ${name} but this one was made without it`, {
    value: name,
  })
}
