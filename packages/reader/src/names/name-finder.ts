import type { Named } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  counts,
  type FeatureNames,
  lineCursor,
  type NamedLines,
  type ReadOptions,
  type SchemaColumn,
  type TextBackend,
  type TokenPlan,
} from '@ol/spec'
import type { Expanded } from '../features/expanded.js'
import type { Expander } from '../features/expander.js'
import type { Tokenized } from '../source/chunks.js'
import type { ChunkBatch } from '../to-batch.js'
import { FoundNames } from './found-names.js'
import { SecondReading } from './readable-names.js'
import { SeenFeatures } from './seen-features.js'

/** Determines which features of a batch get their names. */
export interface WantedNames {
  /** Whether no further names are found. */
  readonly done: boolean
  /** Returns the positions of the features of a batch whose names are wanted, ascending. */
  wanted(batch: Batch, backend: Pick<Backend, 'unseen'>): Uint32Array
}

/**
 * Finds the names of features: tokenizers keep only hashes, so an example with a new feature is read a second time.
 * Once `names` distinct features have appeared, there is nothing more to do.
 */
export class NameFinder implements WantedNames {
  readonly #seen: SeenFeatures
  readonly #all: boolean

  /** Returns the finder of the names that the options request; undefined: they request none. */
  static of(options: ReadOptions): NameFinder | undefined {
    const { names = 0, allNames = false } = options
    return names > 0 || allNames ? new NameFinder(options) : undefined
  }

  constructor({ names = 0, allNames = false }: ReadOptions) {
    this.#all = allNames
    this.#seen = new SeenFeatures(allNames ? 0 : names)
  }

  get done(): boolean {
    return !this.#all && this.#seen.full
  }

  /** Returns the finder of the names of an input. */
  ofInput(
    columns: readonly SchemaColumn[],
    expander: Expander | undefined,
    backend: NameBackend,
  ): InputNames {
    return new InputNames(this, columns, expander, backend)
  }

  wanted(batch: Batch, backend: Pick<Backend, 'unseen'>): Uint32Array {
    if (!this.#all) return this.#seen.add(batch, backend)
    return Uint32Array.from({ length: batch.offsets[batch.size] }, (_, i) => i)
  }
}

/** The functions of a backend that find names. */
type NameBackend = Pick<TextBackend, 'unseen' | 'plainNames'>

/** Finds the names of the features of an input. */
export class InputNames {
  readonly #wanted: WantedNames
  readonly #again: SecondReading
  readonly #expander: Expander | undefined
  readonly #backend: NameBackend
  readonly #found = new FoundNames()
  /** the plan of the chunk, and the plan for its names */
  #plan: { readonly of: TokenPlan; readonly narrow: TokenPlan } | undefined

  constructor(
    wanted: WantedNames,
    columns: readonly SchemaColumn[],
    expander: Expander | undefined,
    backend: NameBackend,
  ) {
    this.#backend = backend
    this.#wanted = wanted
    this.#again = new SecondReading(columns)
    this.#expander = expander
  }

  /** Returns the names of a batch that was built from a chunk; undefined: no further names are found. */
  find(chunk: Tokenized, { batch, examples }: ChunkBatch): FeatureNames | undefined {
    if (this.#wanted.done) return undefined
    const at = this.#wanted.wanted(batch, this.#backend)
    if (at.length === 0) return nothingNamed
    const { offsets, size } = batch
    const lines = new Lines(chunk)
    const named = { ...lines.named, size, offsets }
    const found = this.#found
    found.start(at.length)
    let e = -1
    for (let k = 0; k < at.length; ) {
      if (this.#expander === undefined) {
        k = this.#backend.plainNames(chunk.plan, named, at, k, found)
        if (k === at.length) break
        if (found.grow()) continue
      }
      do e++
      while (at[k] >= offsets[e + 1])
      const names = this.#read(chunk, lines, examples === undefined ? e : examples[e])
      for (; at[k] < offsets[e + 1]; k++) found.add(names[at[k] - offsets[e]]?.() ?? '')
    }
    return found.take(at)
  }

  /** Reads an example of the chunk again. */
  #read({ tokens, bytes, plan }: Tokenized, lines: Lines, e: number): readonly (Named | undefined)[] {
    if (this.#plan?.of !== plan) this.#plan = { of: plan, narrow: { ...plan, wide: false } }
    const { narrow } = this.#plan
    const start = lines.startOf(tokens.lines[e])
    const end = e + 1 < tokens.counts[counts.examples] ? lines.startOf(tokens.lines[e + 1]) : lines.named.end
    const names = this.#again.names(narrow, { bytes, start, end, final: true })
    if (this.#expander === undefined) return names
    const expanded: Expanded = this.#expander.expand(this.#again.tokens, narrow, 0, names, 1)
    return expanded.names
  }
}

const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

/** The starts of a chunk's lines, requested in their order. */
class Lines {
  readonly named: Omit<NamedLines, 'size' | 'offsets'>

  constructor({ bytes, start, tokens: { lines, counts: c } }: Tokenized) {
    this.named = { bytes, end: c[counts.consumed], lines, cursor: Uint32Array.of(0, start) }
  }

  startOf(line: number): number {
    const { bytes, cursor } = this.named
    for (; cursor[lineCursor.line] < line; cursor[lineCursor.line]++)
      cursor[lineCursor.start] = bytes.indexOf(10, cursor[lineCursor.start]) + 1
    return cursor[lineCursor.start]
  }
}
