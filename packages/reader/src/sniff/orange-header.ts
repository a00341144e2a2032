import { type ColumnRole, isNumberText, type ReadOptions, type SchemaColumn } from '@ol/spec'
import { type ColumnKind, columnsText, type TableNotice } from '../table-report.js'
import { type ColumnEvidence, columnType, type TypeRules, typedColumn } from './column-type.js'
import type { SampleRecord } from './records.js'

/** The type and role that a header of Orange gives a column; undefined: it gives none. */
export interface OrangeColumn {
  readonly kind: ColumnKind | undefined
  readonly role: Extract<ColumnRole, 'label' | 'weight' | 'ignore'> | undefined
}

/** A header of Orange: three rows of names, types and flags, or one row of names with prefixes. */
export interface OrangeHeader {
  readonly rows: number
  readonly names: readonly string[]
  readonly columns: readonly OrangeColumn[]
}

const kinds: Readonly<Record<string, ColumnKind | undefined>> = {
  ...{ continuous: 'number', c: 'number', numeric: 'number', n: 'number' },
  ...{ discrete: 'category', d: 'category', categorical: 'category' },
  ...{ string: 'string', s: 'string', text: 'string' },
  // the cells show the order of day and month
  ...{ time: undefined, t: undefined },
}

/** The values of a discrete column: words between spaces; a space within a value has a backslash before it. */
const list = /^\s*\S+(\s\S+)+\s*$/
const [typeLetters, flagLetters] = ['CNDST', 'cimw']
const prefix = new RegExp(
  `^([${typeLetters}${flagLetters}]|[${typeLetters}][${flagLetters}]|[${flagLetters}][${typeLetters}])#(?=.)`,
)

/**
 * Returns the header of Orange at a record; undefined: it is not one. Single letters may be values: they are types only
 * above a column of numbers.
 */
export function orangeHeader(records: readonly SampleRecord[], first: number): OrangeHeader | undefined {
  return threeRows(records, first) ?? prefixed(records[first].fields)
}

function threeRows(records: readonly SampleRecord[], first: number): OrangeHeader | undefined {
  const [top, second, third] = records.slice(first, first + 3)
  if (third === undefined) return undefined
  const names = top.fields
  const types = second.fields.map((text) => text.trim())
  // a row without flags is a blank line if the table has one column, or if it was written by hand
  const isBlank = third.start > second.next
  const flags = isBlank ? [] : third.fields.map(flagsOf)
  if (types.length > names.length || flags.length > names.length) return undefined
  if (types.every((type) => type === '') || !types.every(isType) || !flags.flat().every(isFlag))
    return undefined
  const body = records.slice(first + (isBlank ? 2 : 3))
  const isSaid = types.some((type) => type.length > 1 && isKind(type)) || flags.flat().some(isWord)
  const isShown = types.some((type, k) => isKind(type) && areNumbers(body, k))
  if (!isSaid && !isShown) return undefined
  return {
    rows: isBlank ? 2 : 3,
    names,
    columns: columnsOf(names.map((_, k) => ({ type: types[k] ?? '', flags: flags[k] ?? [] }))),
  }
}

function prefixed(fields: readonly string[]): OrangeHeader | undefined {
  const prefixes = fields.map((text) => prefix.exec(text)?.[1] ?? '')
  const some = prefixes.filter((text) => text !== '').length
  if (!prefixes.some((text) => text.length === 2) && 2 * some <= fields.length) return undefined
  const lettersOf = (text: string, letters: string) => [...text].filter((letter) => letters.includes(letter))
  return {
    rows: 1,
    names: fields.map((text) => text.replace(prefix, '')),
    columns: columnsOf(
      prefixes.map((text) => ({
        type: lettersOf(text, typeLetters).join('').toLowerCase(),
        flags: lettersOf(text, flagLetters),
      })),
    ),
  }
}

/** The first class is the label. Further classes are also unknown for a new row. Orange does not learn from strings. */
function columnsOf(written: readonly { type: string; flags: readonly string[] }[]): OrangeColumn[] {
  const is = (flags: readonly string[], ...names: readonly string[]) =>
    flags.some((flag) => names.includes(flag))
  const ignored = (flags: readonly string[]) => is(flags, 'i', 'ignore', 'm', 'meta')
  const label = written.findIndex(({ flags }) => is(flags, 'c', 'class') && !ignored(flags))
  const weight = written.findIndex(({ flags }) => is(flags, 'w', 'weight') && !ignored(flags))
  return written.map(({ type, flags }, k) => {
    const kind = kinds[type] ?? (list.test(type) ? 'category' : undefined)
    if (k === label || k === weight) return { kind, role: k === label ? 'label' : 'weight' }
    const left = ignored(flags) || is(flags, 'c', 'class', 'w', 'weight') || kind === 'string'
    return { kind, role: left ? 'ignore' : undefined }
  })
}

function isType(text: string): boolean {
  return text === '' || isKind(text) || list.test(text)
}

function isKind(text: string): boolean {
  return Object.hasOwn(kinds, text)
}

/** Returns the flags of a column, separated by spaces without a backslash before them. */
function flagsOf(text: string): readonly string[] {
  return text.split(/(?<!\\) /).filter((flag) => flag.trim() !== '')
}

function isWord(flag: string): boolean {
  return /^(class|ignore|meta|weight|[a-z_]\w*=.*)$/i.test(flag.trim())
}

function isFlag(flag: string): boolean {
  return isWord(flag) || (flag.length === 1 && flagLetters.includes(flag))
}

function areNumbers(rows: readonly SampleRecord[], k: number): boolean {
  const filled = rows.map(({ fields }) => fields[k] ?? '').filter((text) => !['', '?'].includes(text))
  return filled.length > 0 && filled.every((text) => isNumberText(text))
}

/** Returns the notice about a header of Orange: its label, and the columns that it ignores. */
export function orangeNotice(
  { rows, columns }: OrangeHeader,
  read: readonly SchemaColumn[],
  file: string | undefined,
): TableNotice {
  const named = (role: OrangeColumn['role']) =>
    read.filter((column, k) => column.role === role && columns[k]?.role !== undefined).map(({ name }) => name)
  const left = named('ignore')
  const parts = [
    ...named('label').map((name) => `its class, ${columnsText([name])}, is the label`),
    ...named('weight').map((name) => `${columnsText([name])} is the weight`),
    ...(left.length === 0 ? [] : [`${columnsText(left)} ${left.length === 1 ? 'is' : 'are'} left out`]),
  ]
  const header = rows === 1 ? 'a header of Orange' : `${rows} rows of a header of Orange`
  return {
    why: 'header-rows',
    file,
    columns: left,
    text: [header, ...parts].join('; '),
  }
}

/** Returns the type that a header of Orange declares for a column; numbers keep the form in which they are written. */
export function declaredType(
  cells: readonly string[],
  kind: ColumnKind | undefined,
  rules: TypeRules,
): ColumnEvidence {
  if (kind !== undefined && kind !== 'number') return typedColumn(cells, kind, rules)
  const found = columnType(cells, rules)
  return kind === undefined || found.type === 'number' ? found : typedColumn(cells, kind, rules)
}

/** Returns the options with the task of a label's declared type, if the labels would otherwise decide it. */
export function declaredTask(options: ReadOptions, kind: ColumnKind | undefined): ReadOptions {
  if (options.task !== 'auto') return options
  if (kind === 'number') return { ...options, task: 'regression' }
  return kind === 'category' ? { ...options, labels: 'class' } : options
}
