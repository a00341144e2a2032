import { Option } from 'commander'
import { oneIn } from './values.js'

/** Returns the flag of the examples that are held out for merged models; `--jury` is its other name. */
export function mergeHoldoutFlag(description: string): Option {
  const option = new Option('--jury, --merge-holdout <1/n>', description).argParser(oneIn)
  // commander takes the name from the second one; help shows it first
  option.flags = '--merge-holdout, --jury <1/n>'
  return option
}
