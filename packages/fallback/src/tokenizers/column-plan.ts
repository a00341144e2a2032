import { hashText, namespaceHash, upperSeed } from '@ol/numerics'
import {
  columnBytes,
  columnRoles,
  dateFeatures,
  type ExpandSettings,
  formCode,
  type NameMode,
  type Schema,
  type SchemaColumn,
  type TokenPlan,
} from '@ol/spec'

declare const TextEncoder: new () => { encode(text: string): Uint8Array }
const encoder = new TextEncoder()
const none = new Uint8Array(0)

/** The part of a plan that determines the features of a table's cells. */
export type ColumnPlan = Pick<
  TokenPlan,
  | 'hash'
  | 'seed'
  | 'missing'
  | 'decimal'
  | 'dates'
  | 'prose'
  | 'charNgrams'
  | 'missingTexts'
  | 'forms'
  | 'roles'
  | 'columnSpaces'
  | 'columnHashes'
  | 'columnUppers'
>

/** The members of a schema that determine the features of a table's cells. */
export interface ColumnReading
  extends Pick<Schema, 'hashSeed' | 'missingAs' | 'missing' | 'decimal' | 'dates' | 'words' | 'charNgrams'> {
  readonly hash: NameMode
  readonly expand?: Pick<ExpandSettings, 'interactions'> | undefined
}

/** Returns how the cells of these columns are read. */
export function columnPlan(schema: ColumnReading, columns: readonly SchemaColumn[]): ColumnPlan {
  const { hash, hashSeed } = schema
  const space = namespaceHash(none, 0, 0, hashSeed, hash)
  const upperMode = hash === 'all' ? hash : 'whole'
  const upperSpace = namespaceHash(none, 0, 0, upperSeed(hashSeed), upperMode)
  const named = columnBytes(schema.expand?.interactions ?? [])
  return {
    hash,
    seed: hashSeed,
    missing: schema.missingAs === 'value',
    decimal: schema.decimal === undefined ? 46 : 44,
    dates: dateFeatures[schema.dates ?? 'full'],
    prose: schema.words === 'prose',
    charNgrams: schema.charNgrams ?? 0,
    missingTexts: encoder.encode((schema.missing ?? []).map((text) => `${text}\n`).join('')),
    forms: Uint8Array.from(columns, ({ form }) => formCode(form)),
    roles: Uint8Array.from(columns, ({ role }) => columnRoles[role]),
    columnSpaces: Uint8Array.from(columns, ({ name }) => named.get(name) ?? encoder.encode(name)[0] ?? 32),
    columnHashes: Uint32Array.from(columns, ({ name }) => hashText(name, space, hash)),
    columnUppers: Uint32Array.from(columns, ({ name }) => hashText(name, upperSpace, upperMode)),
  }
}
