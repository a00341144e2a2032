import { type Batch, constantIndex, type ReadOptions, type Schema } from '@ol/spec'
import { read } from '../src/read.js'
import type { ReadReport } from '../src/read-report.js'
import type { Source } from '../src/source/source.js'

/** An example as text: `line label [w=weight] [i=initial] [t=tag] index:value ...`, without the constant. */
export interface Collected {
  readonly examples: string[]
  readonly report: ReadReport
  readonly schema: Schema | undefined
  readonly sizes: number[]
}

const encoder = new TextEncoder()
export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

export async function collect(
  source: Source | readonly Source[],
  options: ReadOptions = {},
): Promise<Collected> {
  const reader = read(source, options)
  const examples: string[] = []
  const sizes: number[] = []
  for await (const batch of reader) {
    sizes.push(batch.size)
    examples.push(...lines(batch, options.constant !== false))
  }
  return { examples, report: reader.report, schema: reader.schema, sizes }
}

export function lines(batch: Batch, constant: boolean): string[] {
  return Array.from({ length: batch.size }, (_, e) => {
    const words = [`${batch.lines?.[e]}`, `${batch.labels[e]}`]
    if (batch.weights !== undefined && batch.weights[e] !== 1) words.push(`w=${batch.weights[e]}`)
    if (batch.initial !== undefined && batch.initial[e] !== 0) words.push(`i=${batch.initial[e]}`)
    const tag = batch.tags?.[e]
    if (tag !== undefined) words.push(`t=${tag}`)
    let end = batch.offsets[e + 1]
    if (constant) {
      end--
      if (batch.indices[end] !== constantIndex || batch.values[end] !== 1) throw new Error('no constant')
    }
    for (let i = batch.offsets[e]; i < end; i++) words.push(`${batch.indices[i]}:${batch.values[i]}`)
    return words.join(' ')
  })
}

/** Yields the bytes in pieces of this length. */
export async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let p = 0; p < bytes.length; p += length) yield bytes.subarray(p, p + length)
}

/** `line:column code` of the bad lines in full. */
export function faultsOf(report: ReadReport): string[] {
  return report.badLines.map((bad) => `${bad.line}:${bad.column} ${bad.code}`)
}
