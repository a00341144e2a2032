import { columnBytes, type ExpandSettings, invalid } from '@ol/spec'
import { spaceByte } from './per-space.js'

/** What becomes of the bytes that tokenizers give namespaces, and columns that interactions name. */
export interface NamespaceTable {
  /** the byte that names a namespace after renaming; 256: it is ignored */
  readonly goesBy: Uint16Array
  /** of a byte that stands for a column: the first byte of its name; of others themselves */
  readonly spaceOf: Uint8Array
  /** the bytes that stand for columns */
  readonly columns: readonly number[]
}

export function namespaceTable(settings: ExpandSettings): NamespaceTable {
  const goesBy = Uint16Array.from({ length: 256 }, (_, byte) => byte)
  const renamed = new Set<number>()
  for (const [old, now] of settings.rename) {
    const byte = spaceByte(old)
    if (renamed.has(byte))
      throw invalid('OL_PARAMETER', 'renameNamespaces', 'one new name for each namespace', old)
    renamed.add(byte)
    goesBy[byte] = spaceByte(now)
  }
  const kept = new Set([...settings.keep].map(spaceByte))
  const ignored = new Set([...settings.ignore].map(spaceByte))
  for (let byte = 0; byte < 256; byte++)
    if (ignored.has(byte) || (kept.size > 0 && !kept.has(byte))) goesBy[byte] = 256
  const spaceOf = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const columns = columnBytes(settings.interactions)
  for (const [name, byte] of columns) {
    spaceOf[byte] = spaceByte(name)
    goesBy[byte] = goesBy[spaceOf[byte]]
  }
  return { goesBy, spaceOf, columns: [...columns.values()] }
}
