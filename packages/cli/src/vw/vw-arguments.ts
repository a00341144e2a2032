import type { Given } from './vw-flag.js'
import { vwFlags } from './vw-flags.js'

/** A command line of Vowpal Wabbit, taken apart. */
export interface VwArguments {
  readonly given: Given
  /** arguments that belong to no flag: data */
  readonly files: readonly string[]
  /** the faults in it */
  readonly errors: readonly string[]
}

const byShort = new Map(
  Object.entries(vwFlags).flatMap(([name, { short }]) =>
    short === undefined ? [] : [[short, name] as const],
  ),
)

/** Takes arguments apart as Vowpal Wabbit does: `--name value`, `--name=value`, `-n value` and `-nvalue`. */
export function vwArguments(argv: readonly string[]): VwArguments {
  const given = new Map<string, string[]>()
  const files: string[] = []
  const errors: string[] = []
  let i = 0
  while (i < argv.length) {
    const argument = argv[i++]
    const long = /^--([^=]+)(?:=(.*))?$/s.exec(argument)
    const short = /^-([a-zA-Z])(.*)$/s.exec(argument)
    if (long === null && short === null) {
      files.push(argument)
      continue
    }
    const name = long?.[1] ?? byShort.get(short?.[1] ?? '')
    const attached = long === null ? short?.[2] || undefined : long[2]
    const flag = name !== undefined && Object.hasOwn(vwFlags, name) ? vwFlags[name] : undefined
    if (name === undefined || flag === undefined) {
      errors.push(`${argument}: Vowpal Wabbit 9.11 has no such flag`)
      continue
    }
    const values = given.get(name) ?? []
    given.set(name, values)
    if (flag.takes === 'nothing') {
      if (attached !== undefined) errors.push(`${argument}: --${name} takes no value`)
    } else if (attached !== undefined) values.push(attached)
    else if (i === argv.length) errors.push(`--${name}: expected a value`)
    else {
      values.push(argv[i++])
      while (flag.takes === 'values' && i < argv.length && !/^-[a-zA-Z-]/.test(argv[i]))
        values.push(argv[i++])
    }
  }
  for (const [name, values] of given) {
    const other = vwFlags[name].takes === 'value' ? values.find((text) => text !== values[0]) : undefined
    if (other !== undefined)
      errors.push(`--${name}: expected one value, but received ${values[0]} and ${other}`)
  }
  return { given, files, errors }
}
