import type { LaneInfo } from '@ol/core'
import type { Figure } from '@ol/figures'
import type { MixturePoint } from './mixture-history.js'

/** The largest number of rates that have a line of their own. */
const mostLines = 5

/** Returns the figure of a mixture of learning rates as it learned; none without a mixture. */
export function mixtureFigures(
  history: readonly MixturePoint[],
  lanes: readonly LaneInfo[] | undefined,
  noun: string,
): Figure[] {
  if (lanes === undefined || history.length < 2) return []
  const rates = [...new Set(history.flatMap(({ shares }) => [...shares.keys()]))]
  const peak = (rate: string): number => Math.max(...history.map(({ shares }) => shares.get(rate) ?? 0))
  const shown = rates
    .filter((rate) => peak(rate) >= 0.05)
    .sort((a, b) => importanceOf(history, b) - importanceOf(history, a))
    .slice(0, mostLines)
    .sort((a, b) => rates.indexOf(a) - rates.indexOf(b))
  return [
    {
      title: 'Mixture of learning rates',
      description: `How much each learning rate counts in the prediction: ${shown.length} of ${rates.length} rates. ${lanes.length} models are kept at the end.`,
      x: { label: noun, scale: 'log' },
      y: { label: 'share of the weight', scale: 'linear', min: 0, max: 1 },
      series: shown.map((rate) => ({
        name: rate,
        points: history.map(({ examples, shares }) => [examples, shares.get(rate) ?? 0] as const),
      })),
    },
  ]
}

/** Returns the mean share of a rate on the log scale of the examples. */
function importanceOf(history: readonly MixturePoint[], rate: string): number {
  return history.reduce((sum, { shares }) => sum + (shares.get(rate) ?? 0), 0) / history.length
}
