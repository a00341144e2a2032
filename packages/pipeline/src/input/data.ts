import { isRegular, matchingPaths } from '@ol/platform'
import { type Reader, type ReadOptions, read, readCached, type Source, type TaskDecision } from '@ol/reader'
import { type Batch, checkReadOptions, invalid, isArrayBuffer, optionsWhere } from '@ol/spec'
import type { Notice } from '../notices.js'
import type { Batcher, PlainExample } from './examples.js'
import { firstExamples } from './first-examples.js'
import { type Input, type KnownInput, knownInput } from './input.js'
import { batchReader, exampleReader } from './readers.js'

/** How to read data this time. */
export interface ReadRequest {
  readonly options: ReadOptions
  /** the file of the cache to read, or to write during the reading */
  readonly cache?: string | undefined
  /** makes batches of objects; called when the first object has arrived */
  readonly batcher: (first: PlainExample) => Batcher
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** One reading of data. */
export interface Reading extends Reader {
  /** whether its batches fit the model, so that they need neither checks nor copies */
  trusted(options: ReadOptions): boolean
  /** the decision of the labels, if no schema says how to read them */
  readonly decision?: TaskDecision | undefined
  /** whether its examples are objects */
  readonly objects?: boolean | undefined
}

/** The input of an operation, which can be read repeatedly. */
export interface Data {
  /** its name in messages */
  readonly name: string
  /** whether it can be read only once, as standard input can */
  readonly once: boolean
  /** whether it is text or tables, which need a schema */
  readonly schematic: boolean
  /** whether its first labels can decide the task */
  readonly decisive: boolean
  /** the path of each source if all are files, which can have a cache */
  readonly paths: readonly string[] | undefined
  open(request: ReadRequest): Promise<Reading>
}

/**
 * Detects what an input is, and expands its glob patterns.
 *
 * @param given the options of reading that the caller gave
 * @throws OLError OL_PARAMETER for an option out of its range, or one about reading text if the input is not text
 */
export async function dataOf(input: Input, given: ReadOptions): Promise<Data> {
  checkReadOptions(given)
  const known = await knownInput(input)
  if (known.kind === 'sources') return sourceData(known.sources)
  for (const name of ofText)
    if (given[name] !== undefined)
      throw invalid('OL_PARAMETER', name, `none, as the input is ${inWords[known.kind]},`, given[name])
  return givenData(known)
}

/** The options about turning text into examples. */
const ofText = [
  ...(['format', 'compression', 'encoding'] as const),
  ...optionsWhere(({ needs }) => needs !== undefined),
]

const inWords = {
  examples: 'objects, each { features, label, weight, tag }',
  batches: 'batches',
  reader: 'a reader',
} as const

async function sourceData(given: readonly Source[]): Promise<Data> {
  const sources = (
    await Promise.all(given.map(async (one) => (typeof one === 'string' ? await matchingPaths(one) : [one])))
  ).flat()
  const paths = sources.filter((source) => typeof source === 'string')
  const once = (await Promise.all(sources.map(readOnce))).includes(true)
  const [first] = sources
  const single = first === '-' ? 'standard input' : typeof first === 'string' ? first : 'the input'
  return {
    name:
      sources.length === 1
        ? single
        : `${sources.length} ${paths.length < sources.length ? 'inputs' : 'files'}`,
    once,
    schematic: true,
    decisive: true,
    paths: paths.length === sources.length && !paths.includes('-') ? paths : undefined,
    open: async ({ options, cache, onNotice }) => {
      if (cache === undefined) return trusting(read(sources, options), () => true)
      const reader = await readCached(paths, cache, options)
      if (reader.stale !== undefined) onNotice?.({ kind: 'cache-regenerated', cache, reason: reader.stale })
      return trusting(reader, () => true)
    },
  }
}

/** Returns whether a source gives its bytes only once: standard input, a named pipe, a device, a stream. */
async function readOnce(source: Source): Promise<boolean> {
  if (typeof source === 'string') return source === '-' || !(await isRegular(source))
  if (isArrayBuffer(source) || ArrayBuffer.isView(source)) return false
  // a Blob can be read again, a stream cannot
  return !('stream' in source)
}

function givenData(known: Exclude<KnownInput, { kind: 'sources' }>): Data {
  const common = { name: 'the input', schematic: false, decisive: known.kind !== 'reader', paths: undefined }
  if (known.kind === 'reader') {
    const { reader } = known
    return {
      ...common,
      once: true,
      open: async ({ options: { examples } }) =>
        trusting(reader, (requested) => agrees(reader, requested), examples),
    }
  }
  if (known.kind === 'batches') {
    const { batches, once } = known
    return {
      ...common,
      once,
      open: async ({ options }) => trusting(batchReader(batches, options), () => false),
    }
  }
  const { examples, once } = known
  return {
    ...common,
    once,
    open: async ({ options, batcher }) => trusting(exampleReader(examples, options, batcher), () => true),
  }
}

/** Returns whether a reader that the caller opened has labels of the requested kind. */
function agrees({ schema }: Reader, { labels, classes }: ReadOptions): boolean {
  if (schema === undefined || schema.labels !== labels) return false
  return (schema.classes?.count ?? 0) <= countOf(classes)
}

function countOf(classes: ReadOptions['classes']): number {
  if (typeof classes === 'object') return 'count' in classes ? classes.count : classes.length
  return classes ?? 0
}

function trusting(
  reader: Reader & Partial<Pick<Reading, 'decision' | 'objects'>>,
  trusted: (requested: ReadOptions) => boolean,
  examples?: number,
): Reading {
  return {
    options: reader.options,
    open: () => reader.open(),
    close: () => reader.close(),
    paths: () => reader.paths(),
    [Symbol.asyncDispose]: () => reader.close(),
    get report() {
      return reader.report
    },
    get schema() {
      return reader.schema
    },
    get decision() {
      return reader.decision
    },
    objects: reader.objects,
    [Symbol.asyncIterator]: (): AsyncIterator<Batch> =>
      firstExamples(reader, examples)[Symbol.asyncIterator](),
    trusted,
  }
}
