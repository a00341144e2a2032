import type { BadLine } from '@ol/fallback'
import {
  formats,
  givenColumns,
  markLength,
  OLError,
  type ReadOptions,
  readingOptions,
  type Schema,
} from '@ol/spec'
import { type CacheReader, isCache } from '../cache/cache-reader.js'
import { isTable, leftOutBy } from '../columnar/table-bytes.js'
import { createTextForm, isPlain, type TextForm, toUtf8 } from '../encoding/to-utf8.js'
import { checkNamedColumns } from '../features/named-columns.js'
import type { JsonRows } from '../objects/json-rows.js'
import { arffRows } from '../rewrite/arff-rows.js'
import { jsonArrayLines } from '../rewrite/json-array.js'
import { rewriteLines } from '../rewrite/rewrite-lines.js'
import { vwJson } from '../rewrite/vw-json.js'
import { startsArff } from '../sniff/arff.js'
import { detectBytes, type Head, headText, type Sniffed, sniffBytes } from '../sniff/head.js'
import type { SniffOptions } from '../sniff/labelling.js'
import { countLines } from '../sniff/records.js'
import { sniff } from '../sniff/sniff.js'
import { sniffAgain } from '../sniff/sniff-again.js'
import { defaultMaxLineBytes } from '../source/chunks.js'
import { ownsInput, shardName, shardPieces } from '../source/shard.js'
import type { NamedSource } from '../source/source.js'
import { Window } from '../source/window.js'
import { type Decompressed, decompressInput, refuseBinary } from './decompress-input.js'
import { fillHead, headBytes } from './fill-head.js'
import { inputNotices } from './input-notices.js'
import { openCache } from './open-cache.js'
import { hasRowGroups, rowGroups } from './row-groups.js'
import { jsonRowsOf } from './rows-of-table.js'

/** An input whose schema is known and that is not yet read. */
export interface OpenedInput {
  readonly file: string | undefined
  readonly window: Window
  /** undefined: a cache, or an input of only blank lines */
  readonly sniffed: Sniffed | undefined
  readonly cache?: CacheReader
  readonly table: Decompressed['table']
  /** for an input whose bytes are its text: the bytes before it (a byte order mark) */
  readonly begins?: number
  /** whether its schema was inferred from all of it */
  readonly whole?: boolean
  /** the lines from which the types of its columns were inferred */
  readonly sampled?: number
  /** returns the line of the input for a line of its text; the row of a binary table */
  readonly lineOf: (line: number) => number
  /** the objects that are rows of a table that was known before */
  readonly rows?: JsonRows | undefined
  /** takes the bad line that a line of its text represents; undefined: no line does */
  readonly takeFault?: ((line: number) => BadLine | undefined) | undefined
  /** how its bytes became text */
  readonly form: TextForm
  /** its own schema, without the schema of earlier inputs */
  readonly schema: Schema | undefined
}

/** The place of an input among all. */
export interface InputNumber {
  /** from 0 */
  readonly at: number
  readonly inputs: number
}

/**
 * Opens an input and infers its schema; for a shard, from the start of the complete input. `schema`: the schema of the
 * inputs before it.
 */
export async function openInput(
  source: NamedSource,
  options: ReadOptions,
  schema: Schema | undefined,
  capacity: number,
  place: InputNumber = { at: 0, inputs: 1 },
): Promise<OpenedInput> {
  const opened = await openWhole(source, options, schema, capacity)
  const { shard } = options
  const { sniffed, begins } = opened
  if (shard === undefined || (sniffed === undefined && opened.cache === undefined)) return opened
  const { window, file } = opened
  try {
    if (sniffed !== undefined && place.inputs < shard.of && (await hasRowGroups(source))) {
      const { pieces, text } = rowGroups(source, shard, leftOutBy(options, sniffed.schema, file))
      await window.close()
      return {
        ...opened,
        window: new Window(pieces, capacity),
        table: { kind: 'parquet', text, columns: [] },
        lineOf: (line) => text.rowOf(line),
        file: shardName(file, shard),
      }
    }
    if (begins === undefined || sniffed === undefined || sniffed.schema.arff === true) {
      if (ownsInput(shard, place.at, place.inputs, file)) return opened
      window.start = window.end
      const { cache: _, ...others } = opened
      return { ...others, sniffed: undefined }
    }
    const pieces = await shardPieces(source, shard, begins + sniffed.skip)
    const own = new Window(rewritten(pieces, options, sniffed.schema, opened.form), capacity)
    await window.close()
    const first = shard.number === 1
    return {
      ...opened,
      window: own,
      file: shardName(file, shard),
      sniffed: { ...sniffed, skip: 0, skipLines: first ? sniffed.skipLines : 0 },
    }
  } catch (error) {
    await window.close()
    throw error
  }
}

async function openWhole(
  source: NamedSource,
  options: ReadOptions,
  schema: Schema | undefined,
  capacity: number,
): Promise<OpenedInput> {
  const { file } = source
  const known = schema ?? options.schema
  const form = createTextForm()
  // files after the first one have its columns
  const given = schema === undefined ? givenColumns(options) : undefined
  const origin = schema === undefined ? 'the training data' : 'the inputs before it'
  const objects = jsonRowsOf(known, given, options, file, origin)
  const decompressed = decompressInput(source, options, leftOutBy(options, known, file), (pieces) =>
    rewritten(pieces, options, known, form, objects),
  )
  const window = new Window(decompressed.pieces, capacity)
  try {
    const steady = (await source.steady?.()) === true
    await fillStart(window, steady, options, known)
    // the result must not depend on how much of a file has arrived when other work pauses
    if (steady) window.pause = Number.POSITIVE_INFINITY
    else if (decompressed.plain) window.pause = 0
    const { table } = decompressed
    checkKind(table, options, known, file)
    const rows = objects?.table === undefined ? undefined : objects
    const lineOf = (line: number) => table?.text.rowOf(line) ?? rows?.lineOf(line) ?? line
    const input = { file, window, table, form, lineOf }
    const begin = window.start
    const start = window.bytes.subarray(begin, window.end)
    if (isCache(start))
      return { ...input, sniffed: undefined, ...(await openCache(window, file, options, known)) }
    if (table === undefined) {
      refuseBinary(start, file)
      window.start += markLength(start, 0)
    }
    if (window.ended && isBlank(window)) return { ...input, sniffed: undefined, schema: undefined }
    await fillHead(window, options, known)
    const most = Math.min(window.end, window.start + headBytes(window, options, known))
    const whole = most === window.end && window.ended
    const head: Head = {
      bytes: window.bytes,
      start: window.start,
      end: whole ? most : window.bytes.lastIndexOf(10, most - 1) + 1,
      ...(table === undefined ? {} : { table: table.columns }),
    }
    if (known === undefined) refuseLongStart(head, options, file)
    const { newColumns = 'error', header } = options
    let lone: readonly [string, string] | undefined
    const sniffing: SniffOptions = {
      ...options,
      onLone: (names) => {
        lone = names
      },
    }
    const seen =
      known === undefined
        ? sniff(head, sniffing, file)
        : (rows?.table ?? sniffAgain(head, known, { newColumns, file, origin, header, given }))
    // the types come from the start of the first input, which may have many odd cells
    const sampled = known === undefined ? countLines(head.bytes, head.start, head.end) : 0
    const { expand, format } = seen.schema
    if (expand !== undefined)
      checkNamedColumns(expand.interactions, format === 'csv' ? seen.columns : undefined, file)
    const warnings = [...(seen.warnings ?? []), ...inputNotices(lone, known, options, table, file)]
    const begins =
      decompressed.plain && isPlain(form) && rows === undefined ? { begins: window.start - begin } : {}
    return {
      ...input,
      sniffed: { ...seen, warnings, binary: table !== undefined || rows !== undefined },
      rows,
      takeFault: rows && ((line) => rows.takeFault(line)),
      schema: known === undefined ? seen.schema : { ...known, ...columnsOf(seen.schema) },
      ...begins,
      whole,
      sampled,
    }
  } catch (error) {
    await window.close()
    throw error
  }
}

function columnsOf({ columns }: Schema): Pick<Schema, 'columns'> {
  return columns === undefined ? {} : { columns }
}

/**
 * Waits for the bytes that schema inference or the header need: if bytes arrive steadily, the result must not depend on
 * when they arrive. If the schema of an input is known, the first record is enough.
 */
async function fillStart(
  window: Window,
  steady: boolean,
  { patience = readingOptions.patience.default }: ReadOptions,
  known: Schema | undefined,
): Promise<void> {
  if (known === undefined) return window.fill(sniffBytes, steady ? undefined : patience, 2)
  if (known.format !== 'csv') return window.fill(1024, steady ? undefined : 0)
  if (steady) return window.fill(sniffBytes)
  await window.fill(sniffBytes, 0)
  if (!startsArff(headText(window, detectBytes)) && closesQuotes(window)) return
  await window.fill(sniffBytes, patience)
}

/** Returns whether no quotes are open at the end: a line feed in quotes does not end a record. */
function closesQuotes({ bytes, start, end }: Window): boolean {
  let quotes = 0
  for (let p = start; p < end; p++) if (bytes[p] === 34) quotes++
  return quotes % 2 === 0
}

/** Throws OL_LINE_LONG if the columns of CSV cannot be inferred because the first line exceeds the limit. */
function refuseLongStart(
  { start, end }: Head,
  { format = 'auto', maxLineBytes = defaultMaxLineBytes }: ReadOptions,
  file: string | undefined,
): void {
  if (end > start || (format !== 'auto' && formats[format].tokenizer !== 'csv')) return
  throw new OLError(
    'OL_LINE_LONG',
    `expected a first line, or a header of ARFF, of at most ${maxLineBytes} bytes but it is longer`,
    {
      ...(file === undefined ? {} : { file }),
      line: 1,
      value: maxLineBytes,
    },
  )
}

/** Returns the text in the form that the tokenizers read. */
function rewritten(
  source: AsyncIterable<Uint8Array>,
  { format = 'auto', maxLineBytes = defaultMaxLineBytes, encoding }: ReadOptions,
  known: Schema | undefined,
  form: TextForm,
  rows?: JsonRows,
): AsyncIterable<Uint8Array> {
  const text = toUtf8(source, encoding, form)
  const lines =
    known === undefined
      ? format === 'auto' || formats[format].tokenizer === 'jsonl'
      : known.format === 'jsonl' || rows !== undefined
  const pieces = lines
    ? jsonArrayLines(text, () => {
        form.elements = true
      })
    : text
  if (known === undefined ? format === 'vwjson' : known.vwJson === true)
    return rewriteLines(pieces, vwJson(), maxLineBytes)
  const arff = known === undefined ? format === 'auto' || format === 'arff' : known.format === 'csv'
  const records = arff ? rewriteLines(pieces, arffRows(), maxLineBytes) : pieces
  return rows === undefined ? records : rewriteLines(records, rows, maxLineBytes)
}

/** Throws OL_INPUT_BINARY if an input is a binary table and should be text, or the other way round. */
function checkKind(
  table: Decompressed['table'],
  { format = 'auto' }: ReadOptions,
  known: Schema | undefined,
  file: string | undefined,
): void {
  const place = file === undefined ? {} : { file }
  if (isTable(format) && known === undefined && table?.kind !== format)
    throw new OLError(
      'OL_INPUT_BINARY',
      `expected ${formats[format].title} data but received another format`,
      {
        ...place,
        value: format,
      },
    )
  if (table === undefined) return
  const text = known?.format ?? (format === 'auto' ? 'csv' : formats[format].tokenizer)
  if (text !== 'csv')
    throw new OLError(
      'OL_INPUT_BINARY',
      `expected ${known?.format ?? format} text but received ${formats[table.kind].title} data`,
      {
        ...place,
        value: table.kind,
      },
    )
}

function isBlank({ bytes, start, end }: Window): boolean {
  for (let p = start; p < end; p++)
    if (bytes[p] !== 10 && bytes[p] !== 13 && bytes[p] !== 32 && bytes[p] !== 9) return false
  return true
}
