import type { CoverageReport, EvaluationReport, Metrics } from '@ol/core'
import type { Figure } from '@ol/figures'

type Named = readonly (number | string)[]

/** Returns the figures of an evaluation: its learning curve, for two classes calibration and ROC, for several the metrics of each. */
export function evaluationFigures(
  evaluation: EvaluationReport,
  baseline: number | undefined,
  names: Named,
  noun: string,
): Figure[] {
  const { overall } = evaluation
  const text = (k: number): string => String(names[k] ?? k + 1) || `number ${k + 1}`
  const own =
    overall.task === 'binary'
      ? [...calibrationFigures(overall, text(1)), ...rocFigures(overall, text(0), text(1))]
      : overall.task === 'multiclass'
        ? classFigures(overall, text)
        : []
  return [...curveFigures(evaluation, baseline, noun), ...own]
}

/**
 * Curves begin after this share of the examples, and after this many: the first losses jump, and would flatten the
 * rest.
 */
const settled = { share: 0.001, examples: 50 } as const

function curveFigures(
  { curve, figure }: EvaluationReport,
  baseline: number | undefined,
  noun: string,
): Figure[] {
  const finite = curve.filter(({ overall }) => Number.isFinite(overall))
  if (finite.length < 2) return []
  const positive = finite.every(({ overall, sinceLast }) => overall >= 0 && !(sinceLast < 0))
  const last = finite[finite.length - 1].labelled
  const first = Math.max(settled.share * last, Math.min(settled.examples, last / 20))
  const shown = finite.filter(({ labelled }) => labelled >= first)
  return [
    {
      title: `Learning curve: ${figure}`,
      description: `The solid line is the mean over all ${noun} so far, the dashed line the mean since the point before.`,
      x: { label: `labelled ${noun}`, scale: 'log' },
      y: { label: figure, scale: positive ? 'log' : 'linear' },
      series: [
        {
          name: `all ${noun} so far`,
          points: shown.map(({ labelled, overall }) => [labelled, overall]),
          dashed: false,
        },
        {
          name: 'since the last point',
          points: shown.map(({ labelled, sinceLast }) => [labelled, sinceLast]),
          dashed: true,
        },
        ...(baseline === undefined || !Number.isFinite(baseline) || (positive && baseline <= 0)
          ? []
          : [
              {
                name: 'baseline',
                points: [
                  [shown[0].labelled, baseline],
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

/** The most classes that a figure shows. */
const mostClasses = 20

/** Returns recall and precision by class, the largest classes first. */
function classFigures(
  { classes }: Extract<Metrics, { readonly task: 'multiclass' }>,
  text: (k: number) => string,
): Figure[] {
  const shown = classes
    .map((metrics, k) => ({ ...metrics, name: text(k) }))
    .sort((a, b) => b.support - a.support)
    .slice(0, mostClasses)
    .reverse()
  const more = classes.length - shown.length
  const points = (of: (metrics: (typeof shown)[number]) => number) =>
    shown.map((metrics, k) => [of(metrics), k] as const)
  return [
    {
      title: 'Recall and precision by class',
      description: `Recall is the share of a class that was found. Precision is the share of its predictions that were right.${more > 0 ? ` ${more} smaller classes are left out.` : ''}`,
      x: { label: 'share', scale: 'linear', min: 0, max: 1 },
      y: { label: '', scale: 'category', names: shown.map(({ name }) => shortened(name)) },
      series: [
        { name: 'recall', points: points(({ recall }) => recall), style: 'points' },
        { name: 'precision', points: points(({ precision }) => precision), style: 'points' },
      ],
    },
  ]
}

/** The most letters of a name on an axis. */
const longest = 18

function shortened(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 1)}\u2026`
}

type BinaryMetrics = Extract<Metrics, { readonly task: 'binary' }>

const diagonal = [
  [0, 0],
  [1, 1],
] as const

function calibrationFigures({ deciles: bins = [] }: BinaryMetrics, positive: string): Figure[] {
  if (bins.length === 0) return []
  return [
    {
      title: 'Calibration',
      description:
        'Each point is a tenth of the examples, by their probability. On the diagonal the probabilities are right.',
      x: { label: `mean probability of ${shortened(positive)}`, scale: 'linear', min: 0, max: 1 },
      y: { label: `share of ${shortened(positive)}`, scale: 'linear', min: 0, max: 1 },
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

function rocFigures({ roc, auc }: BinaryMetrics, negative: string, positive: string): Figure[] {
  if (roc.length === 0) return []
  return [
    {
      title: 'ROC',
      description: `The area under the curve is ${auc.toFixed(4)}. It is the probability that an example of ${positive} has a higher score than one of ${negative}.`,
      x: {
        label: `false positive rate: ${shortened(negative)} predicted as ${shortened(positive)}`,
        scale: 'linear',
        min: 0,
        max: 1,
      },
      y: { label: `true positive rate: ${shortened(positive)} found`, scale: 'linear', min: 0, max: 1 },
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

/** Returns the figure of the coverage of intervals by their level; none if only one level is learned. */
export function coverageFigures(intervals: CoverageReport | undefined): Figure[] {
  if (intervals === undefined || intervals.levels.length < 2) return []
  const what = intervals.meanWidth === undefined ? 'sets of classes' : 'intervals'
  return [
    {
      title: `Coverage of ${what}`,
      description: `Each point is a level of ${what}. On the diagonal they hold as many labels as they should; above it they hold more.`,
      x: { label: 'level', scale: 'linear', min: 0, max: 1 },
      y: { label: 'share of labels inside', scale: 'linear', min: 0, max: 1 },
      series: [
        {
          name: 'observed',
          points: intervals.levels.map(({ level, coverage }) => [level, coverage]),
          style: 'both',
          dashed: false,
        },
        { name: 'exact', points: diagonal, color: 6, dashed: true },
      ],
    },
  ]
}
