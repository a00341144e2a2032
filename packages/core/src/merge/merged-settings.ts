import {
  type JsonValue,
  nameOf,
  type OLError,
  optionEntry,
  optionNames,
  paramText,
  ruleOf,
  valueText,
} from '@ol/spec'
import type { ClassSetting, Settings } from '../options/settings.js'
import { mergeError } from './merge-error.js'

/** Returns OL_MERGE_SETTINGS for a setting in which a model differs from the first one. */
export function differ(name: string, model: number, first: unknown, other: unknown): OLError {
  return mergeError(
    [1, model],
    (one, two) =>
      `Expected models of equal settings but ${name} is ${shown(first)} in ${one} and ${shown(other)} in ${two}`,
    { value: other, expected: shown(first) },
  )
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : valueText(value)
}

/** Settings that are compared directly, in this order: options, and some that are not options. */
const compared = [
  ...optionNames.filter((name) => optionEntry(name).merge === 'equal'),
  'lossParams',
  'automatic',
  'models',
  'signNames',
] as readonly (keyof Settings)[]

const spelled: Partial<Record<keyof Settings, string>> = {
  lossParams: 'a parameter of the loss',
  automatic: "learningRate 'auto'",
  signNames: 'classes',
  models: 'the lanes that were not pruned (keepLanes)',
}

/** Returns the settings of merged models. Seeds of replicates may differ; OL_MERGE_SETTINGS names the first setting that differs otherwise. */
export function mergedSettings(all: readonly Settings[]): Settings {
  const [first, ...others] = all
  others.forEach((other, i) => {
    const model = i + 2
    for (const name of compared) {
      const [own, theirs] = [comparedIn(first, name), comparedIn(other, name)]
      if (text(own) !== text(theirs)) throw differ(spelled[name] ?? name, model, plain(own), plain(theirs))
    }
    // with other classes all lanes are others
    compareClasses(first.classes, other.classes, model)
    compareParameters(first, other, model)
    const replicates = (s: Settings): number | undefined => s.bootstrap?.replicates
    if (replicates(first) !== replicates(other))
      throw differ('bootstrap', model, replicates(first), replicates(other))
    const laneClasses = (s: Settings): string => text(s.laneClasses)
    if (laneClasses(first) !== laneClasses(other))
      throw differ('the class of each lane', model, plain(first.laneClasses), plain(other.laneClasses))
    compareReading(first.input, other.input, model)
  })
  return first
}

/** Returns a setting; for the rule its name, which includes its modifiers. */
function comparedIn(settings: Settings, name: keyof Settings): unknown {
  return name === 'rule' ? nameOf(settings) : settings[name]
}

function compareParameters(first: Settings, other: Settings, model: number): void {
  if (first.lanes !== other.lanes) throw differ('the number of lanes', model, first.lanes, other.lanes)
  ruleOf(first).params.forEach((entry, j) => {
    for (let l = 0; l < first.lanes; l++) {
      const at = j * first.lanes + l
      if (first.params[at] === other.params[at]) continue
      const name = first.lanes === 1 ? entry.name : `${entry.name} of lane ${l + 1}`
      throw differ(name, model, paramText(entry, first.params[at]), paramText(entry, other.params[at]))
    }
  })
}

/** Throws OL_MERGE_SETTINGS for other classes, which have no names by which they could be distinguished. */
function compareClasses(
  first: ClassSetting | undefined,
  other: ClassSetting | undefined,
  model: number,
): void {
  if (first?.count !== other?.count)
    throw differ('the number of classes', model, first?.count ?? 'none', other?.count ?? 'none')
  if (text(first?.names) !== text(other?.names))
    throw differ('classes', model, first?.names ?? 'numbers', other?.names ?? 'numbers')
}

/** Throws OL_MERGE_SETTINGS for inputs that were read in other ways, naming the first. Names of classes are compared separately. */
function compareReading(first: JsonValue | undefined, other: JsonValue | undefined, model: number): void {
  const [own, theirs] = [membersOf(first), membersOf(other)]
  for (const name of new Set([...Object.keys(own), ...Object.keys(theirs)]))
    if (name !== 'classes' && text(own[name]) !== text(theirs[name]))
      throw differ(`${name} of the input`, model, own[name] ?? 'not set', theirs[name] ?? 'not set')
  if (Object.keys(own).length + Object.keys(theirs).length === 0 && text(first) !== text(other))
    throw differ('the input', model, first ?? 'not set', other ?? 'not set')
}

function membersOf(input: JsonValue | undefined): { readonly [key: string]: JsonValue } {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as { readonly [key: string]: JsonValue })
    : {}
}

function plain(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value
}

function text(value: unknown): string {
  return JSON.stringify(plain(value)) ?? ''
}
