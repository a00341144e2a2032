import type { Schema } from '@ol/reader'

/**
 * Returns what finds the categorical column whose value a feature is, by its name: `month` of `month=jan`; of columns `a` and `a=b` the
 * longer one; undefined if no column is categorical. It takes as long for many columns as for few.
 */
export function categoriesOf({ columns = [] }: Schema): ((name: string) => string | undefined) | undefined {
  const categorical = new Set(columns.filter(({ role }) => role === 'categorical').map(({ name }) => name))
  if (categorical.size === 0) return undefined
  return (name) => {
    for (let end = name.lastIndexOf('='); end >= 0; end = end === 0 ? -1 : name.lastIndexOf('=', end - 1)) {
      const column = name.slice(0, end)
      if (categorical.has(column)) return column
    }
    return undefined
  }
}
