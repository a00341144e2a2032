import { type Backend, invalid, type MergeForm, mergeOf, OLError } from '@ol/spec'
import { plainModel } from '../expand/plain-model.js'
import type { ModelState } from '../model/model-file.js'
import { withAllClasses } from './class-union.js'
import { refuseMerged } from './mean-shifts.js'
import { mergeError } from './merge-error.js'
import { mergedHead, splitHead } from './merge-head.js'
import { mergedRows, mergePlan, splitRows } from './merge-rows.js'
import { mergedExpansion } from './merged-expansion.js'
import { checkMergeable, headOf, type ModelPart } from './model-part.js'
import { fromSlices, toSlice } from './slice-conversion.js'

/*
 * Models that learned separately become one: docs/merging.md. The merge of a model is the merge of its slices, whatever
 * their number: a row of the result depends only on the same row of the models, and on their heads.
 */

/**
 * Merges the same slice of several models, in their order: OL_MERGE_RULE, OL_MERGE_SETTINGS if they cannot be merged. A
 * single one is returned unchanged.
 */
export function mergedPart(backend: Backend, given: readonly ModelPart[]): ModelPart {
  if (!Array.isArray(given) || given.length === 0)
    throw invalid('OL_PARAMETER', 'models to merge', 'at least one', given)
  for (const { head } of given) checkMergeable(head.settings)
  if (given.length === 1) return given[0]
  checkSameSlice(given)
  refuseMerged(given)
  const parts = withAllClasses(given)
  const [first] = parts
  const head = mergedHead(parts.map((part) => part.head))
  const plan = mergePlan(
    parts.map((part) => part.head),
    head,
    parts.length,
  )
  const { rows, shifts } = mergedRows(
    backend,
    plan,
    parts.map((part) => part.rows),
    isLazy(first),
  )
  return { head, rows, shifts, slice: first.slice, slices: first.slices }
}

/** Merges models: as for `mergedPart`. */
export function mergedModel(backend: Backend, models: readonly ModelState[]): ModelState {
  if (models.length === 1) {
    checkMergeable(models[0].settings)
    return models[0]
  }
  if (models.some(({ settings }) => settings.expand !== 'off'))
    return mergedExpansion(backend, models, (plain) => mergedModel(backend, plain))
  for (const { settings } of models) checkMergeable(settings)
  return fromSlices([
    mergedPart(
      backend,
      models.map((model) => toSlice(model)),
    ),
  ])
}

/** Returns shard k of `shares` of a model: `mergedModel` turns all shards into the model again. */
export function modelShare(backend: Backend, given: ModelState, shares: number, k: number): ModelState {
  const model = plainModel(given, 'cut it into shares')
  checkMergeable(model.settings)
  if (shares === 1) return model
  const { rows } = toSlice(model)
  const whole = headOf(model)
  const head = splitHead(whole, shares, k)
  const plan = mergePlan([whole], head, shares)
  const part = { head, rows, slice: 0, slices: 1 }
  return fromSlices([
    {
      ...part,
      rows: splitRows(backend, plan, rows, isLazy(part)),
    },
  ])
}

/** Joins all slices of a model: OL_MERGE_SETTINGS if one is missing, or is of another model. */
export function joinedSlices(parts: readonly ModelPart[]): ModelState {
  if (!Array.isArray(parts) || parts.length === 0)
    throw invalid('OL_PARAMETER', 'slices to join', 'at least one', parts)
  const sorted = parts.toSorted((a, b) => a.slice - b.slice)
  const [{ slices, head }] = sorted
  const wrong =
    sorted.length === slices
      ? sorted.find((part, i) => part.slice !== i || part.slices !== slices)
      : sorted[0]
  if (wrong !== undefined) {
    const text = `Expected slices 1 to ${slices} of a model, each once, but received ${sorted.map((part) => `${part.slice + 1}/${part.slices}`).join(', ')}`
    throw new OLError('OL_MERGE_SETTINGS', text, { value: sorted.length, expected: String(slices) })
  }
  for (const part of sorted)
    if (alike(part) !== alike({ head })) {
      const text = `Expected slices of one model but slice ${part.slice + 1}/${slices} is of another one than the first`
      throw new OLError('OL_MERGE_SETTINGS', text, { value: part.slice + 1 })
    }
  return fromSlices(sorted)
}

function alike({ head }: Pick<ModelPart, 'head'>): string {
  const { settings, counts, scalars, sums } = head
  return JSON.stringify([
    { ...settings, params: [...settings.params] },
    counts,
    [...scalars],
    sums.map((array) => [...array]),
  ])
}

function checkSameSlice(parts: readonly ModelPart[]): void {
  const [{ slice, slices }] = parts
  const at = parts.findIndex((part) => part.slice !== slice || part.slices !== slices)
  if (at < 0) return
  const value = `${parts[at].slice + 1}/${parts[at].slices}`
  const text = (first: string, other: string): string =>
    `Expected the same slice of every model but received ${slice + 1}/${slices} of ${first} and ${value} of ${other}`
  throw mergeError([1, at + 1], text, { value })
}

function isLazy({ head }: Pick<ModelPart, 'head'>): boolean {
  return (mergeOf(head.settings) as MergeForm).lazy === true
}
