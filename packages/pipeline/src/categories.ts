import type { Schema } from '@ol/reader'

/**
 * Returns a function that finds the categorical column of a feature by the feature's name: `month` for `month=jan`; if
 * columns `a` and `a=b` both fit, the longer one. undefined: no column is categorical. Many columns take no longer than
 * few.
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
