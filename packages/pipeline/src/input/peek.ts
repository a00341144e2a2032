import { decideTask, type ReadOptions, type TaskDecision } from '@ol/reader'
import { type Batch, mostNamedClasses, OLError } from '@ol/spec'
import type { PlainExample } from './examples.js'

/** The largest number of examples whose labels decide the task, if they do not come from a file. */
const mostPeeked = 1000

/** Milliseconds, the default of the option `patience`. */
export const defaultPatience = 1000

/** The first items of an iterable, and all of them. */
export interface Peeked<T> {
  readonly first: readonly T[]
  readonly all: AsyncIterable<T>
}

/**
 * Reads items up to `examples` examples ahead, and copies them, because a source may reuse an item. `sizeOf`: the
 * number of examples in an item; `patience`: milliseconds to wait for another item once there are two examples, as for
 * a pipe.
 */
export async function peek<T>(
  items: Iterable<T> | AsyncIterable<T>,
  sizeOf: (item: T) => number,
  copyOf: (item: T) => T,
  patience: number = Number.POSITIVE_INFINITY,
): Promise<Peeked<T>> {
  const iterator = (async function* () {
    yield* items
  })()
  const first: T[] = []
  let seen = 0
  let pending = iterator.next()
  while (seen < mostPeeked) {
    const next = await within(pending, seen < 2 ? Number.POSITIVE_INFINITY : patience)
    if (next === undefined || next.done === true) break
    first.push(copyOf(next.value))
    seen += sizeOf(next.value)
    pending = iterator.next()
    // its rejection is thrown when it is awaited
    pending.catch(() => undefined)
  }
  const all = (async function* () {
    try {
      yield* first
      for (let next = await pending; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return(undefined)
    }
  })()
  return { first, all }
}

/** Returns the value of a promise within this many milliseconds, or undefined. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  if (!Number.isFinite(milliseconds)) return promise
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns whether the labels of an input are to decide the task. */
export function decidesTask({ task, schema, classes }: ReadOptions): boolean {
  return task !== undefined && schema === undefined && classes === undefined
}

/** Decides the task of objects by their labels, as of files. */
export function taskOfExamples(
  examples: readonly PlainExample[],
  { task, labels: kind, positive }: ReadOptions,
): TaskDecision {
  if (positive !== undefined) return { task: 'binary', names: undefined }
  const labels = examples.map((example) => {
    const label: unknown = (example as PlainExample | null)?.label
    return typeof label === 'string' || typeof label === 'boolean' || typeof label === 'number'
      ? textOf(label)
      : undefined
  })
  return decided(decideTask(labels, task, kind))
}

/**
 * Decides the task of batches by their labels: -1 and +1, numbers of classes from 1, or given names of classes.
 *
 * @throws OLError OL_LABEL if classes have other numbers, because labels of batches are not converted
 */
export function taskOfBatches(batches: readonly Batch[], { task, labels: kind }: ReadOptions): TaskDecision {
  const names = batches.findLast(({ classNames }) => classNames !== undefined)?.classNames
  if (names !== undefined && names.length > 1 && (task === 'auto' || task === 'multiclass'))
    return { task: 'multiclass', classes: { count: mostNamedClasses, names, grows: true } }
  const labels = batches.flatMap((batch) => Array.from(batch.labels, textOf))
  const decision = decided(decideTask(labels, task, kind))
  const wanted =
    decision.task === 'binary' && decision.names !== undefined
      ? 'labels -1 and 1 of two classes'
      : decision.task === 'multiclass' && decision.classes.names?.some((name, k) => Number(name) !== k + 1)
        ? 'numbers of classes from 1'
        : undefined
  if (wanted === undefined)
    return decision.task === 'multiclass'
      ? {
          task: 'multiclass',
          classes: { count: decision.classes.names?.length ?? decision.classes.count, names: null },
        }
      : decision
  const shown = [...new Set(labels)].filter((text) => text !== undefined).slice(0, 5)
  throw new OLError(
    'OL_LABEL',
    `expected ${wanted} in batches but received ${shown.join(', ')}: write them so, or ask for task regression`,
    { value: shown },
  )
}

/** Labels -1 and 1 need no names. */
function decided(decision: TaskDecision): TaskDecision {
  if (decision.task !== 'binary' || decision.names?.join() !== '-1,1') return decision
  return { task: 'binary', names: undefined }
}

function textOf(label: string | number | boolean): string | undefined {
  return label !== label ? undefined : String(label)
}
