import type { Batch } from '@ol/spec'

/** Returns the first of the examples from `from` to before `to` that has a label and a weight; -1: there is none. */
export function firstLabelled(
  { labels, weights }: Pick<Batch, 'labels' | 'weights'>,
  from: number,
  to: number,
): number {
  for (let e = from; e < to; e++) if (labels[e] === labels[e] && weights?.[e] !== 0) return e
  return -1
}
