// Times only tokenizing, in one process, on one core: `node bench/reader/tokenize.mjs [MEGABYTES] [NAME ...]`. Writes
// the generated files to a temporary folder, compares the tokenizers' results (TypeScript, and the addon on each tier
// of instruction sets), then times each, in turns, next to a plain read and a count of lines of the same file in the
// same run. Tokenizers are measured in processor time, so that a busy machine disturbs them less. The results are the
// median of five runs and the best one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokens, fallback, reserveTokens } from '@ol/fallback'
import { load } from '@ol/native'
import { hashText } from '@ol/numerics'
import { columnRoles, counts, labelModes } from '@ol/spec'
import { generate, shapes } from './generate.mjs'

const [megabytes = '500', ...names] = process.argv.slice(2)
const runs = 5
const chunkBytes = 1 << 18
const slack = 64

function planFor({ format, features }) {
  const columns = format === 'csv' ? features + 1 : 0
  const roles = Array.from({ length: columns }, (_, k) =>
    k < features ? columnRoles.numeric : columnRoles.label,
  )
  return {
    format,
    hash: 'strings',
    seed: 0,
    constant: true,
    missing: true,
    labelMode: labelModes.real,
    positive: Number.NaN,
    labelTexts: new Uint8Array(0),
    labelEnds: new Uint32Array(0),
    labelValues: new Float64Array(0),
    maxLineBytes: 1 << 24,
    delimiter: 44,
    decimal: 46,
    quote: 34,
    comment: 0,
    escape: 0,
    dates: 0,
    skipBlank: true,
    missingTexts: new Uint8Array(0),
    header: new Uint8Array(0),
    forms: new Uint8Array(columns),
    roles: Uint8Array.from(roles),
    columnHashes: Uint32Array.from(roles, (_, k) => hashText(String(k + 1), 0, 'strings')),
    columnUppers: new Uint32Array(columns),
    wide: false,
    columnSpaces: new Uint8Array(columns),
    columnOrder: new Uint32Array(0),
    labelKey: new Uint8Array(0),
    spaces: false,
  }
}

/**
 * Reads a file in chunks of complete lines, and passes each to `take`; returns the processor seconds and the wall-clock
 * seconds of `take`.
 */
function pass(path, take) {
  const bytes = new Uint8Array(2 * chunkBytes + 2 * slack)
  const file = openSync(path, 'r')
  const started = performance.now()
  let inside = 0
  let end = slack
  for (;;) {
    const got = readSync(file, bytes, end, chunkBytes, null)
    end += got
    if (got === 0) break
    const whole = bytes.lastIndexOf(10, end - 1) + 1
    if (whole <= slack) continue
    const before = process.cpuUsage()
    take(bytes, slack, whole)
    const { user, system } = process.cpuUsage(before)
    inside += user + system
    bytes.copyWithin(slack, whole, end)
    end = slack + end - whole
  }
  closeSync(file)
  return { inside: inside / 1e6, total: (performance.now() - started) / 1000 }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

const native = load()
const tokenizers = { typescript: fallback.tokenize }
if (!('missing' in native))
  for (const tier of native.tiers)
    tokenizers[tier] = (plan, chunk, out) => {
      native.useTier(tier)
      native.backend.tokenize(plan, chunk, out)
    }

const folder = mkdtempSync(join(tmpdir(), 'ol-bench-'))
try {
  for (const name of names.length > 0 ? names : Object.keys(shapes)) {
    const shape = shapes[name]
    const path = join(folder, `${name}.${shape.extension}`)
    generate(path, shape, Number(megabytes) * 1e6)
    const plan = planFor(shape)
    const tokens = createTokens()
    reserveTokens(tokens, 2 * chunkBytes, plan)
    let features = 0
    const run = (tokenize, hash) =>
      pass(path, (bytes, start, end) => {
        tokenize(plan, { bytes, start, end, final: true }, tokens)
        const c = tokens.counts
        features += c[counts.features] - c[counts.examples]
        if (c[counts.bad] > 0) throw new Error(`${name} has bad lines`)
        if (hash === undefined) return
        const part = (array, length) => new Uint8Array(array.buffer, 0, array.BYTES_PER_ELEMENT * length)
        hash.update(part(tokens.indices, c[counts.features])).update(part(tokens.values, c[counts.features]))
        hash
          .update(part(tokens.labels, c[counts.examples]))
          .update(part(tokens.offsets, c[counts.examples] + 1))
      })

    const results = Object.entries(tokenizers).map(([id, tokenize]) => {
      features = 0
      const hash = createHash('sha256')
      run(tokenize, hash)
      return [id, features, hash.digest('hex')]
    })
    for (const [id, count, digest] of results)
      if (count !== results[0][1] || digest !== results[0][2])
        throw new Error(`${id} differs from ${results[0][0]} on ${name}`)
    const perRun = results[0][1]

    const times = Object.fromEntries([...Object.keys(tokenizers), 'read', 'wc'].map((id) => [id, []]))
    for (let k = 0; k < runs; k++) {
      for (const [id, tokenize] of Object.entries(tokenizers)) times[id].push(run(tokenize).inside)
      times.read.push(pass(path, () => undefined).total)
      const started = performance.now()
      execFileSync('wc', ['-l', path])
      times.wc.push((performance.now() - started) / 1000)
    }
    const size = statSync(path).size
    console.log(
      `${name}: ${shape.description}; ${(size / 1e6).toFixed(0)} MB, ${perRun} features, results equal`,
    )
    for (const [id, seconds] of Object.entries(times)) {
      const midpoint = median(seconds)
      const perFeature = (time) => ((time * 1e9) / perRun).toFixed(2).padStart(7)
      console.log(
        `  ${id.padEnd(12)} ${perFeature(midpoint)} ns per feature, best ${perFeature(Math.min(...seconds))}; ${(size / midpoint / 1e9).toFixed(2).padStart(7)} GB/s`,
      )
    }
    rmSync(path)
  }
} finally {
  rmSync(folder, { recursive: true })
}
