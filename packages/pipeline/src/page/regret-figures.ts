import type { Figure } from '@ol/figures'

/** The regret after so many examples, as `LiveRegret` of `@ol/regret` finds it. */
export interface PageRegret {
  readonly examples: number
  readonly loss: number
  /** what the best fixed weights lose: between these */
  readonly best: readonly [low: number, high: number]
  readonly error: number
}

/** Returns the figure of the regret as it grew; none for fewer than two points. */
export function regretFigures(points: readonly PageRegret[]): Figure[] {
  if (points.length < 2) return []
  const line = (of: (point: PageRegret) => number) =>
    points.map((point) => [point.examples, of(point) / point.examples] as const)
  return [
    {
      title: 'Regret for an example',
      description:
        'The loss so far less that of the best fixed weights for the examples so far. Between the lines, two standard errors included: from where not all examples are kept, the best weights are known from a sample.',
      x: { label: 'labelled examples', scale: 'log' },
      y: { label: 'regret for an example', scale: 'linear' },
      series: [
        { name: 'at most', points: line(({ loss, best, error }) => loss - best[0] + error), dashed: false },
        { name: 'at least', points: line(({ loss, best, error }) => loss - best[1] - error), dashed: true },
      ],
    },
  ]
}
