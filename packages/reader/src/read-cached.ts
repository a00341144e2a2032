import { createFile, disposeWhereKnown, matchingPaths, type NewFile, statPath } from '@ol/platform'
import {
  type Batch,
  checkKind,
  checkPlain,
  checkShape,
  givenColumns,
  invalid,
  optionsWhere,
  type ReadOptions,
  type Schema,
} from '@ol/spec'
import { agreementOf, whyOther } from './cache/agreement.js'
import {
  type CacheHeader,
  encodeBlock,
  encodeCacheHeader,
  encodeEnd,
  encodeFeatureNames,
  encodeNames,
  type Origin,
  partBytes,
  sumWith,
} from './cache/cache-format.js'
import { CacheReader, isCache } from './cache/cache-reader.js'
import { checkReplaceable } from './cache/target.js'
import { type Reader, read, SourceReader } from './read.js'
import type { ReadReport } from './read-report.js'
import { openSource } from './source/source.js'
import { Window } from './source/window.js'

/** How an input was opened: from its cache, or from its files while the cache is written. */
export interface CachedReader extends Reader {
  readonly from: 'cache' | 'files'
  /** why an existing cache was not used */
  readonly stale: string | undefined
}

/**
 * Reads files from their cache if it was made from exactly these files, unchanged since, with the same options;
 * otherwise reads the files and writes the cache. The cache appears when the last example has been read, or not at all.
 * Throws OL_CACHE if the path of the cache is one of the files, or a file that is not a cache.
 */
export async function readCached(
  given: readonly string[],
  cache: string,
  options: ReadOptions = {},
): Promise<CachedReader> {
  checkKind('paths', given, 'strings')
  checkKind('the path of a cache', cache, 'string')
  checkPlain(options)
  const paths = (await Promise.all(given.map(matchingPaths))).flat()
  await checkReplaceable(cache, paths)
  const origins = await originsOf(paths)
  const stale = await whyStale(cache, origins, options)
  if (stale === undefined) {
    // all other options are the cache's
    const how = Object.fromEntries(
      optionsWhere(({ part }) => part === 'how').map((name) => [name, options[name]]),
    )
    // and so is the schema that followed from the options
    const schema = givenColumns(options) === undefined ? options.schema : undefined
    const reader = read(cache, { ...how, schema })
    return Object.assign(reader, { from: 'cache' as const, stale: undefined })
  }
  return new MakingReader(read(paths, options), cache, origins, stale === 'missing' ? undefined : stale)
}

async function originsOf(paths: readonly string[]): Promise<Origin[] | null> {
  const origins: Origin[] = []
  for (const path of paths) {
    const found = await statPath(path)
    if (found === undefined) return null
    origins.push({ path, ...found })
  }
  return origins
}

/** Returns why a cache is stale; undefined: it is not. */
async function whyStale(
  cache: string,
  origins: readonly Origin[] | null,
  options: ReadOptions,
): Promise<string | undefined> {
  if ((await statPath(cache)) === undefined) return 'missing'
  let header: CacheHeader
  try {
    header = await headerOf(cache)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  if (header.origins === null || origins === null) return 'it does not name the files it was made from'
  if (JSON.stringify(header.origins) !== JSON.stringify(origins))
    return 'the files have changed since it was made'
  const { names = 0, allNames } = options
  if (allNames === true) return 'it does not have the name of each feature'
  if (names > header.names) return `it has the names of ${header.names} features, not of ${names}`
  return whyOther(header.made, header.schema, options)
}

async function headerOf(cache: string): Promise<CacheHeader> {
  const window = new Window(openSource(cache, undefined).pieces(), 1 << 12)
  try {
    await window.fill(partBytes)
    if (!isCache(window.bytes.subarray(window.start, window.end))) throw new Error('it is not a cache')
    return await new CacheReader(window, cache).header()
  } finally {
    await window.close()
  }
}

/**
 * Writes a cache of everything that a reader reads; returns the report of the reading.
 *
 * @throws OLError OL_CACHE if its path is a file that is not a cache, or one of the reader's own files
 */
export async function writeCache(
  reader: Reader,
  path: string,
  origins: readonly Origin[] | null = null,
): Promise<ReadReport> {
  checkShape('reader', reader, { paths: 'function', report: 'object' })
  checkKind('the path of a cache', path, 'string')
  await checkReplaceable(path, await reader.paths())
  for await (const _ of new MakingReader(reader, path, origins, undefined));
  return reader.report
}

/** Returns whether a value is a reader of this package, whose batches were checked and own their arrays. */
export function isReader(value: unknown): value is Reader {
  return value instanceof SourceReader || value instanceof MakingReader
}

class MakingReader implements CachedReader {
  readonly from = 'files'
  readonly stale: string | undefined
  readonly #reader: Reader
  readonly #path: string
  readonly #origins: readonly Origin[] | null
  #file: NewFile | undefined

  constructor(reader: Reader, path: string, origins: readonly Origin[] | null, stale: string | undefined) {
    this.#reader = reader
    this.#path = path
    this.#origins = origins
    this.stale = stale
  }

  paths(): Promise<readonly string[]> {
    return this.#reader.paths()
  }

  get options(): ReadOptions {
    return this.#reader.options
  }

  open(): Promise<Schema | undefined> {
    return this.#reader.open()
  }

  async close(): Promise<void> {
    this.#file?.abandon()
    await this.#reader.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(MakingReader.prototype)
  }

  get report(): ReadReport {
    return this.#reader.report
  }

  get schema(): Schema | undefined {
    return this.#reader.schema
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch> {
    const made = await agreementOf(this.options)
    const { names = 0 } = this.options
    const schema = await this.#reader.open()
    const file = createFile(this.#path)
    this.#file = file
    let before = 0
    const write = (part: Uint8Array): void => {
      file.write(part)
      before = sumWith(part, before)
    }
    try {
      if (schema !== undefined) write(encodeCacheHeader({ made, schema, origins: this.#origins, names }))
      let written = namesOf(schema)
      for await (const batch of this.#reader) {
        const classes = namesOf(this.#reader.schema)
        if (classes.length > written.length) write(encodeNames(classes))
        written = classes
        if (batch.groups !== undefined)
          throw invalid(
            'OL_PARAMETER',
            'groups with a cache',
            'false: a cache does not keep namespaces',
            true,
          )
        if (batch.names !== undefined && batch.names.at.length > 0) write(encodeFeatureNames(batch.names))
        write(encodeBlock(batch))
        yield batch
      }
      file.write(encodeEnd(this.report, before))
      if (schema !== undefined) await file.finish()
    } finally {
      file.abandon()
    }
  }
}

const namesOf = (schema: Schema | undefined): readonly string[] => schema?.classes?.names ?? []
