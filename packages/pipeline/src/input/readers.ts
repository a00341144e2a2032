import { isBatch } from '@ol/core/internal'
import { createReport, type Reader, type ReadOptions, type TaskDecision } from '@ol/reader'
import type { Batch } from '@ol/spec'
import type { Batcher, PlainExample } from './examples.js'
import { firstExamples } from './first-examples.js'
import {
  decidesTask,
  defaultPatience,
  type Looked,
  lookAhead,
  taskOfBatches,
  taskOfExamples,
} from './first-look.js'
import { groups } from './groups.js'

/** Returns a reader of the given batches. */
export function batchReader(
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  options: ReadOptions,
): DecidingReader {
  let looked: Looked<Batch> | undefined
  const batchesOf = async function* (): AsyncGenerator<Batch> {
    yield* looked?.all ?? batches
  }
  return readerOf(options, batchesOf, async () => {
    looked = await lookAhead(
      batches,
      (batch) => (isBatch(batch) ? batch.size : 1),
      options.patience ?? defaultPatience,
    )
    return taskOfBatches(looked.first, options)
  })
}

/**
 * Returns a reader of batches of examples that are objects. A schema among the options is that of files with such
 * examples.
 */
export function exampleReader(
  examples: Iterable<PlainExample> | AsyncIterable<PlainExample>,
  options: ReadOptions,
  batcher: (first: PlainExample) => Batcher,
): DecidingReader {
  let looked: Looked<PlainExample> | undefined
  const batchesOf = async function* (): AsyncGenerator<Batch> {
    let made: Batcher | undefined
    for await (const group of groups(looked?.all ?? examples)) {
      made ??= batcher(group[0])
      yield made.batch(group)
    }
  }
  const decide = async (): Promise<TaskDecision> => {
    looked = await lookAhead(examples, () => 1, options.patience ?? defaultPatience)
    return taskOfExamples(looked.first, options)
  }
  return Object.assign(readerOf(options, batchesOf, decide), { objects: true })
}

/** A reader of what no schema says how to read: its labels decide the task. */
export interface DecidingReader extends Reader {
  /** what the labels decided when it was opened; undefined: they were not asked */
  readonly decision: TaskDecision | undefined
  /** whether its examples are objects */
  readonly objects?: boolean
}

/** `decide`: looks at the first labels, where they are to decide. */
function readerOf(
  options: ReadOptions,
  batches: () => AsyncGenerator<Batch>,
  decide: () => Promise<TaskDecision>,
): DecidingReader {
  let decision: TaskDecision | undefined
  const { schema } = options
  const report = createReport()
  let iterator: AsyncGenerator<Batch> | undefined
  async function* counted(from: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    for await (const batch of from) {
      report.examples += batch.size
      report.features += batch.indices?.length ?? 0
      yield batch
    }
  }
  const close = async (): Promise<void> => {
    await iterator?.return(undefined)
  }
  return {
    options,
    report,
    schema,
    get decision() {
      return decision
    },
    open: async () => {
      if (decidesTask(options)) decision ??= await decide()
      return schema
    },
    close,
    paths: async () => [],
    [Symbol.asyncDispose]: close,
    [Symbol.asyncIterator]: () => {
      iterator = counted(firstExamples(batches(), options.examples))
      return iterator
    },
  }
}
