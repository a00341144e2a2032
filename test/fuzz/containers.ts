import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import { train } from '@ol/pipeline'
import { read, writeCache } from '@ol/reader'
import { loadCheckpoint } from '../../packages/pipeline/src/checkpoint/checkpoint-file.js'
import { partBytes } from '../../packages/reader/src/cache/cache-format.js'
import type { Random } from '../tokenizers/texts.js'
import { compressionSamples } from './samples.js'
import { type FuzzTarget, isRefused, mutated, outcomeOf, withNumber, withOtherNumber } from './target.js'

const text = Array.from(
  { length: 40 },
  (_, i) => `${i % 2 ? 1 : -1} ${1 + (i % 3)} 't${i}|f a:${i / 7} b${i} |g c:2`,
).join('\n')

/** Reads bytes to their end; returns the sum of what came. */
async function consumed(bytes: Uint8Array, random: Random): Promise<string> {
  const found = await outcomeOf(async () => {
    let examples = 0
    const reader = read(bytes, { chunkBytes: 1 + random(5000), ...(random(2) === 0 ? {} : { format: 'vw' }) })
    for await (const { size, offsets, values, labels } of reader) {
      examples += size
      if (offsets[size] > values.length || labels.length < size)
        throw new Error('a batch is shorter than it says')
      // NaN: a value that is missing
      if (
        !values
          .subarray(0, offsets[size])
          .every((x) => x === 0 || Number.isNaN(x) || (Math.abs(x) >= 1e-100 && Math.abs(x) <= 1e100))
      )
        throw new Error('a batch has a value out of range')
    }
    return examples
  })
  return isRefused(found) ? found.code : 'read'
}

let cache: Promise<Uint8Array> | undefined

async function cacheBytes(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'ol-fuzz-'))
  try {
    writeFileSync(join(folder, 'a.vw'), text)
    await writeCache(read(join(folder, 'a.vw'), { chunkBytes: 600 }), join(folder, 'a.olcache'))
    return new Uint8Array(readFileSync(join(folder, 'a.olcache')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the checksums that the parts of a cache have, as far as its lengths lead. */
function resealed(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes)
  const view = new DataView(out.buffer)
  for (let at = 0; at + partBytes <= out.length; ) {
    const block = view.getUint32(at, true) === 0x4b4c424f
    const length = block
      ? view.getUint32(at + 16, true)
      : Math.ceil((view.getUint32(at + 12, true) + 1) / 64) * 64
    const end = at + partBytes + length
    if (end > out.length) break
    view.setUint32(at + (block ? 20 : 16), zlib.crc32(out.subarray(at + partBytes, end)), true)
    view.setUint32(at + 60, zlib.crc32(out.subarray(at, at + 60)), true)
    at = end
  }
  return out
}

export const cacheTarget: FuzzTarget = {
  name: 'cache',
  run: async (random) => {
    cache ??= cacheBytes()
    const bytes = await cache
    const changed = random(2) === 0 ? withNumber(bytes, 0, random) : mutated(bytes, random)
    return consumed(random(8) === 0 ? changed : resealed(changed), random)
  },
}

/** Compressed input of every kind: it is read as it was, or refused. */
export const compressedTargets: readonly FuzzTarget[] = Object.entries(compressionSamples(text)).map(
  ([name, bytes]) => ({ name, run: (random) => consumed(mutated(bytes, random), random) }),
)

let checkpoint: Promise<Uint8Array> | undefined

export const checkpointTarget: FuzzTarget = {
  name: 'checkpoint',
  run: async (random) => {
    checkpoint ??= checkpointBytes()
    const bytes = await checkpoint
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
    const json = Buffer.from(bytes.subarray(16, 16 + length)).toString()
    const changed =
      random(2) === 0 ? mutated(bytes, random) : rebuilt(bytes, withOtherNumber(json, random), length)
    const found = await outcomeOf(() => loadCheckpoint(changed, 'fallback'))
    return isRefused(found) ? found.code : 'loaded'
  },
}

function rebuilt(bytes: Uint8Array, json: string, length: number): Uint8Array {
  const state = Buffer.from(json)
  const head = Buffer.from(bytes.subarray(0, 16))
  head.writeUInt32LE(state.length, 8)
  head.writeUInt32LE(zlib.crc32(state), 12)
  return new Uint8Array(Buffer.concat([head, state, bytes.subarray(16 + length)]))
}

async function checkpointBytes(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'ol-fuzz-'))
  try {
    const path = join(folder, 'c')
    writeFileSync(join(folder, 'a.vw'), text)
    await train(join(folder, 'a.vw'), {
      loss: 'logistic',
      bits: 4,
      checkpoint: { path, every: { examples: 5 } },
      chunkBytes: 600,
    })
    return new Uint8Array(readFileSync(path))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
