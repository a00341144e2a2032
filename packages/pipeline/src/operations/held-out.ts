import { type Batch, checkPlain, invalid } from '@ol/spec'
import { finish, mixNumber } from './hash-numbers.js'
import type { HoldoutOptions } from './holdout-options.js'
import { isInMergeHoldout } from './merge-holdout.js'

/** Returns whether the example of this number, from 1 within its pass, is held out. */
export type IsHeldOut = (number: number, batch: Batch, e: number) => boolean

/** Returns the rule of a holdout; undefined if its examples come from another input. */
export function heldOutBy(options: HoldoutOptions): IsHeldOut | undefined {
  checkPlain(options)
  const members = Object.keys(options)
  if (members.length !== 1)
    throw invalid(
      'OL_PARAMETER',
      'holdout',
      'one of every, share, after, merge and input',
      members.join(', '),
    )
  if ('input' in options) return undefined
  if ('every' in options) {
    const { every } = options
    checkWhole('every of holdout', every, 2)
    return (number) => number % every === 0
  }
  if ('after' in options) {
    const { after } = options
    checkWhole('after of holdout', after, 1)
    return (number) => number > after
  }
  if ('merge' in options) {
    const { merge } = options
    checkWhole('merge of holdout', merge, 2)
    return (_, batch, e) => isInMergeHoldout(batch, e, merge)
  }
  const { share } = options
  if (!(typeof share === 'number' && share > 0 && share < 1))
    throw invalid('OL_PARAMETER', 'share of holdout', 'a number > 0 and < 1', share)
  return heldOutOfBlocks(share)
}

/**
 * Holds out one example of each block of 1/share, at a place chosen by a hash of the block's number. So a period in the
 * input (every tenth row is of one class) does not become a period of the holdout.
 */
function heldOutOfBlocks(share: number): IsHeldOut {
  const blockOf = (number: number): number => Math.floor((number - 1) * share)
  /** the first number of a block */
  const start = (block: number): number => {
    let number = Math.ceil(block / share) + 1
    while (blockOf(number) >= block && number > 1) number--
    while (blockOf(number) < block) number++
    return number
  }
  let block = -1
  let chosen = 0
  return (number) => {
    if (blockOf(number) !== block) {
      block = blockOf(number)
      const first = start(block)
      chosen = first + Math.floor((finish(mixNumber(0, block)) / 2 ** 32) * (start(block + 1) - first))
    }
    return number === chosen
  }
}

export function checkWhole(name: string, value: unknown, min: number): void {
  if (!(Number.isInteger(value) && (value as number) >= min && (value as number) <= 1e15))
    throw invalid('OL_PARAMETER', name, `a whole number >= ${min} and <= 1e15`, value)
}

/** A batch with held-out examples: their weights are 0, so they are only predicted. */
export interface MaskedBatch {
  readonly batch: Batch
  /** their places in the batch */
  readonly held: readonly number[]
  /** the weights of all examples, before */
  readonly weights: Batch['weights']
}

/** Holds out examples of a batch whose first has this number in its pass. */
export function masked(batch: Batch, first: number, isHeldOut: IsHeldOut): MaskedBatch {
  const held: number[] = []
  for (let e = 0; e < batch.size; e++) if (isHeldOut(first + e, batch, e)) held.push(e)
  const { weights } = batch
  if (held.length === 0) return { batch, held, weights }
  const learned = weights === undefined ? new Float64Array(batch.size).fill(1) : weights.slice()
  for (const e of held) learned[e] = 0
  return { batch: { ...batch, weights: learned }, held, weights }
}
