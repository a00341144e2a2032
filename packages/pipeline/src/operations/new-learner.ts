import type { AnyLearnerOptions } from '@ol/core'
import type { ReadOptions, Schema } from '@ol/reader'
import { type ClassNaming, expandSettings, keptOptions } from '@ol/spec'
import { type AnyLearner, jsonOf, learnerFor, Session } from '../session.js'

/**
 * Returns a new learner for input that is read by a schema, or for `objects` with these options; it then keeps how they
 * are read: n-grams and interactions, dates, and the positive label.
 */
export function newLearner(
  options: AnyLearnerOptions,
  schema: Schema | undefined,
  objects: ReadOptions | undefined,
): AnyLearner {
  const learner = learnerFor(options, schema)
  if (schema !== undefined || objects === undefined) return learner
  const own = objectsSchema(new Session(learner), objects)
  return own === undefined ? learner : learnerFor({ ...options, input: jsonOf(own) }, undefined)
}

/** Returns how to read objects, like the same JSON Lines; undefined if the learner keeps all such options itself. */
function objectsSchema({ labels: { labels, classes } }: Session, given: ReadOptions): Schema | undefined {
  const expand = expandSettings(given)
  if (expand === undefined && given.positive === undefined && given.dates === undefined) return undefined
  return {
    format: 'jsonl',
    ...keptOptions(given),
    labels,
    positive: given.positive === undefined ? null : String(given.positive),
    labelTexts: null,
    ...(classes === undefined ? {} : { classes: namingOf(classes) }),
    ...(expand === undefined ? {} : { expand }),
  }
}

function namingOf(classes: Exclude<ReadOptions['classes'], undefined>): ClassNaming {
  if (typeof classes === 'number') return { count: classes, names: null }
  return 'count' in classes ? classes : { count: classes.length, names: classes }
}
