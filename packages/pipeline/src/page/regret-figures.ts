import type { Figure } from '@ol/figures'

/** The regret after this many examples, as `LiveRegret` of `@ol/regret` finds it. */
export interface PageRegret {
  readonly examples: number
  readonly loss: number
  /** the bounds of the best fixed weights' loss */
  readonly best: readonly [low: number, high: number]
  readonly error: number
  /** for a mixture: the loss of its best lane, and the bound of the mixture's additional loss */
  readonly lane?: { readonly loss: number; readonly over: number | undefined } | undefined
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
    ...laneFigures(points),
  ]
}

/** Returns the figure of a mixture's loss beyond its best lane; none for fewer than two points. */
function laneFigures(points: readonly PageRegret[]): Figure[] {
  const beyond = points.flatMap(({ examples, loss, lane }) =>
    lane === undefined ? [] : [[examples, loss - lane.loss] as const],
  )
  if (beyond.length < 2) return []
  const bounds = points.flatMap(({ examples, lane }) =>
    lane?.over === undefined ? [] : [[examples, lane.over] as const],
  )
  return [
    {
      title: 'Log loss beyond the best lane',
      description: 'The loss of the predictions so far less that of the lane that has lost least, in nats.',
      x: { label: 'labelled examples', scale: 'log' },
      y: { label: 'nats beyond the best lane', scale: 'linear' },
      series: [
        { name: 'predictions', points: beyond, dashed: false },
        ...(bounds.length > 1 ? [{ name: 'bound', points: bounds, dashed: true }] : []),
      ],
    },
  ]
}
