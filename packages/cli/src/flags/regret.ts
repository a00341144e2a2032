import type { Learner } from '@ol/core'
import type { ComparatorSet } from '@ol/regret'
import { valueText } from '@ol/spec'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { usageError } from '../exit.js'
import { within } from './values.js'

export interface RegretFlags {
  readonly regret?: boolean
  readonly comparator?: ComparatorSet
}

export function addRegretFlags(command: Command): Command {
  return command
    .option(
      '--regret',
      'compare with the best fixed weights of a set, and with what the theorem about the rule says; keeps the examples in memory',
    )
    .addOption(
      new Option(
        '--comparator <set>',
        'the set, for --regret: box:R: |u_i| <= R; l1:C: sum of max |x_i| |u_i| <= C; l2:C: |u| <= C; none (default: that of the rule, else none)',
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

/** `--comparator` says nothing without `--regret`. */
export function refuseWithoutRegret(flags: RegretFlags): void {
  if (flags.comparator !== undefined && flags.regret !== true) throw usageError('--comparator needs --regret')
}

/** The set that the rule itself keeps its weights in, where there is one: what its theorem compares it with. */
export function ownSet(learner: Learner): ComparatorSet {
  const { options, rule } = learner
  const { lower, upper, radius, regularizer, strength } = options
  if ((rule === 'conditioner' || rule === 'transductive') && typeof radius === 'number')
    return { kind: 'l1', radius }
  if (typeof radius === 'number') return { kind: 'box', radius }
  if (regularizer === 'l2-ball' && typeof strength === 'number') return { kind: 'l2', radius: strength }
  if (typeof lower !== 'number' || typeof upper !== 'number') return { kind: 'none' }
  const within = Math.min(-lower, upper)
  return within > 0 && within < 1e9 ? { kind: 'box', radius: within } : { kind: 'none' }
}
