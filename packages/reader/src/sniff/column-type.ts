import {
  type ColumnType,
  columnTypes,
  type DateForm,
  type DecimalMark,
  isNumberText,
  mixedShare,
  type SchemaColumn,
  typeShare,
} from '@ol/spec'
import type { ColumnKind } from '../table-report.js'
import { bareText, isBooleanText, isFormedNumber, isMissingCell, isMomentText } from './cell-text.js'

/** The evidence for the type of a column's cells. */
export interface ColumnEvidence {
  readonly type: ColumnType
  /** how its values are written: see `SchemaColumn.form` */
  readonly form: string | undefined
  /** cells with a value, and those without */
  readonly values: number
  readonly missing: number
  /** for a column of strings: the number of cells that are numbers, if there are many */
  readonly numbers?: number
  /** whether the order of day and month in its dates is a guess */
  readonly guessed?: true
}

/** Returns the test for the cells of a column of this type and form. */
export function fits(
  text: string,
  { type, form }: Pick<ColumnEvidence, 'type' | 'form'>,
  mark: DecimalMark,
): boolean {
  switch (type) {
    case 'number':
      return isFormedNumber(text, form ?? '', mark)
    case 'boolean':
      return isBooleanText(text)
    case 'date':
      return isMomentText(text, form === 'dmy' || form === 'mdy' ? form : 'ymd')
    case 'time':
      return isMomentText(text, 'time')
    default:
      return true
  }
}

/** The settings that the types of columns depend on. */
export interface TypeRules {
  /** the decimal mark */
  readonly mark: DecimalMark
  /** the strings that mean missing, if an option names them */
  readonly tokens: readonly string[] | undefined
  readonly dates: boolean
  /** whether a missing cell has no feature: columns then have plain numbers in every cell, or strings */
  readonly absent: boolean
}

/** The strings of a column's cells, and the number of cells with each. If most are distinct, a string may be listed several times. */
interface Counted {
  readonly texts: readonly string[]
  readonly counts: readonly number[]
  /** the sum of counts */
  readonly cells: number
}

/** The number of cells that shows whether most of a column are distinct: then looking up each one takes longer than testing it. */
const probed = 512

/** Counts the distinct strings of a column; lists each cell if most of the first cells are distinct. */
function counted(cells: readonly string[]): Counted {
  const known = new Map<string, number>()
  for (let i = 0; i < cells.length; i++) {
    known.set(cells[i], (known.get(cells[i]) ?? 0) + 1)
    if (i + 1 === probed && known.size > probed / 2)
      return { texts: cells, counts: new Array<number>(cells.length).fill(1), cells: cells.length }
  }
  return { texts: [...known.keys()], counts: [...known.values()], cells: cells.length }
}

/** Returns the strings without the blanks around them, which only strings keep. */
function bared(all: Counted): Counted {
  const texts = all.texts.map(bareText)
  return texts.every((text, i) => text === all.texts[i]) ? all : { ...all, texts }
}

/** Returns the strings that pass a test. */
function passing({ texts, counts }: Counted, test: (text: string) => boolean): Counted {
  const kept: string[] = []
  const own: number[] = []
  let cells = 0
  for (let i = 0; i < texts.length; i++) {
    if (!test(texts[i])) continue
    kept.push(texts[i])
    own.push(counts[i])
    cells += counts[i]
  }
  return { texts: kept, counts: own, cells }
}

/**
 * Infers the type of a column from its cells: the first type of the table that enough of those with a value fit, and
 * otherwise strings.
 */
export function columnType(cells: readonly string[], rules: TypeRules): ColumnEvidence {
  const { mark, tokens, dates } = rules
  const all = counted(cells)
  if (rules.absent) return plainType(all, rules)
  const filled = passing(bared(all), (text) => !isMissingCell(text, tokens))
  const least = typeShare * filled.cells
  const found = { values: filled.cells, missing: all.cells - filled.cells }
  if (filled.cells > 0) {
    const isPlain = (text: string) => isNumberText(text, mark)
    const form = areMost(filled, least, isPlain) ? '' : numberForm(filled, least, mark)
    if (form !== undefined) return { type: 'number', form: form || undefined, ...found }
    if (areMost(filled, least, isBooleanText)) return { type: 'boolean', form: undefined, ...found }
    if (dates) {
      const date = dateForm(filled, least)
      if (date !== undefined) return { ...date, ...found }
    }
    const plain = passing(filled, isPlain).cells
    if (plain >= mixedShare * filled.cells) return { ...strings(all, tokens), numbers: plain }
  }
  // words that may mean missing say nothing about the type
  return filled.cells === 0 ? { ...strings(all, tokens), ...found } : strings(all, tokens)
}

/** Returns whether at least this many cells pass a test; it ends as soon as too many do not. */
function areMost({ texts, counts, cells }: Counted, least: number, test: (text: string) => boolean): boolean {
  let left = cells
  for (let i = 0; i < texts.length; i++)
    if (!test(texts[i])) {
      left -= counts[i]
      if (left < least) return false
    }
  return true
}

/** Returns the cells that pass a test if nearly all do, otherwise none; it ends as soon as too many do not. */
export function ifNearlyAll(cells: readonly string[], test: (text: string) => boolean): readonly string[] {
  const most = cells.length - typeShare * cells.length
  const found: string[] = []
  for (let i = 0; i < cells.length; i++) {
    if (test(cells[i])) found.push(cells[i])
    else if (i + 1 - found.length > most) return []
  }
  return found
}

/** Returns the evidence of a column of a table that declares its types. */
export function typedColumn(cells: readonly string[], kind: ColumnKind, rules: TypeRules): ColumnEvidence {
  const { tokens } = rules
  const all = counted(cells)
  if (kind === 'string' || kind === 'category' || kind === 'nested') {
    const found = strings(all, tokens)
    return kind === 'string' ? found : { ...found, type: 'string' }
  }
  const missing = passing(all, (text) => isMissingCell(text, tokens)).cells
  const found = { values: cells.length - missing, missing }
  if (kind === 'number') return { type: 'number', form: undefined, ...found }
  if (kind === 'boolean')
    return rules.absent ? strings(all, tokens) : { type: 'boolean', form: undefined, ...found }
  if (!rules.dates || rules.absent) return strings(all, tokens)
  return kind === 'time'
    ? { type: 'time', form: 'time', ...found }
    : { type: 'date', form: undefined, ...found }
}

function plainType(all: Counted, { mark, tokens }: TypeRules): ColumnEvidence {
  const filled = passing(all, (text) => text !== '' && !(tokens?.includes(text) ?? isMissingText(text)))
  const found = { form: undefined, values: filled.cells, missing: all.cells - filled.cells }
  if (filled.cells > 0 && filled.texts.every((text) => isNumberText(text, mark)))
    return { type: 'number', ...found }
  return { type: isProse(filled) ? 'text' : 'string', ...found }
}

/** Returns whether a cell has a value, if missing cells have no features. */
export function hasValue(text: string | undefined): text is string {
  return text !== undefined && !isMissingText(text)
}

export function isMissingText(text: string): boolean {
  return text.length <= 4 && /^(|\?|na|nan|null)$/i.test(text)
}

/** Returns the evidence of a column of strings, in which only empty cells are missing. */
function strings(all: Counted, tokens: readonly string[] | undefined): ColumnEvidence {
  const filled = passing(all, (text) => text !== '' && tokens?.includes(text) !== true)
  const found = { form: undefined, values: filled.cells, missing: all.cells - filled.cells }
  return { type: isProse(filled) ? 'text' : 'string', ...found }
}

const currency = /^[+\-\u2212]?(?:[$\u00a2-\u00a5\u20a0-\u20bf]|.*[$\u00a2-\u00a5\u20a0-\u20bf]$)/
const percent = /%$/
const marks: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['thousands', /\d[.,]\d{3}(?!\d)/],
  ['spaces', /\d[ \u00a0\u202f]\d{3}(?!\d)/],
  ['apostrophes', /\d'\d{3}(?!\d)/],
]

/** Returns the form in which enough cells are numbers; undefined: there is none. */
function numberForm(filled: Counted, least: number, mark: DecimalMark): string | undefined {
  const nearlyAll = (pattern: RegExp) => areMost(filled, least, (text) => pattern.test(text))
  const signs = [...(nearlyAll(percent) ? ['percent'] : []), ...(nearlyAll(currency) ? ['currency'] : [])]
  const groups = marks.find(([, pattern]) => filled.texts.some((text) => pattern.test(text)))
  const words = [...(groups === undefined ? [] : [groups[0]]), ...signs]
  const form = words.join(' ')
  return areMost(filled, least, (text) => isFormedNumber(text, form, mark)) ? form : undefined
}

/** Returns the order of the dates, or the form of times of day, that enough cells fit. */
function dateForm(
  filled: Counted,
  least: number,
): Pick<ColumnEvidence, 'type' | 'form' | 'guessed'> | undefined {
  const most = (form: DateForm) => areMost(filled, least, (text) => isMomentText(text, form))
  if (most('ymd')) return { type: 'date', form: undefined }
  if (most('time')) return { type: 'time', form: 'time' }
  if (!most('dmy') && !most('mdy')) return undefined
  const count = (form: DateForm) => passing(filled, (text) => isMomentText(text, form)).cells
  const [days, months] = [count('dmy'), count('mdy')]
  if (days !== months) return { type: 'date', form: days > months ? 'dmy' : 'mdy' }
  // with points the day always comes first
  const points = filled.texts.some((text) => /^\d+\./.test(text))
  return { type: 'date', form: points ? 'dmy' : 'mdy', ...(points ? {} : { guessed: true }) }
}

/** Fewer values do not show the type of a column. */
const leastValues = 10

/** Returns whether values are sentences: four words on average or more, and more than half distinct. */
function isProse({ texts, counts, cells }: Counted): boolean {
  if (cells < leastValues || texts.length * 2 <= cells) return false
  let words = 0
  for (let i = 0; i < texts.length; i++) words += counts[i] * wordsIn(texts[i])
  return words >= 4 * cells && new Set(texts).size * 2 > cells
}

function wordsIn(text: string): number {
  return /\s/.test(text) ? text.trim().split(/\s+/).length : 1
}

/** Returns a column of a schema. */
export function schemaColumn(
  name: string,
  role: SchemaColumn['role'],
  form: string | undefined,
): SchemaColumn {
  return { name, role, ...(form === undefined || form === '' ? {} : { form }) }
}

/** Returns the role of a type if no option gives another. */
export function roleOf(type: ColumnType): SchemaColumn['role'] {
  return columnTypes[type].role
}
