import { log } from '@ol/numerics'
import { invalid } from '@ol/spec'

/** The levels whose thresholds are learned, ascending: shares of the labels that intervals and sets hold. */
export const intervalLevels = [
  0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999,
] as const

/** The level of the widths and sizes in reports, and of intervals by default. */
export const usualLevel = 0.9
/** Its place among the levels. */
export const usualPlace: number = intervalLevels.indexOf(usualLevel)

const largest = intervalLevels[intervalLevels.length - 1]
/** The places of the levels for interpolation: a threshold of exponential tails is linear in this. */
const places = intervalLevels.map((level) => -log(1 - level))

/** Throws OL_PARAMETER for an invalid level of intervals. `name`: the name of the argument */
export function checkLevel(name: string, level: unknown): asserts level is number {
  if (!(typeof level === 'number' && level > 0 && level <= largest))
    throw invalid('OL_PARAMETER', name, `a number > 0 and <= ${largest}`, level)
}

/**
 * Returns the threshold of a level between two that are learned, by linear interpolation over -ln(1 - level).
 * `thresholds`: one per level; a threshold below a lower level's counts as the lower level's; `least`: the threshold of
 * level 0
 */
export function thresholdAt(level: number, thresholds: ArrayLike<number>, least: number): number {
  const place = -log(1 - level)
  let [below, low] = [0, least]
  for (let l = 0; l < intervalLevels.length; l++) {
    const high = Math.max(low, thresholds[l])
    if (level <= intervalLevels[l])
      return level === intervalLevels[l] ? high : low + ((place - below) / (places[l] - below)) * (high - low)
    below = places[l]
    low = high
  }
  return low
}
