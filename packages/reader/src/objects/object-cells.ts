import { cellOfValue } from '@ol/fallback'
import {
  type ColumnRole,
  type ErrorCode,
  faults,
  isFeatureRole,
  lineFaults,
  loneSurrogate,
  type SchemaColumn,
  valueText,
} from '@ol/spec'
import type { Cell } from '../columnar/cells.js'
import type { NextColumns } from '../sniff/further-reading.js'
import type { Sniffed } from '../sniff/head.js'
import { isObject, type Members } from '../sniff/json-objects.js'
import { columnsText, type NoticeKind, type TableNotice } from '../table-report.js'
import { decimalMark } from '../token-plan/decimal-mark.js'

/** The most names of unknown members that notices name. */
const mostUnknown = 1000

/** A table that was known before, whose rows are objects. */
export type ObjectTable = Sniffed & Pick<NextColumns, 'newColumns' | 'file' | 'origin'>

/** The fault of an object that is not a row of the table. */
export interface ObjectFault {
  readonly code: ErrorCode
  readonly message: string
}

export const notObject: ObjectFault = { code: 'OL_LINE_SYNTAX', message: 'the line is not a JSON object' }
const outOfRange = lineFaults[faults.valueRange].description

/** Makes the cells of a known table from objects, as `@ol/core` reads an object for a model of a table. */
export class ObjectCells {
  /** the cells of the last object, by column */
  readonly cells: Cell[]
  readonly #columns: readonly SchemaColumn[]
  readonly #places: ReadonlyMap<string, number>
  readonly #newColumns: 'error' | 'ignore'
  readonly #origin: NextColumns['origin']
  readonly #mark: string
  readonly #label: number
  readonly #weight: number
  /** whether an object had the column */
  readonly #seen: boolean[]
  readonly #unknown = new Set<string>()

  constructor({ columns, schema, newColumns, origin }: ObjectTable) {
    this.#origin = origin
    this.#columns = columns
    this.#newColumns = newColumns
    this.#places = new Map(columns.map(({ name }, k) => [name, k]))
    this.#label = columns.findIndex(({ role }) => role === 'label')
    this.#weight = columns.findIndex(({ role }) => role === 'weight')
    this.#mark = decimalMark(schema)
    this.cells = columns.map(() => undefined)
    this.#seen = columns.map(() => false)
  }

  /** Fills the cells; returns the fault of the object. */
  fill(object: Members): ObjectFault | undefined {
    const { cells } = this
    cells.fill(undefined)
    if (this.#weight >= 0) cells[this.#weight] = 1
    let known = 0
    let unknown: string | undefined
    for (const [name, value] of this.#membersOf(object)) {
      const place = this.#places.get(name) ?? this.#labelOf(name, object)
      if (place === undefined) {
        unknown = name
        if (this.#newColumns === 'ignore' && this.#unknown.size < mostUnknown) this.#unknown.add(name)
        continue
      }
      const { role } = this.#columns[place]
      const cell = this.#cellOf(value, role)
      if (typeof cell === 'object' && cell !== null)
        return { ...cell, message: `${cell.message}: member ${valueText(name)}` }
      this.#seen[place] = true
      if (isFeatureRole(role)) known++
      if (cell !== null || place !== this.#weight) cells[place] = cell
    }
    if (unknown === undefined || (known > 0 && this.#newColumns === 'ignore')) return undefined
    const message =
      known > 0
        ? `the member ${valueText(unknown)} is not a column of ${this.#origin} (--new-columns ignore skips it)`
        : `no member is a column of ${this.#origin}: expected ${columnsText(this.#featureNames())}`
    return { code: 'OL_LINE_COLUMNS', message }
  }

  /** Returns the notices about all objects so far. */
  notices(file: string | undefined): TableNotice[] {
    const notice = (why: NoticeKind, columns: readonly string[], text: string): TableNotice[] =>
      columns.length === 0 ? [] : [{ why, file, columns, text: `${columnsText(columns)}: ${text}` }]
    return [
      ...notice('new-columns', [...this.#unknown], 'not known to the model, ignored'),
      ...notice(
        'absent',
        this.#featureNames((k) => !this.#seen[k]),
        'in no object, so all values are missing',
      ),
    ]
  }

  #featureNames(where: (place: number) => boolean = () => true): string[] {
    return this.#columns.filter(({ role }, k) => isFeatureRole(role) && where(k)).map(({ name }) => name)
  }

  /** Returns the members of an object; the members of `features` are its own, if this is an object and not a column. */
  #membersOf(object: Members): readonly (readonly [string, unknown])[] {
    const own = Object.entries(object)
    if (!isObject(object.features) || this.#places.has('features')) return own
    return [...Object.entries(object.features), ...own.filter(([name]) => name !== 'features')]
  }

  /** Returns the place of the label for the names that it has in JSON Lines, if it does not have the name of its column. */
  #labelOf(name: string, object: Members): number | undefined {
    if ((name !== 'label' && name !== '_label') || this.#label < 0) return undefined
    return Object.hasOwn(object, this.#columns[this.#label].name) ? undefined : this.#label
  }

  #cellOf(value: unknown, role: ColumnRole): string | null | undefined | ObjectFault {
    if (role === 'ignore') return undefined
    if (value === null) return value
    if (typeof value === 'string')
      return loneSurrogate(value) < 0
        ? value
        : { code: 'OL_LINE_SYNTAX', message: 'the string has a lone surrogate' }
    if (typeof value === 'number' || typeof value === 'boolean') {
      if (!Number.isFinite(Number(value))) return { code: 'OL_LINE_VALUE', message: outOfRange }
      const cell = cellOfValue(value, role, this.#mark)
      return cell ?? { code: 'OL_LINE_VALUE', message: 'a category beyond 2^53 must be a string' }
    }
    if (role === 'text' && Array.isArray(value) && value.every(isWord))
      return this.#cellOf(value.join(' '), role)
    const kind = Array.isArray(value) ? 'an array' : 'an object'
    return { code: 'OL_LINE_VALUE', message: `${kind} is not a cell of a table` }
  }
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || value === null
}
