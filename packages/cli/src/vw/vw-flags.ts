import { counterparts } from './counterparts.js'
import { harmless, withShort } from './harmless.js'
import { missing } from './missing.js'
import type { VwFlag } from './vw-flag.js'

/** Every flag of `vw --help` (version 9.11), and `onethread` of the program around it, by its long name; docs/from-vowpal-wabbit.md is built from it. */
export const vwFlags: Readonly<Record<string, VwFlag>> = {
  ...counterparts,
  ...withShort(harmless),
  ...withShort(missing),
}
