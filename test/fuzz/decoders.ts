import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as zlib from 'node:zlib'
import type { ReadOptions } from '@ol/spec'
import { tableSamples } from '../../packages/reader/test/decoder-samples.js'
import type { Random } from '../tokenizers/texts.js'
import { compressionSamples } from './samples.js'
import { type FuzzTarget, mutated } from './target.js'

/** Milliseconds that a small input may take. */
const mostTime = 5000
/** MiB of a heap: a count that is believed takes all of it. */
const mostHeap = 512

interface Report {
  readonly outcome?: string
  readonly finding?: string
}

let thread: Promise<Worker> | undefined

/** Starts a thread, and waits until it has loaded what it needs: that takes seconds on a busy machine. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('decode-thread.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostHeap },
  })
  await once(worker, 'message')
  // a test process ends although its thread waits for more
  worker.unref()
  return worker
}

/** Reads bytes in a thread of its own, which is ended where it takes too long: that is a finding. */
export async function readInThread(bytes: Uint8Array, options: ReadOptions): Promise<string> {
  thread ??= startThread()
  const worker = await thread
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error(`it has not ended after ${mostTime} ms`)), mostTime)
    const settle = (): void => {
      clearTimeout(timer)
      worker.off('error', fail)
      worker.off('message', report)
    }
    const fail = (error: Error): void => {
      settle()
      thread = undefined
      worker.terminate().then(() => reject(error), reject)
    }
    const report = ({ outcome, finding }: Report): void => {
      settle()
      if (outcome === undefined) reject(new Error(finding))
      else resolve(outcome)
    }
    worker.on('error', fail)
    worker.on('message', report)
    worker.postMessage({ bytes, options })
  })
}

/** Flips bits: most of them leave the frame of a format, which a decoder would refuse first. */
function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const out = new Uint8Array(bytes)
  for (let k = 1 + random(3); k > 0; k--) out[random(out.length)] ^= 1 << random(8)
  return out
}

const text = Array.from({ length: 60 }, (_, i) => `${i % 2} |f a:${i / 7} b${i} |g c:2`).join('\n')

function samples(): Record<string, readonly [Uint8Array, ReadOptions]> {
  const brotli = new Uint8Array(zlib.brotliCompressSync(text))
  return Object.fromEntries([
    ...Object.entries(tableSamples()).map(([name, bytes]) => [name, [bytes, { labels: 'any' }]] as const),
    ...Object.entries(compressionSamples(text)).map(([name, bytes]) => [name, [bytes, {}]] as const),
    ['brotli', [brotli, { compression: 'brotli' }]] as const,
  ])
}

/** Decoders of others: whatever they are given, they end. */
export const decoderTargets: readonly FuzzTarget[] = Object.entries(samples()).map(
  ([name, [bytes, options]]) => ({
    name: `decoder ${name}`,
    run: (random) => readInThread(random(2) === 0 ? flipped(bytes, random) : mutated(bytes, random), options),
  }),
)
