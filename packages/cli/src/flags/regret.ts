import type { ComparatorSet } from '@ol/regret'
import { valueText } from '@ol/spec'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { usageError } from '../exit.js'
import { integer, within } from './values.js'

export interface RegretFlags {
  readonly regret?: boolean
  readonly drift?: boolean
  readonly comparator?: ComparatorSet
  readonly regretSample?: number
}

export function addRegretFlags(command: Command): Command {
  return command
    .option('--drift', 'report where the error changed, according to ADWIN and the Page-Hinkley test')
    .option(
      '--regret',
      'compare with the best fixed weights of a set during the run, and at the end with the bound of the theorem about the rule, if there is one; keeps the examples in memory',
    )
    .addOption(
      new Option(
        '--regret-sample <n>',
        'for --regret: keep only a sample of n examples, and omit the bound (default: 4096 for rules without a theorem, such as auto)',
      ).argParser(integer(2, 1e7)),
    )
    .addOption(
      new Option(
        '--comparator <set>',
        'the set, for --regret: box:R: |u_i| <= R; l1:C: sum of max |x_i| |u_i| <= C; l2:C: |u| <= C; none (default: the set of the rule, else none)',
      ).argParser(comparator),
    )
}

function comparator(text: string): ComparatorSet {
  if (text === 'none') return { kind: 'none' }
  const [, kind, radius] = /^(box|l1|l2):(.+)$/.exec(text) ?? []
  if (kind === undefined)
    throw new InvalidArgumentError(`Expected box:R, l1:C, l2:C or none but received ${valueText(text)}.`)
  return {
    kind: kind as 'box' | 'l1' | 'l2',
    radius: within({ min: 0, max: 1e300, minExclusive: true })(radius),
  }
}

/** Throws for `--comparator` without `--regret`. */
export function refuseWithoutRegret(flags: RegretFlags): void {
  if (flags.regretSample !== undefined && flags.regret !== true)
    throw usageError('--regret-sample needs --regret')
  if (flags.comparator !== undefined && flags.regret !== true) throw usageError('--comparator needs --regret')
}
