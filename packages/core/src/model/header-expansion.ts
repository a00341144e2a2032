import {
  binLevels,
  derivationDepths,
  derivedKeys,
  namedRules,
  OLError,
  type RuleName,
  ruleOf,
} from '@ol/spec'
import { nagRates } from '../options/ensemble-options.js'
import { withLanes } from '../options/lane-options.js'
import type { Settings, StoredPrecision } from '../options/settings.js'
import { corrupt, isCount, parse } from './header-values.js'
import type { ExpansionHeader } from './model-tensors.js'

/** Returns the derived features of a header; throws OL_MODEL_VERSION if this version derives others. */
export function expansionIn(
  metadata: { readonly [key: string]: string },
  { expand }: Settings,
): ExpansionHeader | undefined {
  if (expand === 'off') return undefined
  const { numbers, experts, bins, keys } = parse(metadata, 'expansion') as { readonly [key: string]: unknown }
  checkVersion('bins of the levels', bins, binLevels)
  checkVersion('keys of version', keys, derivedKeys)
  const all: readonly unknown[] = Array.isArray(experts) ? experts : [experts]
  const most = derivationDepths.triples + nagRates.length
  if (all.length > most || !all.every((bytes) => isCount(bytes, 2 ** 40)) || !isCount(numbers, 2 ** 32))
    throw corrupt('has no sizes of its derived features', metadata.expansion)
  return { numbers, experts: all as readonly number[], bins: binLevels, keys: derivedKeys }
}

function checkVersion(what: string, value: unknown, own: unknown): void {
  const [found, expected] = [value, own].map((one) => JSON.stringify(one) ?? 'none')
  if (found === expected) return
  const text = `Expected derived features with ${what} ${expected} but the model has ${found}: train it again, or read it with the version of OL that wrote it`
  throw new OLError('OL_MODEL_VERSION', text, { value, expected })
}

/** Returns the rule that a model was distilled from; undefined: it learns. */
export function sourceIn(metadata: { readonly [key: string]: string }): RuleName | undefined {
  const { predict_only: rule } = metadata
  if (rule !== undefined && !Object.hasOwn(namedRules, rule)) throw corrupt('was learned by no rule', rule)
  return rule as RuleName | undefined
}

/** Returns the settings of an ensemble with its remaining models. */
export function modelsIn(metadata: { readonly [key: string]: string }, fresh: Settings): Settings {
  const models = parse(metadata, 'models') as readonly number[]
  const each = fresh.lanes / (fresh.classes?.count ?? 1)
  const ascending =
    Array.isArray(models) && models.every((l, i) => isCount(l, each - 1) && (i === 0 || l > models[i - 1]))
  if (!ascending || models.length === 0 || ruleOf(fresh).ensemble === undefined)
    throw corrupt('has models that its rule does not have', metadata.models)
  const kept = Array.from({ length: fresh.lanes }, (_, l) => l).filter((l) => models.includes(l % each))
  return { ...withLanes(fresh, kept), models }
}

/** Returns the precision of weights of half the bytes, which a model for predictions alone can have. */
export function storedPrecisionIn(metadata: { readonly [key: string]: string }): StoredPrecision | undefined {
  const { stored_precision: value, format_version: version, predict_only: source } = metadata
  if (value === undefined && version !== '3') return undefined
  if (value === 'bfloat16' && version === '3' && source !== undefined) return value
  throw corrupt('has a wrong precision of its weights', value)
}
