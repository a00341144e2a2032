import { columnPlan } from '@ol/fallback'
import { isNumberText, labelModes, type Schema, type SchemaColumn, type TokenPlan } from '@ol/spec'
import { columnOrder, inPlace } from './column-order.js'
import { canonicalLabel, decimalMark, markedNumber } from './decimal-mark.js'
import { encodingsOf } from './encoding.js'

const encoder = new TextEncoder()
const none = new Uint8Array(0)

/** Returns the byte that encloses fields; 0: none does. */
export function quoteByte(schema: Schema): number {
  return schema.arff === true || schema.quote === "'" ? 39 : schema.quotes === true ? 34 : 0
}

/** Returns the byte that makes the line it starts a comment; 0: none does. */
export function commentByte(schema: Schema): number {
  return schema.arff === true ? 37 : 0
}

/** The facts about the text of a table next to its schema. */
interface TableText {
  /** the record of its header */
  readonly header?: Uint8Array | undefined
  /** whether the text is a binary table's, whose rows are all rows */
  readonly binary?: boolean | undefined
  /** whether labels are read; default: they are */
  readonly readLabels?: boolean | undefined
}

/** Returns the plan by which a tokenizer reads a schema, where the input has these columns. */
export function tokenPlan(
  schema: Schema,
  columns: readonly SchemaColumn[],
  maxLineBytes: number,
  spaces: boolean,
  { header = none, binary = false, readLabels = true }: TableText = {},
): TokenPlan {
  const names = schema.classes?.names ?? null
  const mark = decimalMark(schema)
  const texts = schema.positive !== null ? [schema.positive] : (names ?? schema.labelTexts ?? [])
  const values =
    schema.positive !== null
      ? [1]
      : names !== null
        ? names.map((_, k) => k + 1)
        : texts.map((_, k) => 2 * k - 1)
  // a label means the same in either encoding
  const labels = texts.flatMap((text, k) =>
    encodingsOf(markedNumber(text, mark)).map((bytes) => ({
      bytes,
      value: values[k],
      number: isNumberText(text) ? Number(text) : Number.NaN,
    })),
  )
  const encoded = labels.map(({ bytes }) => bytes)
  const labelTexts = new Uint8Array(encoded.reduce((sum, text) => sum + text.length, 0))
  const labelEnds = new Uint32Array(encoded.length)
  let end = 0
  encoded.forEach((text, i) => {
    labelTexts.set(text, end)
    end += text.length
    labelEnds[i] = end
  })
  const positive =
    schema.classes !== undefined
      ? schema.classes.count
      : schema.positive === null || schema.positive.trim() === ''
        ? Number.NaN
        : Number(canonicalLabel(schema.positive, mark) ?? schema.positive)
  return {
    ...columnPlan(schema, columns),
    format: schema.format,
    constant: schema.constant,
    labelMode: !readLabels
      ? labelModes.unread
      : schema.positive !== null
        ? labelModes.positive
        : schema.labelTexts !== null || names !== null
          ? labelModes.strings
          : labelModes[schema.labels],
    positive,
    labelTexts,
    labelEnds,
    labelValues: Float64Array.from(labels, ({ value }) => value),
    labelNumbers: Float64Array.from(labels, ({ number }) => number),
    maxLineBytes,
    delimiter: schema.delimiter === undefined ? 0 : schema.delimiter.charCodeAt(0),
    quote: quoteByte(schema),
    comment: commentByte(schema),
    escape: schema.escape === undefined ? 0 : schema.escape.charCodeAt(0),
    skipBlank: schema.missingAs === 'value' && !binary,
    header,
    labelKey: encoder.encode(schema.format === 'jsonl' ? (schema.labelKey ?? '') : ''),
    wide: schema.wide === true,
    groups: schema.groups === true,
    spaces: spaces || schema.groups === true || schema.expand !== undefined,
    columnOrder: schema.expand === undefined ? inPlace : columnOrder(columns, schema.columns),
  }
}
