import type { ReadOptions, Schema } from '@ol/spec'
import { read } from '../../packages/reader/src/read.js'
import { lines } from '../../packages/reader/test/collect.js'
import { pick, type Random } from '../tokenizers/texts.js'
import { madeInput } from './made-inputs.js'
import { encode, mustBeSame } from './random-options.js'
import { type FuzzTarget, isRefused, mutated, outcomeOf } from './target.js'

// Lines that are bad leave no trace: without them the schema, the task and every example are the same.

interface Found {
  readonly schema: Schema | undefined
  /** without the numbers of their lines */
  readonly examples: readonly string[]
  /** the first line of each example, and of each bad line, from 1 */
  readonly good: readonly number[]
  readonly bad: readonly number[]
}

async function found(text: Uint8Array, options: ReadOptions): Promise<Found> {
  const reader = read(text, { ...options, skippedLines: true })
  const examples: string[] = []
  const [good, bad]: number[][] = [[], []]
  for await (const batch of reader) {
    for (const line of lines(batch, true)) {
      const space = line.indexOf(' ')
      good.push(Number(line.slice(0, space)))
      examples.push(line.slice(space + 1))
    }
    for (const { line } of batch.skipped ?? []) bad.push(line)
  }
  return { schema: reader.schema, examples, good, bad }
}

/** Spoils some lines after the first. */
function spoiled(text: string, random: Random): Uint8Array {
  const share = pick(random, [15, 40, 200])
  const bytes = text.split('\n').map((line, k) => {
    const own = encode(line)
    return k === 0 || random(share) !== 0 ? own : mutated(own, random)
  })
  return Buffer.concat(bytes.flatMap((line) => [line, encode('\n')]))
}

/** Returns the text without the records that begin at these lines, each up to the next record. */
function without(text: Uint8Array, { good, bad }: Found): Uint8Array {
  const starts = [...good, ...bad].toSorted((a, b) => a - b)
  const dropped = new Set(bad)
  const kept: Uint8Array[] = []
  let line = 1
  let drops = false
  for (let from = 0; from < text.length; line++) {
    const next = text.indexOf(10, from) + 1
    if (starts.includes(line)) drops = dropped.has(line)
    if (!drops) kept.push(text.subarray(from, next))
    from = next
  }
  return Buffer.concat(kept)
}

export const refusedTarget: FuzzTarget = {
  name: 'refused lines',
  async run(random) {
    const { text, format } = madeInput(random)
    const bytes = spoiled(text, random)
    // the line of a bad record need not be its first
    if (format === 'csv' && bytes.includes(34)) return 'quotes'
    const options: ReadOptions = {
      format,
      ...(format === 'csv' || format === 'jsonl' ? { label: 'y' } : {}),
      ...(random(3) === 0 ? {} : { task: 'auto' }),
      ...(random(4) === 0 ? { chunkBytes: 50 + random(3000) } : {}),
    }
    const all = await outcomeOf(() => found(bytes, options))
    if (isRefused(all)) return all.code
    if (all.bad.length === 0) return 'no bad lines'
    const rest = without(bytes, all)
    const again = await outcomeOf(() => found(rest, options))
    const said = ({ schema, examples }: Found) => ({ schema, examples })
    const why = () =>
      `${JSON.stringify(options)} ${JSON.stringify(Buffer.from(bytes).toString('latin1'))} without the lines ${all.bad}`
    mustBeSame(isRefused(again) ? again : said(again), said(all), why)
    return 'the same'
  },
}
