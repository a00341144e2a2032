import { type ColumnRole, type GivenColumns, roleOptions, type SchemaColumn } from '@ol/spec'
import { givenRoles } from './column-roles.js'
import { schemaColumn } from './column-type.js'
import type { Sniffed } from './head.js'

/** Returns the names of columns that options give a role. */
export function givenColumnNames(given: GivenColumns): ReadonlySet<unknown> {
  return new Set<unknown>(roleOptions.flatMap((name) => given[name] ?? []))
}

/**
 * Gives the columns of a further input the roles that options name; the other columns keep the roles and forms of the schema. A named
 * label, weight or tag replaces the schema's.
 *
 * @throws OLError OL_INPUT_COLUMN for a column that the input does not have
 */
export function withGivenColumns(found: Sniffed, given: GivenColumns, file: string | undefined): Sniffed {
  const { columns, schema } = found
  const roles = givenRoles(
    columns.map(({ name }) => name),
    given,
    file,
  )
  const replaced = (['label', 'weight', 'tag'] as const).filter((role) => given[role] !== undefined)
  const withRole = (column: SchemaColumn, role: ColumnRole | undefined): SchemaColumn => {
    if (role === column.role) return column
    if (role !== undefined) return schemaColumn(column.name, role, undefined)
    return (replaced as readonly ColumnRole[]).includes(column.role)
      ? schemaColumn(column.name, 'ignore', undefined)
      : column
  }
  const own = columns.map((column, k) => withRole(column, roles[k]))
  const byName = new Map(own.map((column, k) => [column.name, { column, role: roles[k] }]))
  const known = schema.columns ?? []
  const names = new Set(known.map(({ name }) => name))
  const added = own.filter(({ name }, k) => roles[k] !== undefined && !names.has(name))
  return {
    ...found,
    columns: own,
    schema: {
      ...schema,
      columns: [...known.map((column) => withRole(column, byName.get(column.name)?.role)), ...added],
    },
  }
}
