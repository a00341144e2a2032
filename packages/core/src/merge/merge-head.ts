import { utf8At } from '@ol/spec'
import { shardSeed } from '../lanes/bootstrap.js'
import { sumsOf } from '../model/model-tensors.js'
import { NameStore, noNames, type StoredNames } from '../names/name-store.js'
import type { Settings } from '../options/settings.js'
import { allSteps } from '../table/steps.js'
import { type ProgressState, progressFields } from '../validation/progressive-validation.js'
import { mergedArray, splitArray } from './merged-memory.js'
import { mergedSettings } from './merged-settings.js'
import type { ModelHead } from './model-part.js'
import { mergedMoments, mergedScalars, shareOf, splitScalars } from './scalars.js'

/** Returns the head of merged models. Throws OL_MERGE_SETTINGS if their settings differ. */
export function mergedHead(heads: readonly ModelHead[]): ModelHead {
  const settings = mergedSettings(heads.map((head) => head.settings))
  const [first] = heads
  const names = sumNames(settings)
  return {
    settings,
    counts: mergedCounts(heads.map(({ counts }) => counts)),
    scalars: mergedScalars(
      settings,
      heads.map(({ scalars }) => scalars),
    ),
    sums: first.sums.map((_, i) =>
      mergedArray(
        names[i],
        heads.map(({ sums }) => sums[i]),
        settings,
        heads.map(({ scalars }) => scalars[0]),
      ),
    ),
    names: mergedNames(
      heads.map((head) => head.names),
      settings,
    ),
    unnamed: heads.some(({ unnamed }) => unnamed),
  }
}

/** Returns the head of share k of a model. */
export function splitHead(head: ModelHead, shares: number, k: number): ModelHead {
  const { settings, scalars, sums } = head
  const { bootstrap } = settings
  const names = sumNames(settings)
  return {
    ...head,
    settings:
      bootstrap === undefined
        ? settings
        : { ...settings, bootstrap: { ...bootstrap, seed: shardSeed(bootstrap.seed, k) } },
    counts: splitCounts(head.counts, shares, k),
    scalars: splitScalars(settings, scalars, shares, k),
    sums: sums.map((array, i) => splitArray(names[i], array, shares, settings)),
  }
}

function sumNames(settings: Settings): readonly string[] {
  return sumsOf(settings, 0).map(({ name }) => name)
}

/** Sums, and the moments of the labels: losses come from the models' own predictions. */
function mergedCounts(all: readonly ProgressState[]): ProgressState {
  const merged = { ...all[0] }
  for (const field of progressFields) merged[field] = all.reduce((sum, counts) => sum + counts[field], 0)
  const [, mean, squares] = mergedMoments(all.map((c) => [c.labelledWeight, c.labelMean, c.labelSquares]))
  return { ...merged, labelMean: mean, labelSquares: squares }
}

function splitCounts(counts: ProgressState, shares: number, k: number): ProgressState {
  const share = { ...counts }
  for (const field of ['examples', 'labelled', 'features', 'diverged'] as const)
    share[field] = shareOf(counts[field], shares, k)
  for (const field of ['weightSum', 'labelledWeight', 'lossSum', 'mistakes', 'labelSquares'] as const)
    share[field] = counts[field] / shares
  return share
}

/** The names of the first model, then those that only the second has, ..., up to the limit; the larger of two scales. */
function mergedNames(all: readonly StoredNames[], { bits, names: limit }: Settings): StoredNames {
  const known = new Map<string, number>()
  const keys: number[] = []
  const scales: number[] = []
  const merged = new NameStore(noNames())
  for (const { keys: own, ends, text, scales: ownScales } of all) {
    const added: number[] = []
    for (let i = 0; 2 * i < own.length; i++) {
      const lower = own[2 * i]
      const upper = own[2 * i + 1]
      const key = bits === 'grow' ? `${lower} ${upper}` : `${lower}`
      const scale = ownScales?.[i] ?? 0
      const at = known.get(key)
      if (at !== undefined) {
        if (scale > scales[at]) scales[at] = scale
        continue
      }
      if (scales.length >= limit) continue
      known.set(key, scales.length)
      keys.push(lower, upper)
      added.push(i)
      scales.push(scale)
    }
    merged.append(utf8At({ bytes: text, ends: ends.filter((_, k) => k % 2 === 0) }, added))
  }
  return {
    keys: Uint32Array.from(keys),
    ...allSteps(merged.storing(merged.size)),
    scales: all[0].scales === undefined ? undefined : Float64Array.from(scales),
  }
}
