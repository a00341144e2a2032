import { isWritable } from '@ol/platform'

/** The settings of a training for its cache. */
export interface CacheDemand {
  /** the files, where the input is files */
  readonly paths: readonly string[] | undefined
  /** a path; true: beside the first file; false: none; undefined: with several passes */
  readonly cache: string | boolean | undefined
  readonly passes: number
  /** whether features are divided by the scales of a first pass: a cache has them undivided */
  readonly divided: boolean
}

/** Returns the file of the cache: the requested one, or the default one where it saves time and can be written. */
export async function cacheOf({ paths, cache, passes, divided }: CacheDemand): Promise<string | undefined> {
  if (cache === false || divided || paths === undefined) return undefined
  if (typeof cache === 'string') return cache
  const usual = `${paths[0]}.olcache`
  if (cache === true) return usual
  return passes > 1 && (await isWritable(usual)) ? usual : undefined
}
