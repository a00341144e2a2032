import { Classes } from '@ol/core/internal'
import type { ReadOptions } from '@ol/reader'
import { limits } from '@ol/spec'
import { Batcher, type PlainExample } from '../input/examples.js'
import type { Session } from '../session.js'

/** Returns what makes batches of objects for a model: hashed and labelled as it is. */
export function batcherFor(session: Session, reading: ReadOptions, labelled: boolean): Batcher {
  const { learner, schema, labels } = session
  const { hash = 'strings', hashSeed = 0, constant = true, bits } = learner.options
  const { classes, classNames } = learner
  const positive = reading.positive ?? schema?.positive ?? undefined
  return new Batcher({
    hashing: { hash, hashSeed, constant, bits },
    labels:
      classes === undefined
        ? labels.labels
        : new Classes({ count: classes.length, names: classNames }, learner.report().labelled > 0),
    positive: positive === undefined ? undefined : String(positive),
    labelTexts: schema?.labelTexts ?? undefined,
    labelled,
  })
}

/** Returns what makes batches of objects as a reader of files with these options would. */
export function batcherWithout(reading: ReadOptions, first: PlainExample, labelled: boolean): Batcher {
  const {
    hash = 'strings',
    hashSeed = 0,
    constant = true,
    wide,
    positive,
    labels = 'real',
    classes,
  } = reading
  return new Batcher({
    hashing: { hash, hashSeed, constant, bits: wide === true ? 'grow' : undefined },
    labels: labels === 'any' ? ofFirst(first) : labels === 'class' ? classesOf(classes) : labels,
    positive: positive === undefined ? undefined : String(positive),
    labelTexts: reading.schema?.labelTexts ?? undefined,
    labelled,
  })
}

/** Labels that are strings are names of as many classes as may be. */
function ofFirst(first: PlainExample): 'real' | Classes {
  // the batcher refuses what is no object
  return typeof first?.label === 'string' ? classesOf(limits.maxClasses) : 'real'
}

function classesOf(classes: ReadOptions['classes']): Classes {
  if (typeof classes !== 'object')
    return new Classes({ count: classes ?? limits.maxClasses, names: undefined }, false)
  const { count, names } = 'count' in classes ? classes : { count: classes.length, names: classes }
  return new Classes({ count, names: names === null ? undefined : [...names] }, false)
}
