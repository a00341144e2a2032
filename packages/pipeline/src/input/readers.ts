import type { Reader, ReadOptions, ReadReport } from '@ol/reader'
import type { Batch } from '@ol/spec'
import type { Batcher, PlainExample } from './examples.js'
import { groups } from './groups.js'

/** Returns batches that were given as a reader of them. */
export function batchReader(batches: Iterable<Batch> | AsyncIterable<Batch>, options: ReadOptions): Reader {
  return readerOf(options, async function* () {
    yield* batches
  })
}

/** Returns examples that are objects as a reader of batches. A schema among the options: how files of them are read. */
export function exampleReader(
  examples: Iterable<PlainExample> | AsyncIterable<PlainExample>,
  options: ReadOptions,
  batcher: (first: PlainExample) => Batcher,
): Reader {
  return readerOf(options, async function* () {
    let made: Batcher | undefined
    for await (const group of groups(examples)) {
      made ??= batcher(group[0])
      yield made.batch(group)
    }
  })
}

function readerOf(options: ReadOptions, batches: () => AsyncGenerator<Batch>): Reader {
  const { schema } = options
  const report: ReadReport = {
    lines: 0,
    examples: 0,
    features: 0,
    skipped: 0,
    badLines: [],
    badCounts: {},
  }
  let iterator: AsyncGenerator<Batch> | undefined
  async function* counted(from: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
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
    open: async () => schema,
    close,
    paths: async () => [],
    [Symbol.asyncDispose]: close,
    [Symbol.asyncIterator]: () => {
      iterator = counted(batches())
      return iterator
    },
  }
}
