import type { ExpandSettings, Tokens } from '@ol/spec'
import type { ReadReport } from '../read-report.js'
import { namespaceTable } from './namespace-table.js'
import { spaceByte } from './per-space.js'

/** The byte that represents every namespace in interactions. */
const anySpace = 58

/** Records in a report which of the namespaces that options name have occurred. */
export class NamedSpaces {
  readonly #seen: Record<string, boolean>
  readonly #goesBy: Uint32Array
  readonly #awaited = new Set<number>()

  constructor(settings: ExpandSettings, report: ReadReport) {
    this.#goesBy = namespaceTable(settings).goesBy
    const named = namedSpaces(settings)
    if (named.length > 0) report.namedNamespaces ??= {}
    this.#seen = report.namedNamespaces ?? {}
    for (const byte of named) {
      const name = String.fromCharCode(byte)
      if (this.#seen[name] === true) continue
      this.#seen[name] = false
      this.#awaited.add(byte)
    }
  }

  /** Searches the namespaces of the examples [first, until) of a chunk, until all named ones have occurred. */
  add(
    { spaces, spaceEnds }: Tokens,
    first: number,
    until: number,
    names: { spaceOf(byte: number): number } | undefined,
  ): void {
    if (this.#awaited.size === 0 || first === until) return
    const end = spaceEnds[until - 1]
    for (let k = first === 0 ? 0 : spaceEnds[first - 1]; k < end; k++) {
      const byte = names?.spaceOf(spaces[2 * k]) ?? spaces[2 * k]
      this.#found(byte)
      this.#found(this.#goesBy[byte])
    }
  }

  #found(byte: number): void {
    if (this.#awaited.delete(byte)) this.#seen[String.fromCharCode(byte)] = true
  }
}

/**
 * Returns the first bytes of the namespaces that settings name. In interactions, each further byte of a character would
 * count as a namespace, and is left out.
 */
export function namedSpaces({
  interactions,
  keep,
  ignore,
  rename,
  ngrams,
  skips,
  limits,
}: ExpandSettings): number[] {
  const crossed = interactions.flatMap((one) => (typeof one === 'string' ? [...one] : []))
  const numbered = [...ngrams, ...skips, ...limits].flatMap((one) => /^[^\d]/.exec(one) ?? [])
  const names = [
    ...crossed.filter((one) => one < '\x80').map(spaceByte),
    ...[...keep, ...ignore, ...rename.map(([old]) => old), ...numbered].map(spaceByte),
  ]
  return [...new Set(names)].filter((byte) => byte !== anySpace)
}
