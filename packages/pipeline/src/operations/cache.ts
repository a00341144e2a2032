import { isWritable } from '@ol/platform'
import { invalid, type Shard } from '@ol/spec'

/** The settings of a training for its cache. */
export interface CacheDemand {
  /** the files, where the input is files */
  readonly paths: readonly string[] | undefined
  /** a path; true: next to the first file; false: none; undefined: with several passes */
  readonly cache?: string | boolean | undefined
  readonly passes: number
  /** whether features are divided by the scales of a first pass: a cache has them undivided */
  readonly divided: boolean
  /** whether batches must have namespaces, which a cache does not keep */
  readonly grouped: boolean
  /** the shard that is read: other shards would find its cache at the default path */
  readonly shard?: Shard | undefined
  /** the number of examples to read: a cache has all examples, and its bad lines at the end */
  readonly examples?: number | undefined
}

/** Returns the file of the cache: the requested one, or the default one if it saves time and can be written. */
export async function cacheOf({
  paths,
  cache,
  passes,
  divided,
  grouped,
  shard,
  examples,
}: CacheDemand): Promise<string | undefined> {
  if (cache === false || divided || grouped || paths === undefined) return undefined
  if (typeof cache === 'string') return cache
  const usual = `${paths[0]}.olcache`
  if (cache === true && shard !== undefined)
    throw invalid('OL_PARAMETER', 'cache of a shard', 'a path: shards share the one next to the file', cache)
  if (cache === true) return usual
  const whole = shard === undefined && examples === undefined
  return passes > 1 && whole && (await isWritable(usual)) ? usual : undefined
}
