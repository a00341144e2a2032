import type { BackendChoice } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { type Reader, type ReadOptions, read, readCached, type Schema, type SchemaColumn } from '@ol/reader'
import { type Batch, OLError } from '@ol/spec'
import type { ReadingFlags } from '../flags/reading.js'
import { collectSeldom } from '../heap.js'
import { badLineText } from '../output/skipped.js'

/** An input that has a good example: its first batch has been read. */
export interface Input {
  readonly reader: Reader
  readonly schema: Schema
  /** every batch, the first included; to be iterated once */
  readonly batches: AsyncIterable<Batch>
}

/**
 * Opens files as one input and reads up to the first good example. OL_INPUT_EMPTY where there is none, with what was
 * wrong with the lines, if there were lines.
 */
export async function openInput(
  files: readonly string[],
  options: ReadOptions,
  choice: BackendChoice | undefined,
  cache?: string | undefined,
): Promise<Input> {
  collectSeldom()
  const reader = await openReader(files, { ...options, backend: chooseBackend(choice).backend }, cache)
  const schema = await reader.open()
  if (schema === undefined) throw emptyError(files, reader)
  const iterator = reader[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw emptyError(files, reader)
  return { reader, schema, batches: resumed(first.value, iterator) }
}

/** Reads files, or their cache where it is that of the files as they are; without one it is made on the way. */
export async function openReader(
  files: readonly string[],
  options: ReadOptions,
  cache: string | undefined,
): Promise<Reader> {
  if (cache === undefined) return read(files, options)
  const reader = await readCached(files, cache, options)
  if (reader.stale !== undefined) process.stderr.write(`ol-cli: ${cache} is made again: ${reader.stale}\n`)
  return reader
}

async function* resumed(first: Batch, rest: AsyncIterator<Batch>): AsyncGenerator<Batch, void, void> {
  try {
    yield first
    for (;;) {
      const next = await rest.next()
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

function emptyError(files: readonly string[], reader: Reader): OLError {
  const name = files.length === 1 ? (files[0] === '-' ? 'standard input' : files[0]) : `${files.length} files`
  const { skipped, badLines } = reader.report
  if (skipped === 0) return new OLError('OL_INPUT_EMPTY', `${name}: there are no examples in it`)
  const [first] = badLines
  const text = `${name}: all ${skipped} examples are bad lines; the first: ${badLineText(first)}`
  return new OLError('OL_INPUT_EMPTY', text)
}

/** The flags that were given, as options of the reader. */
export function readOptions(flags: ReadingFlags & { readonly bits?: number | 'grow' }): ReadOptions {
  const options: ReadOptions = {
    format: flags.format,
    delimiter: flags.delimiter,
    header: flags.header,
    label: flags.label,
    weight: flags.weight,
    tag: flags.tag,
    numeric: flags.numeric,
    categorical: flags.categorical,
    text: flags.text,
    ignore: flags.ignore,
    interactions: flags.interactions,
    permutations: flags.permutations,
    ignoreNamespaces: flags.ignoreNamespaces,
    keepNamespaces: flags.keepNamespaces,
    renameNamespaces: flags.renameNamespaces,
    ngrams: flags.ngrams,
    skips: flags.skips,
    featureLimits: flags.featureLimits,
    positive: flags.positive,
    hash: flags.hash,
    hashSeed: flags.hashSeed,
    wide: flags.bits === 'grow' ? true : undefined,
    // a flag with --no- is true unless given
    constant: flags.constant === false ? false : undefined,
    strict: flags.strict,
    patience: flags.patience,
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Options that read as a schema does, for flags to override: a schema itself stands as it is. */
export function optionsOfSchema(schema: Schema): ReadOptions {
  const { format, hash, hashSeed, constant, labels, positive, labelTexts, delimiter, header } = schema
  const { columns, expand, labelKey, wide } = schema
  const classes =
    schema.classes === undefined ? {} : { classes: schema.classes.names ?? schema.classes.count }
  const common: ReadOptions = {
    format: schema.vwJson === true ? 'vwjson' : format,
    hash,
    hashSeed,
    wide,
    constant,
    labels,
    ...classes,
    ...expansionOf(expand),
  }
  const sign = positive ?? labelTexts?.[1]
  const labelled: ReadOptions = sign === undefined ? common : { ...common, positive: sign }
  if (columns === undefined) return labelKey === undefined ? labelled : { ...labelled, label: labelKey }
  const named = (role: SchemaColumn['role']): string[] =>
    columns.filter((column) => column.role === role).map((column) => column.name)
  const one = (role: 'weight' | 'tag'): ReadOptions =>
    named(role).length === 0 ? {} : { [role]: named(role)[0] }
  return {
    ...labelled,
    delimiter,
    header,
    label: named('label')[0] ?? null,
    ...one('weight'),
    ...one('tag'),
    numeric: named('numeric'),
    categorical: named('categorical'),
    text: named('text'),
    ignore: named('ignore'),
  }
}

function expansionOf(expand: Schema['expand']): ReadOptions {
  if (expand === undefined) return {}
  return {
    interactions: expand.interactions,
    permutations: expand.permutations,
    ignoreNamespaces: expand.ignore,
    keepNamespaces: expand.keep,
    renameNamespaces: expand.rename,
    ngrams: expand.ngrams,
    skips: expand.skips,
    featureLimits: expand.limits,
  }
}
