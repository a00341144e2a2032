import { Classes, type Hashing, type NameFilter, type SignNames } from '@ol/core/internal'
import { ExampleExpander, type ReadOptions, type Schema } from '@ol/reader'
import { expandSettings, type JsonValue, limits, OLError } from '@ol/spec'
import { Batcher, type PlainExample } from '../input/examples.js'
import type { Notice } from '../notices.js'
import type { Session } from '../session.js'
import { everyName, FirstAppearances, namesToFind } from './names.js'

/**
 * Returns the batcher of objects for a model, with the model's hashes and labels. `names`: the features of labelled
 * examples whose names are requested.
 */
export function batcherFor(
  session: Session,
  reading: ReadOptions,
  labelled: boolean,
  onNotice?: (notice: Notice) => void,
  names: NameFilter | undefined = namesFor(session, reading, labelled),
): Batcher {
  const { learner, schema, labels } = session
  const { hash = 'strings', hashSeed = 0, constant = true, missingAs, bits, mostClasses } = learner.options
  const { classes, classNames } = learner
  // features are divided before products are made, so the first pass, which finds the divisors, makes no products
  const isFirstPass = learner.needsFirstPass && learner.options.prenormalize !== 'none'
  const expander = isFirstPass ? undefined : expanderFor(schema ?? reading.schema, reading, constant)
  const positive = reading.positive ?? schema?.positive ?? undefined
  return new Batcher({
    hashing: { hash, hashSeed, constant, missingAs, bits, input: inputOf(reading, schema) },
    labels:
      classes === undefined
        ? labels.labels
        : new Classes(
            { count: classes.length, names: classNames, most: labelled ? mostClasses : undefined },
            learner.report().labelled > 0,
          ),
    positive: positive === undefined ? undefined : String(positive),
    labelTexts: schema?.labelTexts ?? pairOf(session),
    labelled,
    readLabels: reading.readLabels,
    expander,
    // this copies as many numbers as the table has rows
    divisors: expander === undefined ? undefined : learner.scales,
    names,
    unlabelledNames: reading.allNames === true ? everyName : undefined,
    onUnseen: (unseen, examples) => onNotice?.({ kind: 'unseen-features', unseen, examples }),
  })
}

/** Returns the settings for reading objects: the schema, or the option that one would keep. */
function inputOf({ dates }: ReadOptions, schema: Schema | undefined): Hashing['input'] {
  if (schema !== undefined) return schema as unknown as JsonValue
  return dates === undefined ? undefined : { dates }
}

/** Returns the labels of two classes, if the model names them. */
function pairOf({ learner: { classes, classNames } }: Session): SignNames | undefined {
  return classes === undefined ? (classNames as SignNames | undefined) : undefined
}

/** Returns the expander that makes n-grams and interactions of objects, as for the input of a schema. */
function expanderFor(
  schema: Schema | undefined,
  reading: ReadOptions,
  constant: boolean,
): ExampleExpander | undefined {
  if (schema?.expand !== undefined)
    return new ExampleExpander(schema.expand, { constant, table: schema.format === 'csv' })
  const requested = expandSettings(reading)
  if (schema !== undefined || requested === undefined) return undefined
  throw new OLError(
    'OL_PARAMETER',
    'Expected a file, or the schema of one, for interactions and n-grams but received examples as objects: a model keeps them with its schema',
    { value: requested },
  )
}

function namesFor(session: Session, { allNames }: ReadOptions, learned: boolean): NameFilter | undefined {
  if (allNames === true) return everyName
  return learned ? new FirstAppearances(namesToFind(session, {}, undefined)) : undefined
}

/** Returns the batcher of objects, which does the same as a reader of files with these options. */
export function batcherWithout(
  reading: ReadOptions,
  first: PlainExample,
  labelled: boolean,
  names?: SignNames | undefined,
): Batcher {
  const {
    hash = 'strings',
    hashSeed = 0,
    constant = true,
    schema,
    // a schema without it was written before the option existed
    missingAs = schema === undefined ? undefined : (schema.missingAs ?? 'absent'),
    wide,
    groups,
    positive,
    labels = 'real',
    classes,
  } = reading
  return new Batcher({
    hashing: {
      hash,
      hashSeed,
      constant,
      missingAs,
      bits: wide === true ? 'grow' : undefined,
      groups,
      input: inputOf(reading, schema),
    },
    labels: labels === 'any' ? ofFirst(first) : labels === 'class' ? classesOf(classes) : labels,
    positive: positive === undefined ? undefined : String(positive),
    labelTexts: schema?.labelTexts ?? names,
    labelled,
    expander: expanderFor(schema, reading, constant),
    divisors: reading.divisors,
    names: new FirstAppearances(reading.names ?? 0),
  })
}

/** String labels are names of classes; their number is open. */
function ofFirst(first: PlainExample): 'real' | Classes {
  // the batcher refuses a value that is not an object
  return typeof first?.label === 'string' ? classesOf(limits.maxClasses) : 'real'
}

function classesOf(classes: ReadOptions['classes']): Classes {
  if (typeof classes !== 'object')
    return new Classes({ count: classes ?? limits.maxClasses, names: undefined }, false)
  const { count, names } = 'count' in classes ? classes : { count: classes.length, names: classes }
  return new Classes({ count, names: names === null ? undefined : [...names] }, false)
}
