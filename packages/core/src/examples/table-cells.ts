import { CellReader, cellOfValue, columnPlan, prosePart, unfit } from '@ol/fallback'
import { type ColumnRole, invalid, OLError, type Tokens } from '@ol/spec'
import { isoOf } from './dates.js'
import { featurePlan } from './feature-plan.js'
import type { Features, FeatureValue } from './features.js'
import type { Hashing } from './name-hasher.js'
import type { TableInput } from './table-input.js'
import { type Member, type RowReader, type TableColumn, tablePart } from './table-part.js'

/** The cells of each role, for messages; columns of other roles have no features. */
const expected: Partial<Record<ColumnRole, string>> = {
  numeric: 'a number',
  categorical: 'a string without lone surrogates, a number or a boolean',
  boolean: 'true or false',
  date: 'a date',
  text: 'a string without lone surrogates, or an array of such strings',
}

const hasOwn = Object.prototype.hasOwnProperty

/** A member that is a column, with the value of the current object. */
interface ColumnMember extends Member {
  value: FeatureValue
  readonly column: TableColumn
}

/**
 * Reads members of objects as cells of the table that a model learned from, with the same features as in a file
 * (docs/formats/csv.md).
 */
export class TableCells implements RowReader {
  /** the columns whose cells are features, in the order of the table */
  readonly #members: ColumnMember[] = []
  /** the same by their names; null: a column without features */
  readonly #byName = new Map<string, ColumnMember | null>()
  readonly #missing: ReadonlySet<string>
  readonly #decimal: string
  readonly #needsProse: boolean
  readonly #reader: CellReader

  constructor(hashing: Hashing, input: TableInput) {
    const { hash, hashSeed, missingAs = 'value', groups = false } = hashing
    const { columns, missing = [], decimal = '.' } = input
    const plan = columnPlan({ ...input, hash, hashSeed, missingAs }, columns)
    const { columnSpaces } = plan
    columns.forEach((column, place) => {
      const { name, role } = column
      const group = columnSpaces[place]
      const member =
        expected[role] === undefined ? null : { name, value: undefined, column: { ...column, place, group } }
      this.#byName.set(name, member)
      if (member !== null) this.#members.push(member)
    })
    this.#missing = new Set(missing)
    this.#decimal = decimal
    this.#needsProse = plan.prose
    this.#reader = new CellReader({ ...featurePlan('csv', hashing, groups), ...plan })
  }

  /**
   * Returns the members of an object: the columns of the table in their order, missing where the object does not have
   * them, then the members that are not columns. They are valid until the next call. Throws OL_FEATURES if no member
   * is a column.
   */
  membersOf(features: Features): readonly Member[] {
    let found = 0
    const others: Member[] = []
    for (const member of this.#members) member.value = undefined
    // V8 reads the properties by their places in a loop like this one
    for (const name in features) {
      if (!hasOwn.call(features, name)) continue
      const member = this.#byName.get(name)
      if (member === undefined) others.push({ name, value: features[name], column: undefined })
      else if (member !== null) {
        found++
        member.value = features[name]
      }
    }
    if (others.length === 0) return this.#members
    if (found > 0) return [...this.#members, ...others]
    const names = this.#members.slice(0, 3).map(({ name }) => name)
    const expected = `an object with columns of the model's table (${names.join(', ')}, ...)`
    throw invalid('OL_FEATURES', 'features', expected, features)
  }

  /** The features of the last cell: keys and values, as many as `read` returned. */
  get features(): Pick<Tokens, 'indices' | 'upper' | 'values'> {
    return this.#reader.features
  }

  /** Returns whether a number is, unchanged, the value of a column's feature. */
  isPlain({ role }: TableColumn, value: number): boolean {
    return (
      role === 'numeric' &&
      (this.#missing.size === 0 || !this.#missing.has(cellOfValue(value, role, this.#decimal) ?? ''))
    )
  }

  /**
   * Reads a value as a cell of a column; returns how many features it has.
   *
   * @param named whether the names of its features are requested
   * @throws OLError OL_FEATURES for a value that is no cell, OL_VALUE for one that does not fit the column; OL_PART for
   *   prose on a page that does not read it
   */
  read(column: TableColumn, value: unknown, named: boolean): number {
    const { name, role, place } = column
    if (role === 'text' && this.#needsProse && prosePart.put === undefined)
      throw new OLError(
        'OL_PART',
        `the words of the column ${JSON.stringify(name)} are split as prose, which needs @ol/reader: import it`,
        { value: name },
      )
    const count = this.#reader.read(place, this.#textOf(column, value), named)
    if (count === unfit) throw invalid('OL_VALUE', `feature ${name}`, expectedOf(column), value)
    return count
  }

  /** Returns the name of a feature of the last cell. */
  nameOf({ name }: TableColumn, feature: number): string {
    const value = this.#reader.names[feature]?.().value
    return value === undefined ? name : `${name}=${value}`
  }

  /** Returns the text of a cell; undefined: it is missing. */
  #textOf(column: TableColumn, value: unknown): string | undefined {
    if (typeof value === 'string') return value
    if (value === undefined || value === null || Number.isNaN(value)) return undefined
    if (typeof value === 'number' || typeof value === 'boolean') {
      const cell = cellOfValue(value, column.role, this.#decimal)
      if (cell !== undefined) return cell
      throw invalid('OL_VALUE', `feature ${column.name}`, 'a number up to 2^53, or a string', value)
    }
    const iso = isoOf(value)
    if (iso === undefined) throw invalid('OL_FEATURES', `feature ${column.name}`, expectedOf(column), value)
    return iso ?? undefined
  }
}

function expectedOf({ role, form }: TableColumn): string {
  const orders: Readonly<Record<string, string>> = {
    dmy: ' as D/M/Y or Y-M-D',
    mdy: ' as M/D/Y or Y-M-D',
    time: ' as a time of day, H:M',
  }
  const order = role === 'date' ? (orders[form ?? ''] ?? ' as Y-M-D') : ''
  return `${expected[role]}${order}`
}

/** Loads the reader of rows of tables: a page has it if one of its modules calls this function at its start. */
export function addTableCells(): void {
  tablePart.cellsOf = (hashing, input) => new TableCells(hashing, input)
}
