import type { Figure } from '@ol/figures'

/** The regret after this many examples, as `LiveRegret` of `@ol/regret` finds it. */
export interface PageRegret {
  readonly examples: number
  readonly loss: number
  /** the bounds of the best fixed weights' loss */
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
        'The loss so far, less the loss of the best fixed weights for the examples so far. The lines enclose two standard errors: once not all examples are kept, the best weights come from a sample.',
      x: { label: 'labelled examples', scale: 'log' },
      y: { label: 'regret for an example', scale: 'linear' },
      series: [
        { name: 'at most', points: line(({ loss, best, error }) => loss - best[0] + error), dashed: false },
        { name: 'at least', points: line(({ loss, best, error }) => loss - best[1] - error), dashed: true },
      ],
    },
  ]
}
