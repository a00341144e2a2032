import type { Reader, ReadOptions, ReadReport } from '@ol/reader'
import type { Batch } from '@ol/spec'
import type { Batcher, PlainExample } from './examples.js'
import { groups } from './groups.js'

/** Returns a reader of the given batches. */
export function batchReader(batches: Iterable<Batch> | AsyncIterable<Batch>, options: ReadOptions): Reader {
  return readerOf(options, async function* () {
    yield* batches
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
