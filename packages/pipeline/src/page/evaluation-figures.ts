import type { EvaluationReport, Metrics } from '@ol/core'
import type { Figure } from '@ol/figures'

/** Returns the figures of an evaluation: its curve, and for two classes calibration and ROC. */
export function evaluationFigures(evaluation: EvaluationReport, baseline: number | undefined): Figure[] {
  const { overall } = evaluation
  const own = overall.task === 'binary' ? [...calibrationFigures(overall), ...rocFigures(overall)] : []
  return [...curveFigures(evaluation, baseline), ...own]
}

function curveFigures({ curve, figure }: EvaluationReport, baseline: number | undefined): Figure[] {
  const finite = curve.filter(({ overall }) => Number.isFinite(overall))
  if (finite.length < 2) return []
  const positive = finite.every(({ overall, sinceLast }) => overall >= 0 && !(sinceLast < 0))
  const last = finite[finite.length - 1].labelled
  // the first examples, whose losses jump, would flatten the rest
  const settled = finite.filter(({ labelled }) => labelled >= last / 1000)
  return [
    {
      title: `Curve of ${figure}`,
      description:
        'Each example was predicted before it was learned from. Solid: over all examples so far; dashed: since the point before.',
      x: { label: 'labelled examples', scale: 'log' },
      y: { label: figure, scale: positive ? 'log' : 'linear' },
      series: [
        {
          name: 'overall',
          points: settled.map(({ labelled, overall }) => [labelled, overall]),
          dashed: false,
        },
        {
          name: 'since last',
          points: settled.map(({ labelled, sinceLast }) => [labelled, sinceLast]),
          dashed: true,
        },
        ...(baseline === undefined || !Number.isFinite(baseline) || (positive && baseline <= 0)
          ? []
          : [
              {
                name: 'best constant',
                points: [
                  [settled[0].labelled, baseline],
                  [last, baseline],
                ] as const,
                color: 2,
                dashed: true,
              },
            ]),
      ],
    },
  ]
}

type BinaryMetrics = Extract<Metrics, { readonly task: 'binary' }>

const diagonal = [
  [0, 0],
  [1, 1],
] as const

function calibrationFigures({ deciles: bins = [] }: BinaryMetrics): Figure[] {
  if (bins.length === 0) return []
  return [
    {
      title: 'Calibration',
      description:
        'Examples by their probability, in ten parts of equal weight (deciles). On the diagonal the probabilities are right.',
      x: { label: 'mean probability', scale: 'linear', min: 0, max: 1 },
      y: { label: 'share of the positive class', scale: 'linear', min: 0, max: 1 },
      series: [
        {
          name: 'observed',
          points: bins.map(({ meanProbability, positiveRate }) => [meanProbability, positiveRate]),
          style: 'both',
          dashed: false,
        },
        { name: 'perfect', points: diagonal, color: 6, dashed: true },
      ],
    },
  ]
}

function rocFigures({ roc, auc }: BinaryMetrics): Figure[] {
  if (roc.length === 0) return []
  return [
    {
      title: 'ROC',
      description: `The area under the curve is ${auc.toFixed(4)}: the probability that a positive example has the higher score.`,
      x: { label: 'false positive rate', scale: 'linear', min: 0, max: 1 },
      y: { label: 'true positive rate', scale: 'linear', min: 0, max: 1 },
      series: [
        {
          name: 'model',
          points: roc.map(({ falsePositiveRate, truePositiveRate }) => [falsePositiveRate, truePositiveRate]),
          dashed: false,
        },
        { name: 'chance', points: diagonal, color: 6, dashed: true },
      ],
    },
  ]
}
