import { limits, losses, OLError, paramText, paramValue, ruleOf, valueText } from '@ol/spec'
import { isCombined } from '../options/ensemble-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { classesOf } from '../options/option-checks.js'
import { resolveOptions } from '../options/resolve-options.js'
import type { BootstrapSetting, ClassSetting, Settings } from '../options/settings.js'
import { mostRows } from '../table/growing-store.js'
import { type ProgressState, progressFields } from '../validation/progressive-validation.js'
import { expansionIn, modelsIn, sourceIn, storedPrecisionIn } from './header-expansion.js'
import { optionsIn, optionTexts } from './header-options.js'
import { corrupt, isCount, parse } from './header-values.js'
import { optionalState } from './missing-state.js'
import type { NamesHeader } from './model-names.js'
import type { ExpansionHeader, Tensor } from './model-tensors.js'
import { canBeSparse, isSmaller } from './touched.js'

/** The versions of the file format: for files with all slots, with only the touched ones, and with weights of half the bytes. */
const formatVersions = { dense: '1', sparse: '2', half: '3' } as const

const zeros = '00000000'

/** The place of the checksum, the first value of the header, in a file. */
export const checksumOffset: number = 8 + '{"__metadata__":{"checksum":"'.length
export const checksumLength: number = zeros.length

/** The length of the longest header that is accepted. */
export const maxHeader = 100_000_000

export interface Header {
  readonly settings: Settings
  /** rows in the file; for a growing table, the rows in use */
  readonly rows: number
  /** the slots in the file, if it has only the touched ones */
  readonly slots?: number | undefined
  readonly counts: ProgressState
  /** absent: no names are known, and as many would be kept as by default */
  readonly names?: NamesHeader | undefined
  /** whether the file has the shared states that are optional */
  readonly missing?: boolean | undefined
  /** absent: no features are derived */
  readonly expansion?: ExpansionHeader | undefined
}

/**
 * Returns the head of the file: the header's length, then the header, padded so that the data starts at a multiple of
 * 64.
 */
export function encodeHeader(header: Header, tensors: readonly Tensor[]): Uint8Array {
  const text: Record<string, unknown> = { __metadata__: metadataOf(header) }
  for (const { name, dtype, shape, start, end } of tensors)
    text[name] = { dtype, shape, data_offsets: [start, end] }
  const json = new TextEncoder().encode(JSON.stringify(text))
  const head = new Uint8Array(Math.ceil((8 + json.length) / 64) * 64).fill(0x20)
  new DataView(head.buffer).setBigUint64(0, BigInt(head.length - 8), true)
  head.set(json, 8)
  return head
}

/** The keys of a header in their order; options that are not listed come after them. */
export const keyOrder: readonly string[] = [
  'checksum',
  'format',
  'format_version',
  'rule',
  'loss',
  'update',
  'parameters',
  'loss_parameters',
  'bits',
  'rows',
  'max_features',
  'slots',
  'missing',
  'lanes',
  'precision',
  'clip',
  'link',
  'prenormalize',
  'constant',
  'hash',
  'hash_seed',
  'missing_as',
  'counts',
  'classes',
  'lane_classes',
  'learning_rate',
  'keep_lanes',
  'predict_only',
  'stored_precision',
  'models',
  'label_scale',
  'outliers',
  'expand',
  'expansion',
  'class_weight',
  'bootstrap',
  'names',
  'input',
]

function metadataOf(header: Header): Record<string, string> {
  const texts = { ...optionTexts(header.settings), ...furtherTexts(header) }
  const keys = new Set([...keyOrder.filter((key) => Object.hasOwn(texts, key)), ...Object.keys(texts)])
  return Object.fromEntries([...keys].map((key) => [key, texts[key]]))
}

/** Returns what a header says besides options. */
function furtherTexts({
  settings: s,
  counts,
  rows,
  slots,
  names,
  missing,
  expansion,
}: Header): Record<string, string> {
  const rule = ruleOf(s).params
  const parameters = rule.map((p, i) => {
    const lanes = Array.from({ length: s.lanes }, (_, l) => paramText(p, s.params[i * s.lanes + l]))
    return [p.name, lanes] as const
  })
  const lossParameters = losses[s.loss].params.map((p, i) => [p.name, paramText(p, s.lossParams[i])] as const)
  return {
    checksum: zeros,
    format: 'ol',
    format_version: versionOf(s, slots),
    parameters: JSON.stringify(Object.fromEntries(parameters)),
    loss_parameters: JSON.stringify(Object.fromEntries(lossParameters)),
    ...(s.bits === 'grow' ? { rows: String(rows) } : {}),
    ...(slots === undefined ? {} : { slots: String(slots) }),
    ...(missing === true ? { missing: 'true' } : {}),
    lanes: String(s.lanes),
    counts: JSON.stringify(
      Object.fromEntries(progressFields.map((field) => [field, jsonNumber(counts[field])])),
    ),
    ...(s.signNames === undefined ? {} : { classes: JSON.stringify({ count: 2, names: s.signNames }) }),
    ...(s.classes === undefined
      ? {}
      : { classes: JSON.stringify(s.classes), lane_classes: JSON.stringify([...(s.laneClasses ?? [])]) }),
    ...(s.automatic ? { learning_rate: 'auto' } : {}),
    ...(s.predictOnly === undefined ? {} : { predict_only: s.predictOnly }),
    ...(s.storedPrecision === undefined ? {} : { stored_precision: s.storedPrecision }),
    ...(s.models === undefined ? {} : { models: JSON.stringify(s.models) }),
    ...(s.expand === 'off' ? {} : { expansion: JSON.stringify(expansion) }),
    ...(s.bootstrap === undefined ? {} : { bootstrap: JSON.stringify(s.bootstrap) }),
    ...(names === undefined ? {} : { names: JSON.stringify({ limit: s.names, ...names }) }),
  }
}

function versionOf({ storedPrecision }: Settings, slots: number | undefined): string {
  if (storedPrecision !== undefined) return formatVersions.half
  return slots === undefined ? formatVersions.dense : formatVersions.sparse
}

/**
 * Reads a header and validates it like options. The caller compares it with the header of these settings, character
 * by character (`encodeHeader`).
 */
export function decodeHeader(json: Uint8Array): Header {
  const metadata = metadataIn(json)
  if (metadata.format !== 'ol') throw corrupt('is not a model of OL', metadata.format)
  const known: readonly (string | undefined)[] = Object.values(formatVersions)
  if (!known.includes(metadata.format_version)) {
    const expected = known.join(', ')
    const text = `Expected format version ${expected} but the model has ${valueText(metadata.format_version)}: read it with the version of OL that wrote it`
    throw new OLError('OL_MODEL_VERSION', text, { value: metadata.format_version, expected })
  }
  try {
    const settings = settingsIn(metadata)
    const counts = countsIn(parse(metadata, 'counts'))
    const rows = rowsIn(metadata, settings)
    const slots = slotsIn(metadata, settings, rows)
    return {
      settings,
      rows,
      slots,
      counts,
      names: namesIn(metadata, settings),
      missing: metadata.missing === 'true' && optionalState(settings) >= 0,
      expansion: expansionIn(metadata, settings),
    }
  } catch (cause) {
    if (cause instanceof OLError && cause.code === 'OL_MODEL_VERSION') throw cause
    const text = cause instanceof Error ? cause.message : String(cause)
    throw new OLError('OL_MODEL_FORMAT', `The header of the model is corrupt: ${text}`, { cause })
  }
}

function metadataIn(json: Uint8Array): { readonly [key: string]: string } {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch (cause) {
    throw new OLError('OL_MODEL_FORMAT', 'The file is not a model: its header is not JSON', { cause })
  }
  const metadata =
    typeof header === 'object' && header !== null
      ? (header as { __metadata__?: unknown }).__metadata__
      : undefined
  if (typeof metadata !== 'object' || metadata === null) throw corrupt('has no __metadata__', metadata)
  for (const value of Object.values(metadata)) {
    if (typeof value !== 'string') throw corrupt('has a value in __metadata__ that is not a string', value)
  }
  return metadata as { readonly [key: string]: string }
}

function settingsIn(metadata: { readonly [key: string]: string }): Settings {
  const params = parse(metadata, 'parameters') as Record<string, readonly (number | string)[]>
  const automatic = metadata.learning_rate === 'auto'
  // the classes of one model have no separate lanes
  const pair = metadata.classes !== undefined && metadata.lane_classes === undefined
  const named = classesIn(metadata)
  const classes = pair ? undefined : named
  const bootstrap = bootstrapIn(metadata)
  const options = {
    ...Object.fromEntries(Object.entries(params).map(([name, values]) => [name, values[0]])),
    ...(automatic ? { learningRate: 'auto' } : {}),
    ...(parse(metadata, 'loss_parameters') as object),
    ...optionsIn(metadata, { automatic, classes }),
    ...(classes?.most === undefined
      ? { classes: pair ? named?.names : classes?.count, ...(pair ? { task: 'binary' } : {}) }
      : { classes: classes.names, mostClasses: classes.most }),
    ...(bootstrap === undefined ? {} : { bootstrap: bootstrap.replicates, bootstrapSeed: bootstrap.seed }),
    names: nameLimit(metadata),
  }
  const settings = {
    ...resolveOptions(options as AnyLearnerOptions),
    classes,
    predictOnly: sourceIn(metadata),
    storedPrecision: storedPrecisionIn(metadata),
  }
  if (metadata.models !== undefined) return modelsIn(metadata, settings)
  return automatic ? mixtureIn(metadata, settings, params) : settings
}

function rowsIn(metadata: { readonly [key: string]: string }, settings: Settings): number {
  if (settings.bits !== 'grow') return 2 ** settings.bits
  const rows = Number(metadata.rows)
  if (!(Number.isInteger(rows) && rows >= 0 && rows <= mostRows(settings)))
    throw corrupt('has a wrong number of rows', metadata.rows)
  return rows
}

/** Returns the slots in the file; undefined: all of them. */
function slotsIn(
  metadata: { readonly [key: string]: string },
  settings: Settings,
  rows: number,
): number | undefined {
  const { format_version: version } = metadata
  if (version === formatVersions.dense || (version === formatVersions.half && metadata.slots === undefined))
    return undefined
  const slots = Number(metadata.slots)
  if (!isCount(slots, rows) || !canBeSparse(settings) || !isSmaller(settings, slots, rows))
    throw corrupt('has a wrong number of slots', metadata.slots)
  return slots
}

function classesIn(metadata: { readonly [key: string]: string }): ClassSetting | undefined {
  if (metadata.classes === undefined) return undefined
  const { count, names, most } = parse(metadata, 'classes') as {
    count: number
    names?: readonly unknown[]
    most?: unknown
  }
  if (names === undefined) return { count, names: undefined }
  const texts = Array.isArray(names) && names.every((name) => typeof name === 'string' && name !== '')
  if (!texts || new Set(names).size < names.length || names.length > count)
    throw corrupt('has class names that are not distinct strings', names)
  if (most === undefined) return { count, names: names as readonly string[] }
  if (names.length < count) throw corrupt('has classes without a name', names)
  return classesOf(names, most)
}

function namesIn(
  metadata: { readonly [key: string]: string },
  { names: limit }: Settings,
): NamesHeader | undefined {
  if (metadata.names === undefined) return undefined
  const { count, bytes, unnamed, scales } = parse(metadata, 'names') as Partial<NamesHeader>
  const most = limits.maxNameBytes * limit
  if (!isCount(count, limit)) throw corrupt(`has more than ${limit} names of features`, count)
  if (!isCount(bytes, most)) throw corrupt('has a wrong number of bytes for the names of features', bytes)
  return { count, bytes, unnamed: unnamed === true, ...(scales === false ? { scales } : {}) }
}

/** Returns the option `names` of a model. */
function nameLimit(metadata: { readonly [key: string]: string }): AnyLearnerOptions['names'] {
  if (metadata.names === undefined) return undefined
  const { limit } = parse(metadata, 'names') as { limit: number }
  return limit === 0 ? 'off' : limit
}

function bootstrapIn(metadata: { readonly [key: string]: string }): BootstrapSetting | undefined {
  if (metadata.bootstrap === undefined) return undefined
  const { replicates, seed } = parse(metadata, 'bootstrap') as { replicates: number; seed: number }
  return { replicates, seed }
}

/** Returns the lanes that a mixture has not pruned: at most as many as it started with. */
function mixtureIn(
  metadata: { readonly [key: string]: string },
  fresh: Settings,
  given: Readonly<Record<string, readonly (number | string)[]>>,
): Settings {
  const lanes = Number(metadata.lanes)
  if (!(Number.isInteger(lanes) && lanes >= 1 && lanes <= fresh.lanes))
    throw corrupt('has a wrong number of lanes', metadata.lanes)
  const params = new Float64Array((fresh.params.length / fresh.lanes) * lanes)
  ruleOf(fresh).params.forEach((entry, j) => {
    for (let l = 0; l < lanes; l++) {
      const value = paramValue(entry, given[entry.name]?.[l])
      if (value === undefined) throw corrupt(`has no ${entry.name} for lane ${l}`, given[entry.name]?.[l])
      params[j * lanes + l] = value
    }
  })
  if (fresh.classes === undefined) return { ...fresh, lanes, params }
  const laneClasses = Float64Array.from(parse(metadata, 'lane_classes') as readonly number[])
  const known = new Set(laneClasses)
  const ascending = laneClasses.every(
    (k, l) => Number.isInteger(k) && (l === 0 ? k === 0 : k >= laneClasses[l - 1]),
  )
  const count = fresh.classes.count
  const uneven = isCombined(fresh) && laneClasses.some((k, l) => k !== Math.floor((l * count) / lanes))
  if (
    uneven ||
    laneClasses.length !== lanes ||
    !ascending ||
    known.size !== fresh.classes.count ||
    !known.has(fresh.classes.count - 1)
  )
    throw corrupt('has classes without a lane', metadata.lane_classes)
  return { ...fresh, lanes, params, laneClasses }
}

function countsIn(value: unknown): ProgressState {
  const state: Partial<ProgressState> = {}
  for (const field of progressFields) {
    const count = (value as { readonly [field: string]: unknown } | null)?.[field]
    if (typeof count !== 'number' && typeof count !== 'string')
      throw corrupt(`has no number for counts.${field}`, count)
    state[field] = Number(count)
  }
  return state as ProgressState
}

/** JSON has no non-finite numbers; a sum of losses can overflow to one. */
function jsonNumber(x: number): number | string {
  return Number.isFinite(x) ? x : String(x)
}
