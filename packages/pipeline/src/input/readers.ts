import { checkShape, copyBatch, isBatch } from '@ol/core/internal'
import { createReport, type Reader, type ReadOptions, type TaskDecision } from '@ol/reader'
import { type Batch, invalid } from '@ol/spec'
import { copiedExample } from './copied-example.js'
import type { Batcher, PlainExample } from './examples.js'
import { firstExamples } from './first-examples.js'
import { groups } from './groups.js'
import { decidesTask, defaultPatience, type Peeked, peek, taskOfBatches, taskOfExamples } from './peek.js'

/** Returns a reader of the given batches. */
export function batchReader(
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  options: ReadOptions,
): DecidingReader {
  let peeked: Peeked<Batch> | undefined
  const batchesOf = async function* (): AsyncGenerator<Batch> {
    yield* peeked?.all ?? checked(batches)
  }
  return readerOf(options, batchesOf, async () => {
    peeked = await peek(checked(batches), ({ size }) => size, copyBatch, options.patience ?? defaultPatience)
    return taskOfBatches(peeked.first, options)
  })
}

/** Yields items that are batches. Throws OL_BATCH for others, before their arrays are read. */
async function* checked(items: Iterable<Batch> | AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const item of items) {
    if (!isBatch(item)) throw invalid('OL_BATCH', 'an item after batches', 'a batch', item)
    checkShape(item)
    yield item
  }
}

/**
 * Returns a reader of batches of examples that are objects. A schema among the options belongs to files with such
 * examples.
 */
export function exampleReader(
  examples: Iterable<PlainExample> | AsyncIterable<PlainExample>,
  options: ReadOptions,
  batcher: (first: PlainExample) => Batcher,
): DecidingReader {
  let peeked: Peeked<PlainExample> | undefined
  const batchesOf = async function* (): AsyncGenerator<Batch> {
    let made: Batcher | undefined
    const add = (example: PlainExample): void => {
      made ??= batcher(example)
      made.add(example)
    }
    for await (const _ of groups(peeked?.all ?? examples, add)) yield (made as Batcher).take()
  }
  const decide = async (): Promise<TaskDecision> => {
    peeked = await peek(examples, () => 1, copiedExample, options.patience ?? defaultPatience)
    return taskOfExamples(peeked.first, options)
  }
  return Object.assign(readerOf(options, batchesOf, decide), { objects: true })
}

/** A reader of an input without a schema: its labels decide the task. */
export interface DecidingReader extends Reader {
  /** the decision of the labels when it was opened; undefined: they decided nothing */
  readonly decision: TaskDecision | undefined
  /** whether its examples are objects */
  readonly objects?: boolean
}

/** `decide`: peeks at the first labels, if they decide the task. */
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
      report.features += batch.indices.length
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
