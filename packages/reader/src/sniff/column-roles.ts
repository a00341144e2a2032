import {
  type Column,
  type ColumnRole,
  featureRoles,
  OLError,
  type ReadOptions,
  type SchemaColumn,
  suggestion,
  valueText,
} from '@ol/spec'
import { type ColumnEvidence, roleOf, schemaColumn } from './column-type.js'
import { folded } from './find-names.js'

const labelNames = ['label', 'target', 'class', 'outcome', 'y']

/** Returns whether a column has the name of a label. */
export function isLabelName(name: string | undefined): boolean {
  return name !== undefined && labelNames.includes(name.toLowerCase())
}

/** Returns the names of columns without a header: their numbers. */
export function numberedNames(count: number): string[] {
  return Array.from({ length: count }, (_, k) => String(k + 1))
}

/** Returns the place (from 0) of each name: the first if several columns have it. */
export function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  names.forEach((name, place) => {
    if (!places.has(name)) places.set(name, place)
  })
  return places
}

/**
 * Returns the place (from 0) of a column, by `placesOf(names)`: by name, then without regard to case and white space if
 * that is unique. Throws OL_INPUT_COLUMN if there is none.
 */
export function placeOf(
  column: Column,
  names: readonly string[],
  places: ReadonlyMap<string, number>,
  file: string | undefined,
): number {
  const named = typeof column === 'string' ? places.get(column) : undefined
  if (named !== undefined) return named
  const number = typeof column === 'number' ? column : /^[+-]?\d+$/.test(column) ? Number(column) : 0
  const place = number > 0 ? number - 1 : names.length + number
  if (number !== 0 && place >= 0 && place < names.length) return place
  const near = typeof column === 'string' ? names.filter((name) => folded(name) === folded(column)) : []
  if (near.length === 1) return places.get(near[0]) as number
  const shown = names.length > 20 ? `${names.slice(0, 20).join(', ')}, ...` : names.join(', ')
  throw new OLError(
    'OL_INPUT_COLUMN',
    `there is no column ${valueText(column)}: expected one of ${shown}${typeof column === 'string' ? suggestion(column, names) : ''}`,
    {
      ...(file === undefined ? {} : { file }),
      value: column,
      expected: shown,
    },
  )
}

/** The facts about the columns of a table: their names, and the type that their cells have. */
export interface TypedColumns {
  readonly names: readonly string[]
  readonly types: readonly ColumnEvidence[]
  /** the roles that the table itself gives columns: it ignores the numbers of rows, and cells with several values */
  readonly declared: readonly (ColumnRole | undefined)[]
}

/** Returns the roles that options give to columns; undefined: they give it none. */
export function givenRoles(
  names: readonly string[],
  options: ReadOptions,
  file: string | undefined,
): (ColumnRole | undefined)[] {
  const roles = new Array<ColumnRole | undefined>(names.length).fill(undefined)
  const places = placesOf(names)
  const give = (role: ColumnRole, columns: readonly Column[]) => {
    for (const column of columns) {
      const place = placeOf(column, names, places, file)
      const had = roles[place]
      if (had !== undefined && had !== role)
        throw new OLError(
          'OL_PARAMETER',
          `expected one role for the column ${valueText(names[place])} but received both ${had} and ${role}`,
          {
            value: column,
          },
        )
      roles[place] = role
    }
  }
  if (options.weight !== undefined) give('weight', [options.weight])
  if (options.tag !== undefined) give('tag', [options.tag])
  if (options.label !== undefined && options.label !== null) give('label', [options.label])
  give('ignore', options.ignore ?? [])
  for (const role of featureRoles) give(role, options[role] ?? [])
  return roles
}

/** Returns the columns of a table, from the options and from the types of their cells. */
export function findColumns(
  { names, types, declared }: TypedColumns,
  options: ReadOptions,
  file: string | undefined,
): SchemaColumn[] {
  const roles = givenRoles(names, options, file)
  // an option may name another label or weight than the table
  const isTaken = (role: ColumnRole | undefined) =>
    (role === 'label' || role === 'weight') && options[role] !== undefined
  for (const [place, role] of declared.entries()) roles[place] ??= isTaken(role) ? 'ignore' : role
  if (options.label === undefined && !roles.includes('label')) {
    const place = defaultLabel(names, roles)
    if (place >= 0) roles[place] = 'label'
  }
  return names.map((name, k) => {
    const role = roles[k] ?? roleOf(types[k].type)
    return schemaColumn(name, role, formFor(role, types[k]))
  })
}

/** Returns the inferred form of a column, if its role takes it. */
function formFor(role: ColumnRole, { type, form }: ColumnEvidence): string | undefined {
  const numbers = type === 'number' && (role === 'numeric' || role === 'label')
  return numbers || role === 'date' ? form : undefined
}

/** Returns the label by `labelByName`; otherwise the last column without a role; -1: there is none. */
function defaultLabel(names: readonly string[], roles: readonly (ColumnRole | undefined)[]): number {
  const place = labelByName(names, (k) => roles[k] === undefined)
  return place >= 0 ? place : roles.lastIndexOf(undefined)
}

/** Returns the free name that is a label's; -1: there is none. Next to a name `x`, the name `y` is not a label's. */
export function labelByName(names: readonly string[], isFree: (place: number) => boolean): number {
  const lower = names.map((name) => name.toLowerCase())
  for (const name of labelNames) {
    if (name === 'y' && lower.includes('x')) continue
    const place = lower.findIndex((other, k) => other === name && isFree(k))
    if (place >= 0) return place
  }
  return -1
}

/** Returns the columns without a role from an option whose cells are all missing, so that their type is unknown. */
export function blankColumns(
  { names, types }: TypedColumns,
  columns: readonly SchemaColumn[],
  options: ReadOptions,
): string[] {
  const roles = givenRoles(names, options, undefined)
  return names.filter(
    (_, k) => columns[k].role === 'categorical' && roles[k] === undefined && types[k].values === 0,
  )
}
