import { disposeWhereKnown, matchingPaths } from '@ol/platform'
import {
  type BackendStream,
  type Batch,
  batchesInUse,
  checkPlain,
  checkReadOptions,
  counts,
  expandSettings,
  OLError,
  type ReadOptions,
  type Schema,
} from '@ol/spec'
import type { CacheReader } from './cache/cache-reader.js'
import { chunkBatches, type InputReading } from './chunk-batches.js'
import { Expander } from './features/expander.js'
import { Expanders } from './features/expanders.js'
import { NamedSpaces } from './features/named-spaces.js'
import { refusesOf } from './features/refuses.js'
import { cellCounter, endNotices } from './input-report.js'
import { NameFinder } from './names/name-finder.js'
import { labelsOfInputs } from './open/labels-of-inputs.js'
import { type OpenedInput, openInput } from './open/open-input.js'
import {
  addBadLine,
  addReport,
  type BadLine,
  badLineError,
  createReport,
  type ReadReport,
} from './read-report.js'
import { skippedBad, withoutExamples } from './skipped-of-chunk.js'
import { moreNames } from './sniff/class-names.js'
import { contradictingLabel } from './sniff/contradiction.js'
import type { Sniffed } from './sniff/head.js'
import { FewLabels, type SniffOptions } from './sniff/labelling.js'
import { countLines } from './sniff/records.js'
import { openBackendStream } from './source/backend-stream.js'
import { Chunks, defaultChunkBytes, defaultMaxLineBytes, type Tokenized } from './source/chunks.js'
import { skipLong } from './source/long-line.js'
import { type NamedSource, noSources, openSource, type Source } from './source/source.js'
import type { Window } from './source/window.js'
import { namingOf } from './to-batch.js'
import { tokenPlan } from './token-plan/token-plan.js'

/** The batches of an input, in order; iterate them once. Each batch owns its arrays, unless it borrows them (`reuseBuffers`). */
export interface Reader extends AsyncIterable<Batch> {
  /**
   * Infers the schema from the start of the first input that is not empty and resolves to it; undefined: all are empty.
   * Iterating does this, too.
   */
  open(): Promise<Schema | undefined>
  /** Closes the sources that were opened and not read to the end; iterating does this, too. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
  /** Returns the paths of its sources, with glob patterns expanded: the files that must not be overwritten while it reads. */
  paths(): Promise<readonly string[]>
  /** the options of this reader */
  readonly options: ReadOptions
  /** the counts so far */
  readonly report: ReadReport
  /** how it is read; undefined before the first input */
  readonly schema: Schema | undefined
}

/**
 * Reads examples. Bad lines are skipped and counted in `report`, or with `strict` thrown.
 *
 * @throws OLError OL_PARAMETER at once for invalid options; while iterating OL_FILE_*, OL_INPUT_*, OL_LABEL,
 * and with `strict` OL_LINE_*
 */
export function read(source: Source | readonly Source[], options: ReadOptions = {}): Reader {
  checkPlain(options)
  checkReadOptions(options)
  const expand = expandSettings(options)
  // invalid settings throw here and not at the first batch
  if (expand !== undefined) new Expander(expand)
  const sources = Array.isArray(source) ? (source as readonly Source[]) : [source as Source]
  if (sources.length === 0) throw noSources()
  const file = sources.length === 1 ? options.file : undefined
  // invalid sources throw here; glob patterns are expanded when the reading starts
  for (const one of sources) openSource(one, file)
  return new SourceReader(sources, file, options)
}

export class SourceReader implements Reader {
  readonly report: ReadReport = createReport()
  schema: Schema | undefined
  /** undefined: glob patterns among them have not been expanded yet */
  #sources: readonly NamedSource[] | undefined
  readonly #given: readonly Source[]
  readonly #file: string | undefined
  readonly options: ReadOptions
  /** open inputs: their schema is known, and they are not yet read to the end */
  readonly #opened: OpenedInput[] = []
  #finding: Promise<readonly Source[]> | undefined
  /** how many inputs have been opened */
  #next = 0
  #opening: Promise<void> | undefined
  #taken = false
  readonly #names: NameFinder | undefined
  #work: BackendStream | undefined

  constructor(given: readonly Source[], file: string | undefined, options: ReadOptions) {
    this.#names = NameFinder.of(options)
    this.#given = given
    this.#file = file
    this.options = options
  }

  async open(): Promise<Schema | undefined> {
    const sources = await this.#named()
    while (this.schema === undefined && this.#next < sources.length) await this.#openNext(sources)
    return this.schema
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch> {
    if (this.#taken)
      throw new OLError(
        'OL_PARAMETER',
        'expected one iteration of a reader but received a second: call read again',
      )
    this.#taken = true
    const sources = await this.#named()
    try {
      while (this.#left > 0 && (this.#opened.length > 0 || this.#next < sources.length)) {
        if (this.#opened.length === 0) await this.#openNext(sources)
        const [input] = this.#opened
        if (input === undefined) continue
        try {
          if (input.cache !== undefined) yield* this.#cached(input.cache)
          else if (input.sniffed !== undefined) yield* this.#batches(input, input.sniffed)
        } finally {
          // release an input that has been read before the next ones are read
          this.#opened.shift()
          await input.window.close()
        }
      }
    } finally {
      this.#work?.close()
    }
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined)
    for (const { window } of this.#opened.splice(0)) await window.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(SourceReader.prototype)
  }

  async paths(): Promise<readonly string[]> {
    return (await this.#found()).filter((one) => typeof one === 'string' && one !== '-') as string[]
  }

  async #named(): Promise<readonly NamedSource[]> {
    if (this.#sources === undefined) {
      const all = await this.#found()
      this.#sources = all.map((one) => openSource(one, all.length === 1 ? this.#file : undefined))
    }
    return this.#sources
  }

  /** The sources with glob patterns expanded, once, so that every part sees the same files. */
  #found(): Promise<readonly Source[]> {
    this.#finding ??= Promise.all(
      this.#given.map(async (one) => (typeof one === 'string' ? await matchingPaths(one) : [one])),
    ).then((found) => found.flat())
    return this.#finding
  }

  /** Opens the next source; a source of only blank lines is then done. */
  async #openNext(sources: readonly NamedSource[]): Promise<void> {
    this.#opening ??= this.#openInput(sources).then(async (opened) => {
      this.#next++
      this.#opening = undefined
      // a first file without rows decides nothing if there is another file
      if (
        this.schema === undefined &&
        opened.sniffed?.rows === 0 &&
        opened.whole === true &&
        this.#next < sources.length
      ) {
        this.report.lines += linesOf(opened.window)
        await opened.window.close()
        return
      }
      this.schema ??= opened.schema
      // nothing follows a start that is complete
      const all = opened.whole === true && this.#next === sources.length
      const warnings =
        opened.sniffed?.warnings?.filter(({ why }) => (why === 'blank' ? !all : why !== 'constant' || all)) ??
        []
      if (warnings.length > 0) addReport(this.report, { ...createReport(), warnings })
      if (opened.cache !== undefined || opened.sniffed !== undefined) {
        this.#opened.push(opened)
        return
      }
      this.report.lines += linesOf(opened.window)
      await opened.window.close()
    })
    await this.#opening
  }

  /** Opens the next source; if its labels do not decide the task, the labels of the next inputs do that can be read twice. */
  async #openInput(sources: readonly NamedSource[]): Promise<OpenedInput> {
    const at = this.#next
    const open = (options: SniffOptions) =>
      openInput(sources[at], options, this.schema, 2 * this.#chunkBytes, { at, inputs: sources.length })
    const { task, labels } = this.options
    const decides = (task !== undefined || labels === 'any') && this.schema === undefined
    const repeats = decides ? await Promise.all(sources.map((one) => one.repeats?.() ?? false)) : []
    const rest = sources.filter((_, k) => k > at && repeats[k])
    if (rest.length === 0 || !repeats[at]) return open(this.options)
    try {
      return await open({ ...this.options, otherLabels: 'wanted' })
    } catch (error) {
      if (!(error instanceof FewLabels)) throw error
      return open({ ...this.options, otherLabels: await labelsOfInputs(rest, this.options, error.labels) })
    }
  }

  async *#cached(cache: CacheReader): AsyncGenerator<Batch> {
    cache.classes = this.schema?.classes
    this.#work ??= openBackendStream(this.options)
    for await (const batch of cache.batches(this.report, this.#work, this.options)) {
      const { classes } = cache
      if (this.schema !== undefined && classes !== this.schema.classes)
        this.schema = { ...this.schema, ...(classes === undefined ? {} : { classes }) }
      yield this.schema === undefined ? batch : { ...batch, ...namingOf(this.schema) }
    }
  }

  async *#batches(opened: OpenedInput, sniffed: Sniffed): AsyncGenerator<Batch> {
    const { report, options } = this
    const { readLabels, namespaces = false } = options
    const { file, window, lineOf } = opened
    const planFor = (schema: Schema) =>
      tokenPlan(schema, sniffed.columns, this.#maxLineBytes, namespaces, { ...sniffed, readLabels })
    const addNotices = endNotices(report, opened)
    const cells = cellCounter(report, this.schema ?? sniffed.schema, options, opened, sniffed)
    const { expand } = sniffed.schema
    const reuses = options.reuseBuffers === true
    this.#work ??= openBackendStream(options)
    const expanders = expand === undefined ? undefined : new Expanders(expand, reuses, this.#work)
    const spaces = expand === undefined ? undefined : new NamedSpaces(expand, report)
    // the expander of a chunk keeps its features until they are in a batch
    const names = this.#names?.ofInput(
      sniffed.columns,
      expand === undefined ? undefined : new Expander(expand),
      this.#work,
    )
    const refuses = refusesOf(options, expand === undefined ? undefined : new Expander(expand, this.#work))
    const strict = options.strict === true
    // class names accumulate over all inputs
    const known = this.schema ?? sniffed.schema
    const own = known.classes === undefined ? sniffed.schema : { ...sniffed.schema, classes: known.classes }
    const { task, decidedBy = task === undefined || task === 'auto' ? 'labels' : 'task' } = options
    const decided = task !== undefined || options.decidedBy !== undefined || own.classes?.grows === true
    const refusesNew = options.onNewLabel !== 'skip'
    const contradiction: InputReading['contradiction'] = (chunk, lineAt) =>
      decided && refusesNew
        ? contradictingLabel(
            chunk,
            { ...own, ...this.#classes },
            decidedBy,
            { refuses, strict, file },
            lineAt,
          )
        : undefined
    const reading = { options, report, expanders, spaces, input: opened, names, cells, contradiction }
    const chunks = new Chunks(window, planFor(own), this.#work, {
      chunkBytes: options.chunkBytes,
      left: options.examples === undefined ? undefined : () => this.#left,
      missing: (chunk) => {
        const { classes } = this.schema ?? sniffed.schema
        const names = classes === undefined ? undefined : moreNames(classes, chunk, refuses, strict)
        if (names === undefined || classes === undefined) return undefined
        this.schema = { ...(this.schema ?? sniffed.schema), classes: { ...classes, names } }
        return planFor({ ...sniffed.schema, classes: { ...classes, names } })
      },
    })
    const borrowed: Tokenized[] = []
    window.start += sniffed.skip
    let line = 1 + sniffed.skipLines
    report.lines += opened.table === undefined ? sniffed.skipLines : 0
    for (;;) {
      options.signal?.throwIfAborted()
      const found = await chunks.next()
      if (found === undefined) {
        addNotices()
        cells?.finish()
        return
      }
      if (found === 'long') {
        const bad = await skipLong(window, file, lineOf(line++))
        this.report.lines++
        this.#addBad(bad)
        if (options.skippedLines === true) yield withoutExamples([skippedBad(bad)], own.wide === true)
        continue
      }
      const firstLine = line
      line += found.tokens.counts[counts.lines]
      const naming = namingOf(this.schema ?? sniffed.schema)
      const before = report.examples
      yield* chunkBatches(reading, found, firstLine, naming)
      // borrowed batches are in use while the next one is made
      if (reuses && report.examples > before) borrowed.push(found)
      else chunks.release(found)
      while (borrowed.length >= batchesInUse) chunks.release(borrowed.shift() as Tokenized)
    }
  }

  /** The number of examples still requested. */
  get #left(): number {
    return (this.options.examples ?? Number.POSITIVE_INFINITY) - this.report.examples
  }

  /** The classes so far. */
  get #classes(): Pick<Schema, 'classes'> {
    const classes = this.schema?.classes
    return classes === undefined ? {} : { classes }
  }

  #addBad(described: BadLine): void {
    addBadLine(this.report, described)
    if (this.options.strict === true) throw badLineError(described)
  }

  get #chunkBytes(): number {
    return this.options.chunkBytes ?? defaultChunkBytes
  }

  get #maxLineBytes(): number {
    return this.options.maxLineBytes ?? defaultMaxLineBytes
  }
}

function linesOf({ bytes, start, end }: Window): number {
  return countLines(bytes, start, end)
}
