import { OLError, type ReadOptions, requestedLabels, type Schema } from '@ol/spec'
import { otherThanRequested } from '../cache/by-name.js'
import { CacheReader } from '../cache/cache-reader.js'
import type { Window } from '../source/window.js'

/** Opens a cache, whose schema is in it. Throws OL_CACHE where it was made by other options. */
export async function openCache(
  window: Window,
  file: string | undefined,
  options: ReadOptions,
  known: Schema | undefined,
): Promise<{ cache: CacheReader; schema: Schema }> {
  const cache = new CacheReader(window, file)
  const { schema, made } = await cache.header()
  const reason = await otherThanRequested(schema, made, options, known)
  if (reason !== undefined)
    throw new OLError('OL_CACHE', `The cache cannot be used: ${reason}`, {
      ...(file === undefined ? {} : { file }),
      value: reason,
    })
  const labels = labelsOfCache(options, known)
  if (labels !== undefined && labels !== schema.labels) cache.labels = labels
  const classes = options.schema?.classes
  return {
    cache,
    schema: {
      ...schema,
      ...(labels === undefined ? {} : { labels }),
      // the schema of an earlier reading has all names, the start of a cache only the names that its inference saw
      ...(classes === undefined || schema.classes === undefined
        ? {}
        : { classes: longer(classes, schema.classes) }),
    },
  }
}

/** Returns the labels to read a cache by; undefined: its own. A task decides nothing that the cache has not. */
function labelsOfCache(options: ReadOptions, known: Schema | undefined): Schema['labels'] | undefined {
  const { task } = options
  if (known !== undefined || task === undefined) return requestedLabels(known ?? options)
  if (task === 'binary') return 'sign'
  return task === 'regression' ? requestedLabels(options) : undefined
}

type ClassNames = NonNullable<Schema['classes']>

function longer(a: ClassNames, b: ClassNames): ClassNames {
  return (b.names?.length ?? 0) > (a.names?.length ?? 0) ? b : a
}
