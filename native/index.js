import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { clipCodes, formats, losses, OLError, rules } from '@ol/spec'

const abi = 10
const file = fileURLToPath(new URL('./build/Release/ol.node', import.meta.url))
let loaded

export function load() {
  loaded ??= open()
  return loaded
}

function broken(reason, cause) {
  return new OLError('OL_ADDON_BROKEN', `The native addon cannot be used: ${reason}`, { value: file, cause })
}

/** A truncated addon kills the process inside dlopen, past any try: its bytes are checked before it is loaded. */
function check() {
  let facts
  try {
    facts = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  } catch (cause) {
    throw broken('the file that describes it (ol.node.json) is missing or damaged', cause)
  }
  if (facts.abi !== abi) throw broken(`it is of version ${facts.abi}, this loader of version ${abi}`)
  const bytes = readFileSync(file)
  if (bytes.length !== facts.bytes)
    throw broken(`it has ${bytes.length} bytes, not ${facts.bytes}: it is truncated`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== facts.sha256) throw broken('its checksum does not fit: it is damaged')
}

function open() {
  if (!existsSync(file)) return { missing: 'no addon was built for this installation' }
  check()
  let addon
  try {
    addon = createRequire(import.meta.url)(file)
  } catch (cause) {
    throw broken(cause instanceof Error ? cause.message : String(cause), cause)
  }
  if (addon.abi !== abi) throw broken(`it is of version ${addon.abi}, this loader of version ${abi}`)
  return {
    backend: backendOf(addon),
    manifest: addon.manifest,
    math: addon.math,
    tiers: addon.tiers,
    tier: () => addon.tier(),
    useTier: (name) => addon.useTier(name),
  }
}

/** Spreads the contract's objects over the arguments of the addon (binding/arguments.h). */
function backendOf(addon) {
  const numbers = new Float64Array(14)
  const none = new Float64Array(0)
  const call = (run, plan, table, batch, results, own = numbers) => {
    const { layout } = table
    own[0] = rules[plan.rule].code
    own[1] = losses[plan.loss].code
    own[2] = plan.update === 'invariant' ? 1 : 0
    own[3] = clipCodes[plan.clip]
    own[4] = plan.clipMin
    own[5] = plan.clipMax
    own[6] = table.rows
    own[7] = table.lanes
    own[8] = table.precision === 'float64' ? 1 : 0
    own[9] = layout.laneStride
    own[10] = layout.laneStep
    own[11] = layout.sharedStart
    own[12] = layout.sharedStride
    own[13] = batch.size
    return run(
      own,
      plan.params,
      plan.lossParams ?? none,
      table.lane,
      table.shared,
      table.scalars,
      batch.offsets,
      batch.indices,
      batch.values,
      batch.labels,
      batch.weights,
      batch.initial,
      results.predictions,
      results.losses,
      results.status,
      plan.classes,
      batch.laneWeights,
      plan.measures === undefined ? undefined : measureNumbers(plan.measures),
    )
  }
  return {
    name: 'native',
    learn: (plan, table, batch, results) => call(addon.learn, plan, table, batch, results),
    predict: (plan, table, batch, results) => call(addon.predict, plan, table, batch, results),
    // a fresh array of numbers: several batches may be under way
    learnAsync: async (plan, table, batch, results) =>
      call(addon.learnAsync, plan, table, batch, results, new Float64Array(14)),
    locate: ({ slots, counts }, batch, from, keep, rows) =>
      addon.locate(
        slots,
        counts,
        batch.offsets,
        batch.indices,
        batch.upper,
        batch.values,
        batch.labels,
        batch.weights,
        rows,
        batch.size,
        from,
        keep,
      ),
    advise: (buffer) => addon.advise(buffer),
    tokenize: (plan, chunk, out) => tokenizeBy(addon.tokenize, plan, chunk, out),
    tokenizeAsync: async (plan, chunk, out) => tokenizeBy(addon.tokenizeAsync, plan, chunk, out),
  }
}

/** Six numbers for each: binding/arguments.h. */
function measureNumbers(measures) {
  return Float64Array.from(
    measures.flatMap(({ from, loss, lossParams, clip, clipMin, clipMax }) => [
      from,
      losses[loss].code,
      lossParams[0] ?? 0,
      clipCodes[clip],
      clipMin,
      clipMax,
    ]),
  )
}

/** Spreads a chunk over the arguments of the addon (binding/tokenize.cc). */
function tokenizeBy(run, plan, chunk, out) {
  const numbers = Float64Array.of(
    formats[plan.format].code,
    plan.hash === 'all' ? 1 : 0,
    plan.seed,
    plan.constant ? 1 : 0,
    plan.labelMode,
    plan.positive,
    plan.maxLineBytes,
    plan.delimiter,
    plan.quote,
    plan.comment,
    plan.spaces ? 1 : 0,
    plan.wide ? 1 : 0,
    chunk.start,
    chunk.end,
    chunk.final ? 1 : 0,
  )
  return run(
    numbers,
    chunk.bytes,
    plan.labelTexts,
    plan.labelEnds,
    plan.labelValues,
    plan.roles,
    plan.columnHashes,
    out.offsets,
    out.indices,
    out.values,
    out.labels,
    out.weights,
    out.initial,
    out.lines,
    out.tags,
    out.spaces,
    out.spaceEnds,
    out.bad,
    out.counts,
    plan.columnSpaces,
    plan.labelKey,
    out.upper,
    plan.columnUppers,
  )
}
