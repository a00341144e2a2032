import type { ColumnRole } from '@ol/spec'

export interface ArffHeader {
  /** `first`: the first value of a nominal one, as it is written */
  readonly attributes: readonly {
    readonly name: string
    readonly role: ColumnRole
    readonly first?: string
  }[]
  /** up to the line behind @data */
  readonly bytes: number
  readonly lines: number
}

/** Whether the first line that says something, past comments, is one of an ARFF header. */
export function startsArff(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('%'))
  return first !== undefined && /^\s*@(relation|attribute)\b/i.test(first)
}

const encoder = new TextEncoder()

/** The header at the start of an ARFF text; undefined where it has no attribute or no @data. */
export function arffHeader(text: string): ArffHeader | undefined {
  const attributes: { name: string; role: ColumnRole; first?: string }[] = []
  let at = 0
  for (let lines = 1; at < text.length; lines++) {
    const feed = text.indexOf('\n', at)
    const next = feed < 0 ? text.length : feed + 1
    const line = text.slice(at, next).trim()
    at = next
    if (/^@data\b/i.test(line)) {
      if (attributes.length === 0) return undefined
      return { attributes, bytes: encoder.encode(text.slice(0, at)).length, lines }
    }
    const match = /^@attribute\s+('(?:[^'\\]|\\.)*'|"[^"]*"|\S+)\s+(\S+)/i.exec(line)
    if (match === null) continue
    const name = /^['"]/.test(match[1]) ? match[1].slice(1, -1).replace(/\\(.)/g, '$1') : match[1]
    const first = /\{\s*('(?:[^'\\]|\\.)*'|[^,}]*[^,}\s])/.exec(
      line.slice(match[0].length - match[2].length),
    )?.[1]
    const role = /^(numeric|real|integer)$/i.test(match[2]) ? 'numeric' : 'categorical'
    // as a field of a row is written
    attributes.push({ name, role, ...(first === undefined ? {} : { first }) })
  }
  return undefined
}
