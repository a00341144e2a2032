import { columnPlan, type Field, found, nextField, tokenizeCsv, undouble } from '@ol/fallback'
import {
  type ColumnRole,
  checkNames,
  delimiterByte,
  invalid,
  type JsonValue,
  OLError,
  type TokenPlan,
  textOf,
  valueText,
} from '@ol/spec'
import type { LeanLearner } from '../learner/lean-learner.js'
import type { ClassLabel } from '../options/settings.js'
import { batchOfLines, lineBytes, type TextReader } from './text-batch.js'
import { type TextPlan, textPlan } from './text-plan.js'

/** The columns of a CSV text by their names; columns that are not named here are numbers. */
export interface CsvColumns {
  /** the names of the columns; default: the first line of each text has them */
  readonly header?: readonly string[]
  /** the character between columns, `tab` or `space`; default: a comma */
  readonly delimiter?: string
  readonly label?: string
  readonly weight?: string
  readonly tag?: string
  /** columns whose values are strings */
  readonly categorical?: readonly string[]
  /** columns whose words, between spaces, are features */
  readonly text?: readonly string[]
  readonly ignore?: readonly string[]
}

const columnOptions: readonly (keyof CsvColumns)[] = [
  ...(['header', 'delimiter', 'label', 'weight', 'tag', 'categorical', 'text', 'ignore'] as const),
]

/**
 * Returns what reads lines of CSV for a model, as `@ol/reader` reads them where all columns are named: nothing is inferred. See
 * docs/formats/csv.md.
 *
 * @param model whose features and labels the lines have
 * @param columns what the columns are
 * @returns a function that makes a batch of lines
 * @throws OLError: OL_PARAMETER if the labels of the model are names; OL_PART if the words of its text follow the
 * rules of prose, which `@ol/reader` alone finds; the function OL_INPUT_COLUMN for a column that does not exist,
 *   and OL_LINE_* for the first line that is not of the format
 */
export function csvText(model: LeanLearner<ClassLabel>, columns: CsvColumns = {}): TextReader {
  checkNames(columns, columnOptions)
  const { header, delimiter = ',' } = columns
  if (columns.text !== undefined && hasProse(model.learnerState().settings.input))
    throw new OLError(
      'OL_PART',
      "expected a model whose text was read with words 'spaces' but it was read with words 'prose': read the text with @ol/reader",
    )
  const byte = typeof delimiter === 'string' ? delimiterByte(delimiter) : -1
  if (byte < 0) throw invalid('OL_PARAMETER', 'delimiter', "one ASCII character, 'tab' or 'space'", delimiter)
  const base = { ...textPlan(model, 'csv'), delimiter: byte, quote: 34 }
  const known = header && withColumns(base, header, columns)
  return (text) => {
    const bytes = lineBytes(text)
    if (known !== undefined) return batchOfLines(known, tokenizeCsv, bytes, 0, 1)
    const { names, end, lines } = headerOf(bytes, base)
    return batchOfLines(withColumns(base, names, columns), tokenizeCsv, bytes, end, 1 + lines)
  }
}

/** Returns whether a model learned from text whose words follow the rules of prose. */
function hasProse(input: JsonValue | undefined): boolean {
  return typeof input === 'object' && input !== null && 'words' in input && input.words === 'prose'
}

/** Returns a plan for columns of these names. */
function withColumns(plan: TextPlan, names: readonly string[], given: CsvColumns): TextPlan {
  const { hash, seed } = plan
  const roles = new Map<string, ColumnRole>()
  const known = new Set(names)
  for (const role of ['label', 'weight', 'tag', 'categorical', 'text', 'ignore'] as const)
    for (const name of [given[role] ?? []].flat() as string[]) {
      if (!known.has(name)) {
        const expected = names.map(valueText).join(', ')
        const text = `there is no column ${valueText(name)}: expected one of ${expected}`
        throw new OLError('OL_INPUT_COLUMN', text, { value: name, expected })
      }
      roles.set(name, role)
    }
  const read = { hash, hashSeed: seed, missingAs: plan.missing ? 'value' : 'absent' } as const
  const columns = names.map((name) => ({ name, role: roles.get(name) ?? 'numeric' }) as const)
  return { ...plan, ...columnPlan(read, columns), hash }
}

/** Returns the names in the first line that is not blank, and its end. */
function headerOf(bytes: Uint8Array, { delimiter, quote, maxLineBytes }: TokenPlan) {
  const field: Field = { start: 0, end: 0, next: 0, quoted: false, doubled: false, spans: false }
  const names: string[] = []
  let lines = 1
  let p = 0
  for (; bytes[p] === 10 || bytes[p] === 13; p++) if (bytes[p] === 10) lines++
  for (const { length } = bytes; p < length; p++) {
    if (nextField(bytes, p, length, delimiter, quote, length, true, maxLineBytes, field) !== found)
      throw new OLError('OL_LINE_QUOTE', 'the quoted field is not closed', { line: lines, column: 1 })
    const { start, end, doubled } = field
    const text = doubled ? undouble(bytes, start, end, quote) : undefined
    names.push(text === undefined ? textOf(bytes, start, end) : textOf(text.bytes, 0, text.length))
    p = field.next
    if (bytes[p] !== delimiter) break
  }
  return { names, end: bytes.indexOf(10, p) + 1, lines }
}
