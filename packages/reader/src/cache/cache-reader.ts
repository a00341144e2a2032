import { crc32 } from '@ol/platform'
import {
  type BackendStream,
  type Batch,
  batchesInUse,
  batchPart,
  type FeatureNames,
  type LabelKind,
  OLError,
  type ReadOptions,
  type Schema,
  valueText,
} from '@ol/spec'
import { addBadLine, addReport, type BadLine, badLineError, type ReadReport } from '../read-report.js'
import { ahead } from '../source/ahead.js'
import type { Window } from '../source/window.js'
import { firstOdd } from '../table-report.js'
import {
  type Block,
  blockMagic,
  type CacheHeader,
  cacheMagic,
  cacheVersion,
  decodeBlock,
  decodeFeatureNames,
  endMagic,
  featureNamesMagic,
  namesMagic,
  ownSum,
  partBytes,
  sumWith,
} from './cache-format.js'
import { areFeatureNames, areNames, isHeader, isReport } from './check-parts.js'
import { DecidedLabels, type LabelDecision } from './decided-labels.js'
import { ownBatch } from './own-batch.js'

/** Returns whether bytes start with the magic number of a cache. */
export function isCache(bytes: Uint8Array): boolean {
  return bytes.length >= cacheMagic.length && cacheMagic.every((byte, i) => bytes[i] === byte)
}

/** Returns the first bad line or odd cell of a reading. */
function firstFault({ badLines: [bad], columns }: ReadReport): BadLine | undefined {
  const odd = firstOdd(columns)
  return bad === undefined || (odd !== undefined && odd.line < bad.line) ? odd : bad
}

/** A block that has been read and is being checked. */
interface ReadBlock {
  readonly block: Block
  /** the stored names of its features */
  readonly names: unknown
  /** 0: it is not */
  readonly sound: number | Promise<number>
  /** the buffer of the window in which it is */
  readonly held: Uint8Array
  /** its end in the cache */
  readonly end: number
}

/** A block, the names of classes, or the end. */
type Part = ReadBlock | { readonly classes: readonly string[] } | { readonly made: ReadReport }

const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

const decoder = new TextDecoder('utf-8')

/** Reads a cache from a window, part by part, and checks each. */
export class CacheReader {
  readonly #window: Window
  readonly #file: string | undefined
  #offset = 0
  /** the required kind of labels; undefined: any */
  labels: LabelKind | undefined
  /** how the labels are read, if the cache has them as they were written */
  decision: LabelDecision | undefined
  /** the classes with their names so far, including those that the reader already knew */
  classes: Schema['classes']
  /** by the number of a class in the cache: the reader's number; undefined: they are the same */
  #numbers: Float64Array | undefined
  /** classes of the cache; 0: labels are numbers */
  #classCount = 0
  /** the names of the classes of the cache; undefined: its labels are numbers */
  #written: readonly string[] | undefined
  /** the number of feature names that may still come */
  #unnamed = 0
  /** the sum of the headers of all parts so far */
  #before = 0
  /** arrays of values of blocks that were released */
  readonly #spareValues: Float64Array<ArrayBuffer>[] = []

  constructor(window: Window, file: string | undefined) {
    this.#window = window
    this.#file = file
  }

  /** Returns the header. Throws OL_CACHE if it is of another version or corrupt. */
  async header(): Promise<CacheHeader> {
    const { bytes, view } = await this.#part(partBytes)
    const version = view.getUint32(8, true)
    if (version !== cacheVersion)
      throw this.#error(
        `expected version ${cacheVersion} but received version ${version}: delete it to regenerate it`,
        version,
      )
    this.#check(bytes, view)
    this.#before = sumWith(bytes, 0)
    const header = await this.#json(view, isHeader)
    this.#classCount = header.schema.classes?.count ?? 0
    this.#written = header.schema.classes?.names ?? undefined
    this.#unnamed = header.names
    return header
  }

  /**
   * Yields the batches, then copies the report of the reading that made the cache into `report`. With `strict` it
   * throws the first of the bad lines there; with `reuseBuffers` batches have the arrays of the window; with `examples`
   * it ends after that many in all.
   */
  async *batches(
    report: ReadReport,
    backend: Pick<BackendStream, 'checkBlock' | 'checkBlockAsync' | 'ahead'>,
    {
      strict = false,
      reuseBuffers = false,
      examples = Number.POSITIVE_INFINITY,
    }: Pick<ReadOptions, 'strict' | 'reuseBuffers' | 'examples'> = {},
  ): AsyncGenerator<Batch> {
    const borrowed: ReadBlock[] = []
    const { decision } = this
    const decided = decision === undefined ? undefined : new DecidedLabels(decision, this.classes, this.#file)
    // a check takes less time than learning, so more blocks ahead would only take memory
    for await (const part of ahead(this.#parts(backend), Math.min(backend.ahead, 1))) {
      if ('made' in part) {
        // its examples were already counted block by block
        addReport(report, { ...part.made, examples: 0, features: 0 })
        const first = strict ? firstFault(part.made) : undefined
        if (first !== undefined) throw badLineError(first)
        return
      }
      if ('classes' in part) {
        this.#written = part.classes
        if (decided === undefined) this.learnNames(part.classes)
        continue
      }
      const { block, end } = part
      if ((await part.sound) === 0) throw this.#corrupt(end)
      const batch = reuseBuffers ? block.batch : ownBatch(block.batch)
      if (reuseBuffers) borrowed.push(part)
      else this.#release(part)
      const skipped = decided?.rewrite(batch, this.#written) ?? []
      if (decided !== undefined) {
        this.#takeNames(decided.names)
      } else if (this.labels !== undefined) this.#checkLabels(batch, this.labels)
      if (this.#numbers !== undefined) renumber(batch.labels, this.#numbers)
      const own = this.#namesOf(part.names, batch.values.length, end)
      const named = own === undefined ? batch : { ...batch, names: own }
      let from = 0
      for (const one of [...skipped, undefined]) {
        const until = Math.min(one?.example ?? batch.size, from + examples - report.examples)
        const part = batchPart(named, from, until)
        report.examples += part.size
        report.features += part.values.length
        if (part.size > 0 || batch.size === 0) yield part
        if (report.examples >= examples) return
        if (one === undefined) continue
        addBadLine(report, one.bad)
        if (strict) throw badLineError(one.bad)
        from = one.example + 1
      }
      while (borrowed.length >= batchesInUse) this.#release(borrowed.shift() as ReadBlock)
    }
  }

  /** Reads the parts, including blocks that are being checked. */
  async *#parts(
    backend: Pick<BackendStream, 'checkBlock' | 'checkBlockAsync' | 'ahead'>,
  ): AsyncGenerator<Part, void, void> {
    /** the names of the next block */
    let names: unknown
    for (;;) {
      const { bytes, view } = await this.#part(partBytes)
      this.#check(bytes, view)
      const magic = view.getUint32(0, true)
      if (magic === endMagic) {
        if (view.getUint32(20, true) !== this.#before) throw this.#corrupt()
        const made = await this.#json(view, isReport)
        await this.#checkEnd()
        yield { made }
        return
      }
      this.#before = sumWith(bytes, this.#before)
      if (magic === namesMagic) {
        yield { classes: await this.#json(view, areNames) }
        continue
      }
      if (magic === featureNamesMagic) {
        names = await this.#json(view, (value): value is unknown => areFeatureNames(value))
        continue
      }
      if (magic !== blockMagic) throw this.#corrupt()
      const [flag, size, features, length, sum] = [4, 8, 12, 16, 20].map((at) => view.getUint32(at, true))
      const { bytes: payload } = await this.#part(length)
      const block = decodeBlock(payload, flag, size, features, (count) => this.#newValues(count))
      if (block === undefined) throw this.#corrupt()
      const numbers = { ...block.batch, singles: block.singles, bytes: payload, sum }
      const sound =
        backend.ahead === 0
          ? backend.checkBlock(this.#classCount, numbers)
          : backend.checkBlockAsync(this.#classCount, numbers)
      yield { block, names, sound, held: this.#window.hold(), end: this.#offset }
      names = undefined
    }
  }

  /** Returns an array of n values: a released one if there is one. */
  #newValues(count: number): Float64Array<ArrayBuffer> {
    const found = this.#spareValues.pop()
    return (found !== undefined && found.length >= count ? found : new Float64Array(count)).subarray(0, count)
  }

  /** Takes back the memory of a block. */
  #release({ block, held }: ReadBlock): void {
    this.#window.release(held)
    const { values, indices } = block.batch
    if (values.buffer !== indices.buffer)
      this.#spareValues.push(new Float64Array(values.buffer as ArrayBuffer))
  }

  /**
   * Takes the names of the cache's classes, in the order of their numbers there. If the reader knows others, or knows
   * them in another order, new classes of the cache follow, as they would from the files, and labels get the reader's numbers.
   */
  learnNames(names: readonly string[]): void {
    if (this.classes === undefined) return
    const { count, names: known } = this.classes
    const all = [...new Set([...(known ?? []), ...names])]
    if (all.length > count)
      throw this.#error(
        `expected one of the ${count} known classes but received ${valueText(all[count])}: delete it to regenerate it`,
        all[count],
      )
    const numberOf = new Map(all.map((name, k) => [name, k + 1]))
    const numbers = Float64Array.from(names, (name) => numberOf.get(name) as number)
    this.#numbers = numbers.every((number, k) => number === k + 1) ? undefined : numbers
    if (all.length > (known?.length ?? 0)) this.classes = { ...this.classes, names: all }
  }

  #takeNames(names: readonly string[]): void {
    const { classes } = this
    if (classes?.names == null || names.length === classes.names.length) return
    this.classes = { ...classes, names: [...names] }
  }

  /** Returns the names of a block; undefined if it has features whose names the cache may lack. */
  #namesOf(part: unknown, features: number, end: number): FeatureNames | undefined {
    if (this.#unnamed <= 0) return undefined
    if (part === undefined) return nothingNamed
    const names = decodeFeatureNames(part, features)
    if (names === undefined) throw this.#corrupt(end)
    this.#unnamed -= names.at.length
    return names
  }

  /** Checks labels that were read as numbers but must be labels of two classes, or counts. */
  #checkLabels({ labels, lines }: Batch, kind: LabelKind): void {
    for (let e = 0; e < labels.length; e++) {
      const y = labels[e]
      if (kind === 'sign' && y === 0) labels[e] = -1
      else if (kind === 'sign' ? y * y !== 1 : y < 0) {
        if (Number.isNaN(y)) continue
        const where = lines === undefined ? '' : ` of line ${lines[e]}`
        const accepted = kind === 'sign' ? 'labels -1, 0 and 1' : 'labels >= 0'
        throw this.#error(
          `expected ${accepted} for this loss but received the label ${y}${where}: delete it to regenerate it`,
          y,
        )
      }
    }
  }

  /** Returns the next bytes; they are valid until the next call. */
  async #part(length: number): Promise<{ bytes: Uint8Array<ArrayBuffer>; view: DataView }> {
    const window = this.#window
    await window.fill(length)
    const held = window.end - window.start - (window.appendedNewline ? 1 : 0)
    if (held < length) {
      const offset = this.#offset + held
      throw new OLError('OL_INPUT_TRUNCATED', `the cache is truncated at byte ${offset}`, {
        ...(this.#file === undefined ? {} : { file: this.#file }),
        value: offset,
      })
    }
    const bytes = window.bytes.subarray(window.start, window.start + length)
    window.start += length
    this.#offset += length
    return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }

  /** Throws OL_CACHE if more bytes follow: those of another cache would be lost. */
  async #checkEnd(): Promise<void> {
    const window = this.#window
    await window.fill(1)
    if (window.end - window.start > (window.appendedNewline ? 1 : 0))
      throw this.#error(`something follows its end at byte ${this.#offset}`, this.#offset)
  }

  async #json<T>(view: DataView, accepts: (value: unknown) => value is T): Promise<T> {
    const length = view.getUint32(12, true)
    const sum = view.getUint32(16, true)
    const { bytes } = await this.#part(Math.ceil((length + 1) / partBytes) * partBytes)
    if (crc32(bytes) !== sum) throw this.#corrupt()
    const value = parsed(decoder.decode(bytes.subarray(0, length)))
    if (!accepts(value)) throw this.#corrupt()
    return value
  }

  #check(bytes: Uint8Array, view: DataView): void {
    if (crc32(bytes.subarray(0, ownSum)) !== view.getUint32(ownSum, true)) throw this.#corrupt()
  }

  #corrupt(near = this.#offset): OLError {
    return this.#error(`it is corrupt near byte ${near}: delete it to regenerate it`, near)
  }

  #error(text: string, value: unknown): OLError {
    return new OLError('OL_CACHE', `The cache cannot be used: ${text}`, {
      ...(this.#file === undefined ? {} : { file: this.#file }),
      value,
    })
  }
}

/** Returns the value of a JSON text; undefined: it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gives labels that are numbers of classes, or NaN, other numbers. */
function renumber(labels: Float64Array, numbers: Float64Array): void {
  for (let e = 0; e < labels.length; e++) if (labels[e] >= 1) labels[e] = numbers[labels[e] - 1]
}
