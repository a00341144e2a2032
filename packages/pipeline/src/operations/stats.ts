import { textBackend } from '@ol/core/internal'
import { type ReadReport, type Stats, stats as sumUp } from '@ol/reader'
import type { ReadOptions, TokenFormat } from '@ol/spec'
import { closedSoon } from '../abort.js'
import { dataOf } from '../input/data.js'
import type { Input } from '../input/input.js'
import { type BackendOptions, type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { type SkippedReport, skippedOf } from '../reports.js'
import { batcherWithout } from './batching.js'
import { refuseMostlyBad } from './enough-labels.js'
import { watched } from './watched.js'

/** The statistics of data, as a plain object. */
export interface StatsReport extends Stats, SkippedReport {
  /** undefined: the input has no schema, or is empty */
  readonly format: TokenFormat | undefined
  readonly lines: number
}

export interface StatsRun {
  readonly report: StatsReport
  /** the counts of the reading, with the first bad lines in full */
  readonly reading: ReadReport
}

interface StatsRunOptions extends RunOptions, BackendOptions {
  /** collisions are counted for a table of 2^bits slots; default 18 */
  readonly bits?: number | undefined
  /** the kind of labels; default 'any': numbers, or names of classes */
  readonly labels?: Exclude<ReadOptions['labels'], 'class'> | undefined
}

export type StatsOptions = ReadingOptions & StatsRunOptions

const runNames = ['signal', 'backend', 'bits', 'labels'] as const

/** Computes the statistics of data. */
export async function stats(input: Input, options: StatsOptions = {}): Promise<StatsRun> {
  const { reading: given, run } = splitReading<StatsRunOptions>(options, runNames)
  const { signal, backend, bits, labels = 'any' } = run
  signal?.throwIfAborted()
  const data = await dataOf(input, given)
  const requested = { ...given, labels, signal, backend: textBackend(backend) }
  const reading = await data.open({
    options: { ...requested, namespaces: true },
    batcher: (first) => batcherWithout(requested, first, false),
  })
  try {
    const found = await sumUp(
      watched(reading, signal, () => refuseMostlyBad(data.name, reading.report)),
      bits,
    )
    const { lines } = reading.report
    const report = { format: reading.schema?.format, ...found, lines, ...skippedOf(reading.report) }
    return { report, reading: reading.report }
  } finally {
    await closedSoon(reading.close())
  }
}
