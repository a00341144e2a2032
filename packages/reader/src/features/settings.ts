import { invalid } from '@ol/spec'

/** What is made of the namespaces of an example; a namespace goes by the first byte of its name, the default one by a space. */
export interface ExpandSettings {
  /** products of the features of namespaces: 'ab' pairs a and b, 'abc' triples; ':' stands for any namespace */
  readonly interactions: readonly string[]
  /** whether interactions of a namespace with itself have both orders of a pair */
  readonly permutations: boolean
  /** namespaces that are left out; with `keep`, all but those are */
  readonly ignore: string
  readonly keep: string
  /** namespaces that go by another byte: old and new one */
  readonly rename: readonly (readonly [string, string])[]
  /** runs of features up to this length become features: 2 for every namespace, or a byte and the length, as in 'a2' */
  readonly ngrams: readonly string[]
  /** features that such a run may leap over, in the same way */
  readonly skips: readonly string[]
  /** the first features that a namespace keeps, in the same way */
  readonly limits: readonly string[]
}

/** Options of reading that expand features; see `ExpandSettings`. */
export interface ExpandOptions {
  readonly interactions?: readonly string[] | undefined
  readonly permutations?: boolean | undefined
  readonly ignoreNamespaces?: string | undefined
  readonly keepNamespaces?: string | undefined
  readonly renameNamespaces?: readonly (readonly [string, string])[] | undefined
  readonly ngrams?: readonly string[] | undefined
  readonly skips?: readonly string[] | undefined
  readonly featureLimits?: readonly string[] | undefined
}

const names = [
  'interactions',
  'permutations',
  'ignoreNamespaces',
  'keepNamespaces',
  'renameNamespaces',
  'ngrams',
  'skips',
  'featureLimits',
] as const

/** The settings of some options; undefined where none asks for anything. */
export function expandSettings(options: ExpandOptions): ExpandSettings | undefined {
  if (names.every((name) => options[name] === undefined)) return undefined
  return {
    interactions: options.interactions ?? [],
    permutations: options.permutations ?? false,
    ignore: options.ignoreNamespaces ?? '',
    keep: options.keepNamespaces ?? '',
    rename: options.renameNamespaces ?? [],
    ngrams: options.ngrams ?? [],
    skips: options.skips ?? [],
    limits: options.featureLimits ?? [],
  }
}

const encoder = new TextEncoder()

/** The byte that a namespace goes by. */
export function spaceByte(name: string): number {
  return encoder.encode(name)[0] ?? 32
}

/** The number for each byte of settings like ['2', 'a3']; a later one goes before an earlier one. */
export function perSpace(name: string, settings: readonly string[], without: number): Uint32Array {
  const numbers = new Uint32Array(256).fill(without)
  for (const setting of settings) {
    const match = /^([^\d].*?)?(\d+)$/s.exec(setting)
    const number = Number(match?.[2])
    if (match === null || number > 1e6)
      throw invalid('OL_PARAMETER', name, 'a whole number, or a namespace and one, such as 2 or a2', setting)
    if (match[1] === undefined) numbers.fill(number)
    else numbers[spaceByte(match[1])] = number
  }
  return numbers
}
