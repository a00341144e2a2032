import { flagName, type OptionFlag } from '@ol/spec'
import { Option } from 'commander'

/** Returns the flag of an option of a table; `absent`: the meaning if it is not given; undefined: the help does not say. */
export function tableFlag(
  name: string,
  { short, metavar }: OptionFlag,
  text: string,
  absent: string | number | boolean | undefined,
): Option {
  const letter = short === undefined ? '' : `-${short}, `
  const value = metavar === undefined ? '' : ` <${metavar}>`
  const help = absent === undefined ? text : `${text} (default: ${absent})`
  return new Option(`${letter}--${flagName(name)}${value}`, help)
}
