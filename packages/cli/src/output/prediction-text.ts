import { inLineOrder } from '@ol/pipeline'
import type { SkippedLine } from '@ol/spec'
import { type Cell, lineOf, type Predicted, type PredictionColumn } from './prediction-columns.js'

/** The formats of predictions. */
export const predictionFormats = ['plain', 'csv', 'jsonl'] as const

export type PredictionFormat = (typeof predictionFormats)[number]

/** Predictions as text. */
export interface PredictionText {
  /** the text before the first batch */
  readonly head: string
  /** Returns a line for each example, and for each line of the input without one that the batch names. */
  lines(predicted: Predicted): string
}

/** The lines of a format, each with its line feed. */
interface LineTexts {
  example(predicted: Predicted, e: number): string
  skipped(line: SkippedLine): string
}

function allLines(predicted: Predicted, { example, skipped }: LineTexts): string {
  let text = ''
  for (const row of inLineOrder(predicted.batch))
    text += typeof row === 'number' ? example(predicted, row) : skipped(row)
  return text
}

/** Returns the format that is named, or that the extension of the file is; otherwise plain lines. */
export function formatOf(path: string | undefined, named: PredictionFormat | undefined): PredictionFormat {
  if (named !== undefined) return named
  const extension = /\.([^./\\]+)$/.exec(path ?? '')?.[1]?.toLowerCase()
  return extension === 'csv' ? 'csv' : extension === 'jsonl' || extension === 'ndjson' ? 'jsonl' : 'plain'
}

/** Returns what makes text of predictions with these columns. */
export function predictionText(
  format: PredictionFormat,
  columns: readonly PredictionColumn[],
): PredictionText {
  return format === 'csv' ? csv(columns) : format === 'jsonl' ? jsonl(columns) : plainLines(columns)
}

/** Values separated by blanks, then the tag, if there is one; numbers as the shortest decimals that round-trip. */
function plainLines(columns: readonly PredictionColumn[]): PredictionText {
  const example = (predicted: Predicted, e: number): string => {
    let text = ''
    for (let c = 0; c < columns.length; c++) {
      if (c > 0) text += ' '
      text += oneLine(columns[c].value(predicted, e))
    }
    const tag = predicted.batch.tags?.[e]
    return tag === undefined ? `${text}\n` : `${text} ${oneLine(tag)}\n`
  }
  return { head: '', lines: (predicted) => allLines(predicted, { example, skipped: () => '\n' }) }
}

/** Returns the labels of a set with bars between them; a bar or a backslash of a label has a backslash before it. */
function joined(value: Cell): Exclude<Cell, readonly unknown[]> {
  if (value === undefined || typeof value !== 'object') return value
  return value.map((label) => String(label).replace(/[\\|]/g, '\\$&')).join('|')
}

/** Returns a value that does not end its line: every example has one. */
function oneLine(cell: Cell): string {
  const value = joined(cell)
  if (typeof value !== 'string') return String(value ?? Number.NaN)
  return /[\n\r]/.test(value) ? value.replaceAll('\n', '\\x0a').replaceAll('\r', '\\x0d') : value
}

/** A header, then line, tag and values; what is missing or not a number is empty. */
function csv(columns: readonly PredictionColumn[]): PredictionText {
  const names = columns.map(({ name, of }) => (of === undefined ? name : `${name}:${of}`))
  const example = (predicted: Predicted, e: number): string => {
    const { batch } = predicted
    let text = `${lineOf(batch, e) ?? ''},${csvField(batch.tags?.[e])}`
    for (const { value } of columns) text += `,${csvField(value(predicted, e))}`
    return `${text}\n`
  }
  const skipped = ({ line }: SkippedLine): string => `${line},${','.repeat(columns.length)}\n`
  return {
    head: `${['line', 'tag', ...names].map(csvField).join(',')}\n`,
    lines: (predicted) => allLines(predicted, { example, skipped }),
  }
}

function csvField(cell: Cell): string {
  const value = joined(cell)
  if (typeof value !== 'string') return value === undefined || Number.isNaN(value) ? '' : String(value)
  return /[",\n\r]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * An object for each example: line and tag where there are any, values; null is a number that is not finite. A line without an
 * example has its error, null where it is blank.
 */
function jsonl(columns: readonly PredictionColumn[]): PredictionText {
  const example = (predicted: Predicted, e: number): string => {
    const { batch } = predicted
    const tag = batch.tags?.[e]
    const members = [
      ...(batch.lines === undefined ? [] : [`"line":${batch.lines[e]}`]),
      ...(tag === undefined ? [] : [`"tag":${JSON.stringify(tag)}`]),
    ]
    for (let c = 0; c < columns.length; c++) {
      const { name, of } = columns[c]
      const cell = jsonCell(columns[c].value(predicted, e))
      if (of === undefined) members.push(`"${name}":${cell}`)
      else {
        const opens = columns[c - 1]?.name !== name
        const closes = columns[c + 1]?.name !== name
        const member = `${JSON.stringify(of)}:${cell}`
        if (opens) members.push(`"${name === 'score' ? 'scores' : 'probabilities'}":{${member}`)
        else members.push(member)
        if (closes) members[members.length - 1] += '}'
      }
    }
    return `{${members.join(',')}}\n`
  }
  const skipped = ({ line, code, message }: SkippedLine): string =>
    `${JSON.stringify({ line, error: code === undefined ? null : { code, message } })}\n`
  return { head: '', lines: (predicted) => allLines(predicted, { example, skipped }) }
}

function jsonCell(value: Cell): string {
  return value === undefined ? 'null' : JSON.stringify(value)
}
