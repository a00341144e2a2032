import { createTokens, fallback, reserveTokens, tokenizers } from '@ol/fallback'
import {
  type Batch,
  type BatchNaming,
  badWidth,
  checkKind,
  checkSchemaShape,
  checkShape,
  counts,
  type FeatureNames,
  invalid,
  type ReadOptions,
  type Schema,
  type TextBackend,
  type Tokens,
} from '@ol/spec'
import type { Expanded } from './features/expanded.js'
import { Expander } from './features/expander.js'
import { InputNames, type WantedNames } from './names/name-finder.js'
import { type BadLine, badExpansion, describeBad } from './read-report.js'
import { namingOf, toBatch } from './to-batch.js'
import { tokenPlan } from './token-plan/token-plan.js'

/** The result of lines: their examples, whose `lines` count from 1, and the lines without an example, in their order. */
export interface LinesRead {
  readonly batch: Batch
  readonly bad: readonly BadLine[]
}

/** How lines are read at once. */
export interface LinesOptions extends Pick<ReadOptions, 'reuseBuffers'> {
  /** selects the features, of examples with a label, whose names are requested, by both halves of their keys; default: none */
  readonly wantsName?: ((index: number, upper: number) => boolean) | undefined
}

/** The default of the longest line, in bytes, as for `read`. */
const longest = 1 << 24

/**
 * Reads lines of a format without columns (VW text, svmlight, JSON Lines) at once, as `read` does piece by piece: for
 * programs that receive lines one or a few at a time and answer each.
 */
export class LineReader {
  readonly #schema: Schema
  readonly #plan: ReturnType<typeof tokenPlan>
  readonly #naming: BatchNaming
  readonly #tokens: Tokens = createTokens()
  readonly #backend: TextBackend | undefined
  readonly #expander: Expander | undefined
  readonly #wanted = new LabelledNames()
  #names: InputNames | undefined

  /**
   * @param backend the backend that tokenizes; undefined: TypeScript
   * @throws OLError OL_PARAMETER
   */
  constructor(schema: Schema, backend?: TextBackend | undefined, maxLineBytes: number = longest) {
    checkSchemaShape(schema)
    if (backend !== undefined) checkShape('backend', backend, { tokenize: 'function' })
    checkKind('maxLineBytes', maxLineBytes, 'number')
    this.#schema = schema
    this.#naming = namingOf(schema)
    this.#plan = tokenPlan(schema, [], maxLineBytes, false)
    this.#backend = backend
    this.#expander = schema.expand === undefined ? undefined : new Expander(schema.expand, backend)
  }

  /**
   * @param bytes complete lines: the last byte is a line feed
   * @param options with `reuseBuffers` the batch borrows its arrays, and is valid until the next call: `ownBatch` copies it
   */
  read(bytes: Uint8Array, { reuseBuffers = false, wantsName }: LinesOptions = {}): LinesRead {
    if (!ArrayBuffer.isView(bytes) || bytes.BYTES_PER_ELEMENT !== 1)
      throw invalid('OL_PARAMETER', 'bytes', 'a Uint8Array', bytes)
    const [plan, tokens] = [this.#plan, this.#tokens]
    reserveTokens(tokens, bytes.length, plan)
    const chunk = { bytes, start: 0, end: bytes.length, final: true }
    if (this.#backend === undefined) tokenizers[plan.format](plan, chunk, tokens)
    else this.#backend.tokenize(plan, chunk, tokens)
    const bad = Array.from({ length: tokens.bad.length === 0 ? 0 : tokens.counts[counts.bad] }, (_, k) =>
      describeBad(tokens.bad.subarray(k * badWidth), 0, bytes, lineAt, undefined),
    )
    const size = tokens.counts[counts.examples]
    const made = (expanded: Expanded | undefined, borrows: boolean): Batch => {
      const part = toBatch(tokens, bytes, lineAt, plan, expanded, this.#naming, size, borrows)
      if (wantsName === undefined) return part.batch
      this.#wanted.wants = wantsName
      return { ...part.batch, names: this.#finder().find({ tokens, bytes, plan, start: 0 }, part) }
    }
    if (this.#expander === undefined || size === 0) return { batch: made(undefined, reuseBuffers), bad }
    const parts: Batch[] = []
    for (let from = 0; from < size; ) {
      const expanded = this.#expander.expand(tokens, plan, from)
      // the next part has the same arrays
      parts.push(made(expanded, reuseBuffers && from === 0 && expanded.until === size))
      for (const { example, fault } of expanded.bad)
        bad.push(badExpansion(undefined, lineAt(tokens.lines[example]), fault))
      from = expanded.until
    }
    bad.sort((a, b) => a.line - b.line)
    return { batch: parts.length === 1 ? parts[0] : { ...joined(parts), ...this.#naming }, bad }
  }

  #finder(): InputNames {
    const { expand } = this.#schema
    // its own expander, because the other one has the features of the batch
    this.#names ??= new InputNames(
      this.#wanted,
      [],
      expand === undefined ? undefined : new Expander(expand),
      this.#backend ?? fallback,
    )
    return this.#names
  }
}

/** Requests the names of some features of examples that have a label. A value of 0 does not count as an appearance. */
class LabelledNames implements WantedNames {
  readonly done = false
  wants: (index: number, upper: number) => boolean = () => false

  wanted({ size, offsets, indices, upper, values, labels }: Batch): Uint32Array {
    const found: number[] = []
    for (let e = 0; e < size; e++) {
      if (Number.isNaN(labels[e])) continue
      for (let i = offsets[e]; i < offsets[e + 1]; i++)
        if (values[i] !== 0 && this.wants(indices[i], upper?.[i] ?? 0)) found.push(i)
    }
    return Uint32Array.from(found)
  }
}

function lineAt(relative: number): number {
  return relative + 1
}

/** Returns the batches as one batch, which owns its features. */
function joined(parts: readonly Batch[]): Batch {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const offsets = new Uint32Array(size + 1)
  let [e, features] = [0, 0]
  for (const part of parts) {
    for (let k = 0; k < part.size; k++) offsets[++e] = features + part.offsets[k + 1]
    features += part.offsets[part.size]
  }
  const numbers = (of: (part: Batch) => ArrayLike<number>, length = size): Float64Array => {
    const all = new Float64Array(length)
    let at = 0
    for (const part of parts) {
      all.set(Array.from(of(part)), at)
      at += of(part).length
    }
    return all
  }
  const own = (part: Batch): number => part.offsets[part.size]
  return {
    size,
    offsets,
    indices: Uint32Array.from(numbers((part) => part.indices.subarray(0, own(part)), features)),
    ...(parts[0].upper === undefined
      ? {}
      : {
          upper: Uint32Array.from(
            numbers((part) => (part.upper as Uint32Array).subarray(0, own(part)), features),
          ),
        }),
    ...(parts[0].groups === undefined
      ? {}
      : {
          groups: Uint8Array.from(
            numbers((part) => (part.groups as Uint8Array).subarray(0, own(part)), features),
          ),
        }),
    values: numbers((part) => part.values.subarray(0, own(part)), features),
    labels: numbers((part) => part.labels),
    weights: numbers((part) => part.weights ?? new Float64Array(part.size).fill(1)),
    initial: numbers((part) => part.initial ?? new Float64Array(part.size)),
    lines: numbers((part) => part.lines as Float64Array),
    tags: parts.flatMap((part) => part.tags ?? Array.from({ length: part.size }, () => undefined)),
    ...(parts[0].names === undefined ? {} : { names: namesOf(parts) }),
  }
}

/** Returns the names of the features of several batches, by their positions in all. */
function namesOf(parts: readonly Batch[]): FeatureNames {
  const at: number[] = []
  const texts: string[] = []
  let features = 0
  for (const { names, offsets, size } of parts) {
    for (const position of names?.at ?? []) at.push(features + position)
    texts.push(...(names?.texts ?? []))
    features += offsets[size]
  }
  return { at: Uint32Array.from(at), texts }
}
