import { delimiterByte } from './delimiter-byte.js'
import { type Interaction, interactionOf } from './interactions.js'
import type { ReadingEntry, ReadingPart } from './reading-entry.js'
import { readingEntry, readingNames } from './reading-options.js'
import type { ReadOptions, Schema } from './schema.js'

/** Values of options as JSON: absent options have their defaults, and values with the same meaning are equal. */
export type ResolvedOptions = Readonly<Record<string, unknown>>

/** Resolves the options of the given parts. The caller must handle options that are neither data nor JSON. */
export function resolveReadOptions(options: ReadOptions, parts: readonly ReadingPart[]): ResolvedOptions {
  const resolved: Record<string, unknown> = {}
  for (const name of readingNames) {
    const entry = readingEntry(name)
    if (!parts.includes(entry.part) || entry.kind === 'schema' || entry.kind === 'divisors') continue
    resolved[name] = resolveValue(entry, options[name])
  }
  return resolved
}

/** One value as in `resolveReadOptions`; null: none, or inferred from the data. */
export function resolveValue(entry: ReadingEntry, given: unknown): unknown {
  const value = given ?? entry.default ?? null
  // the label null means no label, not an auto-detected one
  if (entry.kind === 'label' && given === null) return { column: null }
  if (Array.isArray(value)) {
    if (entry.kind === 'columns') return [...new Set(value as (string | number)[])].sort(byText)
    if (value.length === 0) return null
    return entry.kind === 'interactions' ? (value as readonly Interaction[]).map(interactionOf) : value
  }
  if (value === null) return null
  if (entry.kind === 'value') return String(value)
  if (entry.kind === 'delimiter') return String.fromCharCode(delimiterByte(value as string))
  if (entry.kind === 'string' && value === '') return null
  return value
}

const byText = (a: string | number, b: string | number): number => {
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** JSON with the members of objects in the order of their names, so that equal values give equal strings. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** The requested kind of labels; undefined if any kind is accepted. */
export function requestedLabels({
  labels,
}: Pick<ReadOptions, 'labels'> | Pick<Schema, 'labels'>): Schema['labels'] | undefined {
  return labels === 'any' ? undefined : labels
}
