import { textBackend } from '@ol/core/internal'
import { disposeWhereKnown, openOutput } from '@ol/platform'
import {
  batchText,
  type CsvWriter,
  csvWriter,
  type Reader,
  type ReadReport,
  type Schema,
  writeCache,
} from '@ol/reader'
import {
  formatEntry,
  formatsWhere,
  invalid,
  type LineFormat,
  limits,
  OLError,
  type ReadOptions,
} from '@ol/spec'
import { closedSoon } from '../abort.js'
import { dataOf, type Reading } from '../input/data.js'
import type { Input } from '../input/input.js'
import { type BackendOptions, type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { type SkippedReport, skippedOf } from '../reports.js'
import { batcherWithout } from './batching.js'
import { refuseMostlyBad } from './enough-labels.js'
import { watched } from './watched.js'

/** The formats that are written as text. */
export const writableFormats: readonly ReturnType<typeof formatsWhere>[number][] = formatsWhere(
  ({ writer }) => writer !== undefined,
)

type Writable = (typeof writableFormats)[number]

/** The report of a conversion, as a plain object. */
export interface ConvertReport extends SkippedReport {
  readonly to: Writable | 'cache'
  readonly examples: number
  readonly features: number
  readonly lines: number
  readonly seconds: number
  /** the names of classes, if labels are names: class k is number k, from 1 */
  readonly classes?: readonly string[] | undefined
}

interface ConvertRunOptions extends RunOptions, BackendOptions {
  /** a format of text, or a cache: a binary file, the fastest to read */
  readonly to: Writable | 'cache'
  /**
   * the kind of labels; default 'any': numbers, or names of classes, which are written as their numbers from 1 if a
   * format has no names
   */
  readonly labels?: Exclude<ReadOptions['labels'], 'class'> | undefined
}

export type ConvertOptions = ReadingOptions & ConvertRunOptions

const runNames = ['signal', 'backend', 'to', 'labels'] as const

/**
 * A conversion of examples: iterated, once, for their text, or written to a file. At the end it refuses an input whose
 * lines are mostly bad.
 */
export class Conversion implements AsyncIterable<string> {
  readonly #input: Input
  readonly #given: ReadOptions
  readonly #run: ConvertRunOptions
  readonly #started: number = performance.now()
  #reading: Reading | undefined
  #opening: Promise<Reader> | undefined

  constructor(input: Input, options: ConvertOptions) {
    const { reading, run } = splitReading<ConvertRunOptions>(options, runNames)
    if (run.to !== 'cache' && !writableFormats.includes(run.to))
      throw invalid('OL_PARAMETER', 'to', `one of ${[...writableFormats, 'cache'].join(', ')}`, run.to)
    this.#input = input
    this.#given = reading
    this.#run = run
  }

  /** Opens the input; iterating and writing do this, too. Throws for an input that cannot be written in the format. */
  async open(): Promise<void> {
    if (this.#run.to === 'cache') return
    writerOf(this.#run.to, await (await this.#open()).open(), this.#given.constant)
  }

  /**
   * Writes the examples to a file atomically.
   *
   * @throws OLError OL_FILE_* if it cannot be written
   */
  async toFile(path: string): Promise<ConvertReport> {
    if (typeof path !== 'string' || path === '')
      throw invalid('OL_PARAMETER', 'the path of the output', 'a string', path)
    if (this.#run.to === 'cache') {
      const reading = await this.#open()
      try {
        await writeCache(reading, path)
      } finally {
        await this.close()
      }
      return this.report as ConvertReport
    }
    await this.open()
    const output = await openOutput(path)
    const encoder = new TextEncoder()
    try {
      for await (const text of this) await output.write(encoder.encode(text))
      await output.finish()
    } catch (error) {
      await output.abandon()
      throw error
    }
    return this.report as ConvertReport
  }

  /** Yields the text, in pieces of complete lines. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, void> {
    const { to } = this.#run
    if (to === 'cache')
      throw new OLError(
        'OL_PARAMETER',
        'Expected a text format to iterate over but received a cache: write it with toFile',
        { value: to },
      )
    try {
      const reading = await this.#open()
      const { head, rows } = writerOf(to, await reading.open(), this.#given.constant)
      if (head !== '') yield head
      for await (const batch of reading) yield rows(batch)
    } finally {
      await this.close()
    }
  }

  /** The report so far; undefined before the input is open. */
  get report(): ConvertReport | undefined {
    if (this.#reading === undefined) return undefined
    const { examples, features, lines } = this.#reading.report
    const seconds = (performance.now() - this.#started) / 1000
    const classes = this.#reading.schema?.classes?.names ?? undefined
    const counts = {
      to: this.#run.to,
      examples,
      features,
      lines,
      seconds,
      ...skippedOf(this.#reading.report),
    }
    return classes === undefined ? counts : { ...counts, classes }
  }

  /** The counts of the reading so far; undefined before the input is open. */
  get reading(): ReadReport | undefined {
    return this.#reading?.report
  }

  /** Closes the input; iterating and writing do this, too. */
  async close(): Promise<void> {
    if (this.#reading !== undefined) await closedSoon(this.#reading.close())
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(Conversion.prototype)
  }

  #open(): Promise<Reader> {
    const open = async (): Promise<Reader> => {
      const { labels = 'any', backend, signal, to } = this.#run
      const names = to === 'cache' ? limits.defaultNames : 0
      signal?.throwIfAborted()
      const requested = { ...this.#given, labels, names, signal, backend: textBackend(backend) }
      const data = await dataOf(this.#input, this.#given)
      const opened = await data.open({
        options: requested,
        batcher: (first) => batcherWithout(requested, first, false),
      })
      this.#reading = opened
      return watched(opened, signal, () => refuseMostlyBad(data.name, opened.report))
    }
    this.#opening ??= open()
    return this.#opening
  }
}

/** Returns the writer of a format. `constant`: whether examples without a schema have the constant feature. */
function writerOf(to: Writable, schema: Schema | undefined, constant = true): CsvWriter {
  if (formatEntry(to).writer === 'lines')
    return { head: '', rows: (batch) => batchText(batch, to as LineFormat, schema?.constant ?? constant) }
  if (schema !== undefined) return csvWriter(schema)
  return {
    head: '',
    rows: (batch) => {
      if (batch.size === 0) return ''
      throw new OLError(
        'OL_PARAMETER',
        'Expected an input with columns for csv but objects and batches have none: choose another format',
        {
          value: to,
        },
      )
    },
  }
}
