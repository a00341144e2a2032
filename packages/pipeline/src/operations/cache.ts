import { isWritable } from '@ol/platform'

/** What a training says about its cache. */
export interface CacheDemand {
  /** the files, where the input is files */
  readonly paths: readonly string[] | undefined
  /** a path; true: beside the first file; false: none; undefined: where several passes gain by it */
  readonly cache: string | boolean | undefined
  readonly passes: number
  /** whether features are divided by what a first pass finds: a cache keeps them as they are read */
  readonly divided: boolean
}

/** Returns the file of the cache: the one asked for, or the usual one where it pays and can be written. */
export async function cacheOf({ paths, cache, passes, divided }: CacheDemand): Promise<string | undefined> {
  if (cache === false || divided || paths === undefined) return undefined
  if (typeof cache === 'string') return cache
  const usual = `${paths[0]}.olcache`
  if (cache === true) return usual
  return passes > 1 && (await isWritable(usual)) ? usual : undefined
}
