import { OLError, requestedLabels, type Schema } from '@ol/spec'
import { otherThanRequested } from '../cache/by-name.js'
import { CacheReader } from '../cache/cache-reader.js'
import { contradictionText } from '../sniff/contradiction.js'
import { decidedByFirst, type SniffOptions } from '../sniff/labelling.js'
import type { Window } from '../source/window.js'

/** Opens a cache and reads its schema. Throws OL_CACHE if it was made with other options. */
export async function openCache(
  window: Window,
  file: string | undefined,
  options: SniffOptions,
  known: Schema | undefined,
): Promise<{ cache: CacheReader; schema: Schema }> {
  const cache = new CacheReader(window, file)
  const { schema: made, made: agreement } = await cache.header()
  const { firstLabels, ...own } = made
  const decided = decidedLabels(made, options, known, file)
  const reason =
    decided === undefined &&
    known === undefined &&
    options.task === 'auto' &&
    made.positive === null &&
    agreement.options.labels === 'any'
      ? 'an earlier version made it, without the first labels: make it again, or set the task (task, --task)'
      : await otherThanRequested(own, agreement, options, known, decided !== undefined)
  if (reason !== undefined)
    throw new OLError('OL_CACHE', `The cache cannot be used: ${reason}`, {
      ...(file === undefined ? {} : { file }),
      value: reason,
    })
  if (decided !== undefined) {
    const schema = withDecision(made, decided)
    const { task, decidedBy: by = task === undefined || task === 'auto' ? 'labels' : 'task' } = options
    cache.decision = {
      schema,
      otherwise: options.readLabels === false ? 'missing' : (options.onNewLabel ?? 'error'),
      contradiction: (schema, label) => contradictionText(schema, by, label),
    }
    return { cache, schema }
  }
  const labels = labelsOfCache(made, options, known)
  if (labels !== undefined && labels !== own.labels) cache.labels = labels
  const classes = options.schema?.classes
  return {
    cache,
    schema: {
      // another cache of this one may be read for another task
      ...(options.labels === 'any' ? made : own),
      ...(labels === undefined ? {} : { labels }),
      // the schema of an earlier reading has all names, the start of a cache only the names that its inference saw
      ...(classes === undefined || own.classes === undefined
        ? {}
        : { classes: longer(classes, own.classes) }),
    },
  }
}

/** Returns the schema of a decision, its members in the order that they have from the files themselves, as models keep it. */
function withDecision(made: Schema, { classes, ...decided }: Decided): Schema {
  const members = Object.entries(made).flatMap(([name, value]) => {
    if (name === 'classes') return []
    if (name !== 'firstLabels') return [[name, value] as const]
    return classes === undefined ? [] : [['classes', classes] as const]
  })
  return { ...(Object.fromEntries(members) as unknown as Schema), ...decided }
}

type Decided = Pick<Schema, 'labels' | 'labelTexts'> & Partial<Pick<Schema, 'classes'>>

/** Returns how to read labels that a cache has as they were written: by a known schema, or by a task. */
function decidedLabels(
  made: Schema,
  options: SniffOptions,
  known: Schema | undefined,
  file: string | undefined,
): Decided | undefined {
  const { firstLabels } = made
  if (firstLabels === undefined) return undefined
  if (known !== undefined) {
    const { labels, labelTexts, classes } = known
    return { labels, labelTexts, ...(classes === undefined ? {} : { classes }) }
  }
  const decided = decidedByFirst(firstLabels, made, options, file)
  return decided === undefined ? undefined : { labels: made.labels, ...decided }
}

/** Returns the labels by which to read a cache; undefined: its own. A task decides only what the cache leaves open. */
function labelsOfCache(
  { positive }: Schema,
  options: SniffOptions,
  known: Schema | undefined,
): Schema['labels'] | undefined {
  const { task } = options
  if (known !== undefined || task === undefined) return requestedLabels(known ?? options)
  if (task === 'binary' || (task === 'auto' && positive !== null)) return 'sign'
  return task === 'regression' ? requestedLabels(options) : undefined
}

type ClassNames = NonNullable<Schema['classes']>

function longer(a: ClassNames, b: ClassNames): ClassNames {
  return (b.names?.length ?? 0) > (a.names?.length ?? 0) ? b : a
}
