import type { Named } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  counts,
  type FeatureNames,
  type ReadOptions,
  type SchemaColumn,
  type TokenPlan,
} from '@ol/spec'
import type { Expanded } from '../features/expanded.js'
import type { Expander } from '../features/expander.js'
import type { Tokenized } from '../source/chunks.js'
import type { ChunkBatch } from '../to-batch.js'
import { NameBytes } from './name-bytes.js'
import { PlainNames } from './plain-names.js'
import { SecondReading } from './readable-names.js'
import { SeenFeatures } from './seen-features.js'

/**
 * Finds the names of features: tokenizers leave hashes alone, so an example with a feature that has not appeared before
 * is read a second time. Once `names` distinct features have appeared, nothing is left to do.
 */
export class NameFinder {
  readonly #seen: SeenFeatures
  readonly #all: boolean

  /** Returns what finds the names that the options want; undefined: none. */
  static of(options: ReadOptions): NameFinder | undefined {
    const { names = 0, allNames = false } = options
    return names > 0 || allNames ? new NameFinder(options) : undefined
  }

  constructor({ names = 0, allNames = false }: ReadOptions) {
    this.#all = allNames
    this.#seen = new SeenFeatures(allNames ? 0 : names)
  }

  /** Whether no further names are found. */
  get done(): boolean {
    return !this.#all && this.#seen.full
  }

  /** Returns what finds the names of an input. */
  ofInput(
    columns: readonly SchemaColumn[],
    expander: Expander | undefined,
    backend: Pick<Backend, 'unseen'>,
  ): InputNames {
    return new InputNames(this, columns, expander, backend)
  }

  /** Returns the features of a batch whose names are wanted. */
  wanted(batch: Batch, backend: Pick<Backend, 'unseen'>): Uint32Array {
    if (!this.#all) return this.#seen.add(batch, backend)
    return Uint32Array.from({ length: batch.offsets[batch.size] }, (_, i) => i)
  }
}

/** Finds the names of the features of an input. */
export class InputNames {
  readonly #finder: NameFinder
  readonly #again: SecondReading
  readonly #expander: Expander | undefined
  readonly #backend: Pick<Backend, 'unseen'>
  readonly #plain = new PlainNames()
  readonly #bytes = new NameBytes()
  /** the plan of the chunk, and what it is for the names */
  #plan: { readonly of: TokenPlan; readonly narrow: TokenPlan } | undefined

  constructor(
    finder: NameFinder,
    columns: readonly SchemaColumn[],
    expander: Expander | undefined,
    backend: Pick<Backend, 'unseen'>,
  ) {
    this.#backend = backend
    this.#finder = finder
    this.#again = new SecondReading(columns)
    this.#expander = expander
  }

  /** Returns the names of a batch that was made of a chunk; undefined where no further are found. */
  find(chunk: Tokenized, { batch, examples }: ChunkBatch): FeatureNames | undefined {
    if (this.#finder.done) return undefined
    const at = this.#finder.wanted(batch, this.#backend)
    const { offsets } = batch
    const constant = chunk.plan.constant ? 1 : 0
    const lines = new Lines(chunk)
    const found = this.#bytes
    let e = -1
    let names: readonly (Named | undefined)[] | undefined
    for (const i of at) {
      if (e < 0 || i >= offsets[e + 1]) {
        do e++
        while (i >= offsets[e + 1])
        const line = examples === undefined ? e : examples[e]
        const features = offsets[e + 1] - offsets[e] - constant
        names = this.#isPlain(chunk, lines, line, features) ? undefined : this.#read(chunk, lines, line)
      }
      if (names !== undefined) found.add(names[i - offsets[e]]?.() ?? '')
      else if (i === offsets[e + 1] - constant) found.add('Constant')
      else this.#plain.appendTo(found, i - offsets[e])
    }
    return { at, texts: found.take() }
  }

  /** Returns whether the names of an example are where its line has blanks; then they have been found. */
  #isPlain(chunk: Tokenized, lines: Lines, e: number, features: number): boolean {
    return (
      this.#expander === undefined && this.#plain.scan(chunk, lines.startOf(chunk.tokens.lines[e]), features)
    )
  }

  /** Reads an example of the chunk again. */
  #read({ tokens, bytes, plan }: Tokenized, lines: Lines, e: number): readonly (Named | undefined)[] {
    if (this.#plan?.of !== plan) this.#plan = { of: plan, narrow: { ...plan, wide: false } }
    const { narrow } = this.#plan
    const start = lines.startOf(tokens.lines[e])
    const end = e + 1 < tokens.counts[counts.examples] ? lines.startOf(tokens.lines[e + 1]) : lines.end
    const names = this.#again.names(narrow, { bytes, start, end, final: true })
    if (this.#expander === undefined) return names
    const expanded: Expanded = this.#expander.expand(this.#again.tokens, narrow, 0, names, 1)
    return expanded.names
  }
}

/** Where the lines of a chunk start, asked for in their order. */
class Lines {
  readonly #bytes: Uint8Array
  readonly end: number
  #line = 0
  #at: number

  constructor({ bytes, start, tokens }: Tokenized) {
    this.#bytes = bytes
    this.#at = start
    this.end = tokens.counts[counts.consumed]
  }

  startOf(line: number): number {
    for (; this.#line < line; this.#line++) this.#at = this.#bytes.indexOf(10, this.#at) + 1
    return this.#at
  }
}
