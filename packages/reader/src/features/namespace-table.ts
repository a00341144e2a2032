import { type CrossPlan, columnBytes, type ExpandSettings, invalid } from '@ol/spec'
import { spaceByte } from './per-space.js'

/** Returns the table that maps the bytes that tokenizers give namespaces, and the columns that interactions name. */
export function namespaceTable(settings: ExpandSettings): Pick<CrossPlan, 'goesBy' | 'spaceOf' | 'columns'> {
  const goesBy = Uint32Array.from({ length: 256 }, (_, byte) => byte)
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
  return { goesBy, spaceOf, columns: Uint8Array.from(columns.values()) }
}
