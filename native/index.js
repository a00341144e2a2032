import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import { OLError } from '@ol/spec'
import { cachedArgumentsOf } from './cached-arguments.js'
import {
  contract as abi,
  addMetricsBy,
  addMetricsNumberCount,
  addProgressBy,
  addProgressNumberCount,
  bendClassesBy,
  bendClassesNumberCount,
  bendNumbersBy,
  bendNumbersNumberCount,
  checkBlockBy,
  checkBlockNumberCount,
  crossBy,
  crossNumberCount,
  expandBy,
  expandNumberCount,
  finalizeBy,
  finalizeNumberCount,
  learnArrayCount,
  learnBy,
  learnCached,
  learnNumberCount,
  locateBy,
  locateNumberCount,
  mergeBy,
  mergeNumberCount,
  mixArrayCount,
  mixBy,
  mixCached,
  mixErrorsArrayCount,
  mixErrorsBy,
  mixErrorsCached,
  mixErrorsNumberCount,
  mixNumberCount,
  moveThresholdsBy,
  moveThresholdsNumberCount,
  placeRowsBy,
  placeRowsNumberCount,
  plainNamesBy,
  plainNamesNumberCount,
  rankLabelsBy,
  rankLabelsNumberCount,
  scoreCurvesBy,
  scoreCurvesNumberCount,
  screenBy,
  screenNumberCount,
  settleClassesBy,
  settleClassesNumberCount,
  sizeSetsBy,
  sizeSetsNumberCount,
  tokenizeArrayCount,
  tokenizeBy,
  tokenizeCached,
  tokenizeNumberCount,
  unseenBy,
  unseenNumberCount,
} from './calls.js'
import { locate } from './locate.js'

/**
 * Up to this many examples a call caches its arguments: they take longer to pass than to use, and the cached ones are
 * small.
 */
const fewExamples = 4

/** The same limit for text, in bytes of a chunk. */
const fewBytes = 4096

let loaded

export function load() {
  loaded ??= open()
  return loaded
}

function broken(file, reason, cause) {
  return new OLError('OL_ADDON_BROKEN', `The native addon cannot be used: ${reason}`, { value: file, cause })
}

/** A truncated addon kills the process inside dlopen, past any try: its bytes are checked before it is loaded. */
function check(file, again) {
  let facts
  try {
    facts = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  } catch (cause) {
    throw broken(file, `the file that describes it (ol.node.json) is missing or corrupt: ${again}`, cause)
  }
  if (facts.abi !== abi)
    throw broken(file, `expected version ${abi} but it is of version ${facts.abi}: ${again}`)
  let found
  try {
    found = checksum(file)
  } catch (cause) {
    throw broken(file, `its file (ol.node) cannot be read: ${again}`, cause)
  }
  if (found.bytes !== facts.bytes)
    throw broken(file, `expected ${facts.bytes} bytes but it has ${found.bytes}: it is truncated, ${again}`)
  if (found.crc32 !== facts.crc32)
    throw broken(file, `its checksum differs from the recorded one, so it is corrupt: ${again}`)
}

/** Returns length and checksum of a file, read in pieces: as one buffer it would start a garbage collection. */
function checksum(file) {
  const piece = Buffer.allocUnsafeSlow(1 << 16)
  const opened = openSync(file, 'r')
  try {
    let bytes = 0
    let sum = 0
    for (;;) {
      const read = readSync(opened, piece)
      if (read === 0) return { bytes, crc32: sum }
      bytes += read
      sum = crc32(piece.subarray(0, read), sum)
    }
  } finally {
    closeSync(opened)
  }
}

function open() {
  const { file, again, missing } = locate()
  if (missing !== undefined) return { missing }
  check(file, again)
  let addon
  try {
    addon = createRequire(import.meta.url)(file)
  } catch (cause) {
    throw broken(file, cause instanceof Error ? cause.message : String(cause), cause)
  }
  if (addon.abi !== abi)
    throw broken(file, `expected version ${abi} but it is of version ${addon.abi}: ${again}`)
  return {
    backend: backendOf(addon),
    manifest: addon.manifest,
    math: addon.math,
    tiers: addon.tiers,
    tier: () => addon.tier(),
    useTier: (name) => addon.useTier(name),
  }
}

/** The contract's functions, over the addon's. */
function backendOf(addon) {
  // numbers of calls that are over when they return; several others may be under way, each with its own numbers
  const learnNumbers = new Float64Array(learnNumberCount)
  const locateNumbers = new Float64Array(locateNumberCount)
  const placeRowsNumbers = new Float64Array(placeRowsNumberCount)
  const unseenNumbers = new Float64Array(unseenNumberCount)
  const plainNamesNumbers = new Float64Array(plainNamesNumberCount)
  const checkBlockNumbers = new Float64Array(checkBlockNumberCount)
  const crossNumbers = new Float64Array(crossNumberCount)
  const finalizeNumbers = new Float64Array(finalizeNumberCount)
  const settleClassesNumbers = new Float64Array(settleClassesNumberCount)
  const moveThresholdsNumbers = new Float64Array(moveThresholdsNumberCount)
  const rankLabelsNumbers = new Float64Array(rankLabelsNumberCount)
  const sizeSetsNumbers = new Float64Array(sizeSetsNumberCount)
  const bendClassesNumbers = new Float64Array(bendClassesNumberCount)
  const bendNumbersNumbers = new Float64Array(bendNumbersNumberCount)
  const mixNumbers = new Float64Array(mixNumberCount)
  const mixErrorsNumbers = new Float64Array(mixErrorsNumberCount)
  const expandNumbers = new Float64Array(expandNumberCount)
  const screenNumbers = new Float64Array(screenNumberCount)
  const addProgressNumbers = new Float64Array(addProgressNumberCount)
  const addMetricsNumbers = new Float64Array(addMetricsNumberCount)
  const scoreCurvesNumbers = new Float64Array(scoreCurvesNumberCount)
  const mergeNumbers = new Float64Array(mergeNumberCount)
  const tokenizeNumbers = new Float64Array(tokenizeNumberCount)
  // arguments of a table, of the losses and errors of the lanes of a mixture, and of the output of a tokenizer
  const cachedForLearn = cachedArgumentsOf(addon.cacheLearn, learnNumberCount, learnArrayCount)
  const cachedForMix = cachedArgumentsOf(addon.cacheMix, mixNumberCount, mixArrayCount)
  const cachedForMixErrors = cachedArgumentsOf(
    addon.cacheMixErrors,
    mixErrorsNumberCount,
    mixErrorsArrayCount,
  )
  const cachedForTokenize = cachedArgumentsOf(addon.cacheTokenize, tokenizeNumberCount, tokenizeArrayCount)
  const learn = (run, plan, table, batch, results) =>
    batch.size <= fewExamples
      ? learnCached(run, cachedForLearn(table), plan, table, table.layout, batch, results)
      : learnBy(run, learnNumbers, plan, table, table.layout, batch, results)
  const own = {
    name: 'native',
    learn: (plan, table, batch, results) => learn(addon.learn, plan, table, batch, results),
    predict: (plan, table, batch, results) => learn(addon.predict, plan, table, batch, results),
    learnAsync: async (plan, table, batch, results) =>
      learnBy(
        addon.learnAsync,
        new Float64Array(learnNumberCount),
        plan,
        table,
        table.layout,
        batch,
        results,
      ),
    locate: (slots, batch, from, keep, rows) =>
      locateBy(addon.locate, locateNumbers, batch, { from, keep, rows }, slots),
    placeRows: (slots, until, distinct) =>
      placeRowsBy(addon.placeRows, placeRowsNumbers, { until, distinct }, slots),
    unseen: (seen, batch, from, found) => unseenBy(addon.unseen, unseenNumbers, batch, { from, found }, seen),
    plainNames: (plan, chunk, at, from, out) =>
      plainNamesBy(addon.plainNames, plainNamesNumbers, plan, chunk, { at, from }, out),
    checkBlock: (classes, block) => checkBlockBy(addon.checkBlock, checkBlockNumbers, { classes }, block),
    checkBlockAsync: async (classes, block) =>
      checkBlockBy(addon.checkBlockAsync, new Float64Array(checkBlockNumberCount), { classes }, block),
    cross: (plan, tokens, out, first, until) =>
      crossBy(addon.cross, crossNumbers, plan, { first, until }, tokens, out),
    crossAsync: async (plan, tokens, out, first, until) =>
      crossBy(addon.crossAsync, new Float64Array(crossNumberCount), plan, { first, until }, tokens, out),
    mix: (plan, state, turns, out) =>
      turns.size <= fewExamples
        ? mixCached(addon.mix, cachedForMix(state.losses), plan, turns, state, { out })
        : mixBy(addon.mix, mixNumbers, plan, turns, state, { out }),
    mixErrors: (plan, state, turns, out) =>
      turns.size <= fewExamples
        ? mixErrorsCached(addon.mixErrors, cachedForMixErrors(state.errors), plan, turns, state, { out })
        : mixErrorsBy(addon.mixErrors, mixErrorsNumbers, plan, turns, state, { out }),
    finalize: (measure, mixed, size, outcome, from) => {
      finalizeBy(addon.finalize, finalizeNumbers, measure, { size, from }, mixed, outcome)
    },
    settleClasses: (plan, scored, outcome) => {
      settleClassesBy(addon.settleClasses, settleClassesNumbers, plan, scored, outcome)
    },
    bendClasses: (plan, state, turns, from, out) =>
      bendClassesBy(addon.bendClasses, bendClassesNumbers, plan, turns, { from, out }, state),
    bendNumbers: (plan, state, numbers, turns, from, out) =>
      bendNumbersBy(addon.bendNumbers, bendNumbersNumbers, plan, turns, { from, numbers, out }, state),
    moveThresholds: (plan, state, turns, usual) => {
      moveThresholdsBy(addon.moveThresholds, moveThresholdsNumbers, plan, turns, state, { usual })
    },
    rankLabels: (plan, ranked, ranks) => {
      rankLabelsBy(addon.rankLabels, rankLabelsNumbers, plan, ranked, ranks)
    },
    sizeSets: (sized, sizes) => {
      sizeSetsBy(addon.sizeSets, sizeSetsNumbers, sized, { sizes })
    },
    expand: (plan, state, batch, out, from) =>
      expandBy(addon.expand, expandNumbers, plan, state, batch, { from }, out),
    screen: (depth, state, out, residuals) =>
      screenBy(addon.screen, screenNumbers, { depth, size: residuals.learned.length }, state, residuals, out),
    addProgress: (mistakes, sums, validated, status, from, to) => {
      addProgressBy(addon.addProgress, addProgressNumbers, { mistakes, sums, status, from, to }, validated)
    },
    addMetrics: (plan, validated, totals, into, from, to, until) =>
      addMetricsBy(addon.addMetrics, addMetricsNumbers, plan, { from, to, until }, validated, totals, into),
    scoreCurves: (odds, sums, out) => {
      scoreCurvesBy(addon.scoreCurves, scoreCurvesNumbers, { odds }, sums, out)
    },
    merge: (plan, rows) => mergeBy(addon.merge, mergeNumbers, plan, rows),
    split: (plan, rows) => mergeBy(addon.split, mergeNumbers, plan, rows),
    advise: (buffer, part) => addon.advise(buffer, part),
    findHeld: (buffer, start, stride, flags) => addon.findHeld(buffer, start, stride, flags),
    gather: (from, start, stride, lanes, rows, out) => addon.gather(from, start, stride, lanes, rows, out),
    scatter: (from, to, start, stride, lanes, rows) => addon.scatter(from, to, start, stride, lanes, rows),
    firstOutside: (numbers, { min, max, also = Number.NaN, integer = false, eitherSign = false }) =>
      addon.firstOutside(numbers, min, max, also, integer, eitherSign),
    hashNames: (bytes, ends, hashes) => addon.hashNames(bytes, ends, hashes),
    hashColumns: (bytes, ends, ones, hashes, said) => addon.hashColumns(bytes, ends, ones, hashes, said),
    tokenize: (plan, chunk, out) =>
      chunk.end - chunk.start <= fewBytes
        ? tokenizeCached(addon.tokenize, cachedForTokenize(out), plan, chunk, out)
        : tokenizeBy(addon.tokenize, tokenizeNumbers, plan, chunk, out),
    tokenizeAsync: async (plan, chunk, out) =>
      tokenizeBy(addon.tokenizeAsync, new Float64Array(tokenizeNumberCount), plan, chunk, out),
    stream: (threads) => streamOf(addon, own, threads),
  }
  return own
}

/** A stream of the contract: the calls that are done later, by threads of its own. */
function streamOf(addon, { name, locate, unseen, plainNames, checkBlock, cross, tokenize }, threads) {
  const handle = addon.openStream(threads)
  const learn = (...given) => addon.learnStreamed(handle, ...given)
  const predict = (...given) => addon.predictStreamed(handle, ...given)
  const tokenized = (...given) => addon.tokenizeStreamed(handle, ...given)
  const checked = (...given) => addon.checkBlockStreamed(handle, ...given)
  const expanded = (...given) => addon.expandStreamed(handle, ...given)
  const screened = (...given) => addon.screenStreamed(handle, ...given)
  const crossed = (...given) => addon.crossStreamed(handle, ...given)
  return {
    name,
    locate,
    unseen,
    plainNames,
    checkBlock,
    cross,
    tokenize,
    // one that is learned, and one for each thread: one thread learns what a few tokenize, and each chunk takes memory
    ahead: Math.min(threads, 8) + 1,
    learnAsync: async (plan, table, batch, results) =>
      learnBy(learn, new Float64Array(learnNumberCount), plan, table, table.layout, batch, results),
    predictAsync: async (plan, table, batch, results) =>
      learnBy(predict, new Float64Array(learnNumberCount), plan, table, table.layout, batch, results),
    tokenizeAsync: async (plan, chunk, out) =>
      tokenizeBy(tokenized, new Float64Array(tokenizeNumberCount), plan, chunk, out),
    checkBlockAsync: async (classes, block) =>
      checkBlockBy(checked, new Float64Array(checkBlockNumberCount), { classes }, block),
    expandAsync: async (plan, state, batch, out, from) =>
      expandBy(expanded, new Float64Array(expandNumberCount), plan, state, batch, { from }, out),
    screenAsync: async (depth, state, out, residuals) =>
      screenBy(
        screened,
        new Float64Array(screenNumberCount),
        { depth, size: residuals.learned.length },
        state,
        residuals,
        out,
      ),
    crossAsync: async (plan, tokens, out, first, until) =>
      crossBy(crossed, new Float64Array(crossNumberCount), plan, { first, until }, tokens, out),
    close: () => addon.closeStream(handle),
  }
}
