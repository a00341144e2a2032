import { Option } from 'commander'
import { oneIn } from './values.js'

const names = ['--merge-holdout', '--jury']

/** Returns the flag of the examples that are held out for merged models; `--jury` is its other name. */
export function mergeHoldoutFlag(description: string): Option {
  const option = new Option('--jury, --merge-holdout <1/n>', description).argParser(oneIn)
  // commander takes the name from the second one; help shows it first
  option.flags = `${names.join(', ')} <1/n>`
  return option
}

/** Returns the arguments that give the flag, by whichever name; none where it is not given. */
export function mergeHoldoutArguments(argv: readonly string[]): string[] {
  const at = argv.findIndex((argument) => names.includes(argument.split('=')[0]))
  return at < 0 ? [] : names.includes(argv[at]) ? argv.slice(at, at + 2) : [argv[at]]
}
