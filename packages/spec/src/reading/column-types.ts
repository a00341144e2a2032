import { type ColumnRole, columnRoles, dateForms, numberForms } from '../tokenizer.js'
import type { SchemaColumn } from './schema.js'

/** The types of a column's cells, and the features that they become. */
export interface ColumnTypeEntry {
  /** the role of a column of this type, unless an option gives another role */
  readonly role: ColumnRole
  /** its cells, for the docs */
  readonly cells: string
  /** whether words for missing values apply to it; in columns of other types, only an empty cell is missing */
  readonly words: boolean
  /** the features that its cells become, for the docs */
  readonly features: string
}

/** The roles whose columns have features. */
export const featureRoles: readonly ['numeric', 'categorical', 'text', 'boolean', 'date'] = [
  'numeric',
  'categorical',
  'text',
  'boolean',
  'date',
]

/** Returns whether columns of a role have features. */
export function isFeatureRole(role: ColumnRole): boolean {
  return (featureRoles as readonly ColumnRole[]).includes(role)
}

/** The type of the cells of a column. */
export type ColumnType = 'number' | 'boolean' | 'date' | 'time' | 'text' | 'string'

/** Every type of column, in the order in which inference tries them: the first type that enough cells fit is used. */
export const columnTypes: Readonly<Record<ColumnType, ColumnTypeEntry>> = {
  number: {
    role: 'numeric',
    cells:
      'whole and decimal numbers with exponents and signs; where nearly all cells have them also marks of thousands, a percent sign or a currency sign',
    words: true,
    features: 'one feature with the name of the column and the value of the cell',
  },
  boolean: {
    role: 'boolean',
    cells: 'true and false, in any case',
    words: true,
    features: 'one of two categories, `COLUMN=true` and `COLUMN=false`',
  },
  date: {
    role: 'date',
    cells:
      'dates in the order of ISO 8601 (Y-M-D, also with / and .), D.M.Y, D/M/Y or M/D/Y, with or without a time and a zone',
    words: true,
    features:
      'its days since 1970 as a number, and the categories month, day of the week and, but at midnight, hour: `COLUMN=May`, `COLUMN=Wednesday`, `COLUMN=13:00`',
  },
  time: {
    role: 'date',
    cells: 'times of day: H:M, with seconds, AM and PM',
    words: true,
    features: 'the share of the day as a number, and the hour as a category',
  },
  text: {
    role: 'text',
    cells: 'sentences: ten values or more, four words on average, mostly distinct',
    words: false,
    features: 'each word is a category: `COLUMN=word`',
  },
  string: {
    role: 'categorical',
    cells: 'anything else',
    words: false,
    features: 'one category: `COLUMN=value`',
  },
}

/**
 * The share of the cells that must fit a type; if a smaller share than `mixedShare` does not fit, it does not indicate
 * another type.
 */
export const typeShare: number = 0.95
export const mixedShare: number = 0.5

/** The words of `SchemaColumn.form` and their codes for tokenizers. */
export const formWords: Readonly<Record<string, number>> = {
  thousands: 1,
  spaces: 2,
  apostrophes: 3,
  percent: numberForms.percent,
  currency: numberForms.currency,
  dmy: dateForms.dmy,
  mdy: dateForms.mdy,
  time: dateForms.time,
}

/** Returns the code of a form for tokenizers. */
export function formCode(form: string | undefined): number {
  return (form ?? '').split(' ').reduce((code, word) => code | (formWords[word] ?? 0), 0)
}

/** Returns whether a value is a form. */
export function isForm(value: unknown): value is string | undefined {
  return (
    value === undefined ||
    (typeof value === 'string' && value.split(' ').every((word) => Object.hasOwn(formWords, word)))
  )
}

/** Returns whether a value is a column of a schema. */
export function isColumn(value: unknown): value is SchemaColumn {
  if (typeof value !== 'object' || value === null) return false
  const { name, role, form } = value as { readonly [Member in keyof SchemaColumn]?: unknown }
  return typeof name === 'string' && Object.hasOwn(columnRoles, String(role)) && isForm(form)
}
