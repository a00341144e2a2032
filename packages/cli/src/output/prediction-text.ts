import { type Cell, lineOf, type Predicted, type PredictionColumn } from './prediction-columns.js'

/** The formats of predictions. */
export const predictionFormats = ['plain', 'csv', 'jsonl'] as const

export type PredictionFormat = (typeof predictionFormats)[number]

/** Predictions as text. */
export interface PredictionText {
  /** the text before the first batch */
  readonly head: string
  /** Returns a line for each example. */
  lines(predicted: Predicted): string
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
  return {
    head: '',
    lines: (predicted) => {
      const { tags, size } = predicted.batch
      let text = ''
      for (let e = 0; e < size; e++) {
        for (let c = 0; c < columns.length; c++) {
          if (c > 0) text += ' '
          text += oneLine(columns[c].value(predicted, e))
        }
        const tag = tags?.[e]
        text += tag === undefined ? '\n' : ` ${oneLine(tag)}\n`
      }
      return text
    },
  }
}

/** Returns a value that does not end its line: every example has one. */
function oneLine(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? Number.NaN)
  return /[\n\r]/.test(value) ? value.replaceAll('\n', '\\x0a').replaceAll('\r', '\\x0d') : value
}

/** A header, then line, tag and values; what is missing or not a number is empty. */
function csv(columns: readonly PredictionColumn[]): PredictionText {
  const names = columns.map(({ name, of }) => (of === undefined ? name : `${name}:${of}`))
  return {
    head: `${['line', 'tag', ...names].map(csvField).join(',')}\n`,
    lines: (predicted) => {
      const { batch } = predicted
      let text = ''
      for (let e = 0; e < batch.size; e++) {
        text += `${lineOf(batch, e) ?? ''},${csvField(batch.tags?.[e])}`
        for (const { value } of columns) text += `,${csvField(value(predicted, e))}`
        text += '\n'
      }
      return text
    },
  }
}

function csvField(value: Cell): string {
  if (typeof value !== 'string') return value === undefined || Number.isNaN(value) ? '' : String(value)
  return /[",\n\r]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** An object for each example: line and tag where there are any, values; null is a number that is not finite. */
function jsonl(columns: readonly PredictionColumn[]): PredictionText {
  return {
    head: '',
    lines: (predicted) => {
      const { batch } = predicted
      let text = ''
      for (let e = 0; e < batch.size; e++) {
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
        text += `{${members.join(',')}}\n`
      }
      return text
    },
  }
}

function jsonCell(value: Cell): string {
  return value === undefined ? 'null' : JSON.stringify(value)
}
