import type { AnyLearnerOptions } from '@ol/core'
import { type Comparator, type RareFeatures, rareFeatures } from '@ol/regret'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import type { ReportCell } from '../../report/experiment-report.js'
import { part } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { firstOf, observe } from '../observed.js'
import { domains } from './heavy-tails.js'

const size = 1000
/** the lengths of the weights with which runs are compared */
const radii = [1, 5, 20]
/** a bound holds against any weights: good ones are enough */
const solver = { tolerance: 0.05, iterations: 500 }

const learners: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['Perceptron', { rule: 'perceptron', loss: 'hinge' }],
  ['PA-I', { rule: 'pa1', loss: 'hinge' }],
  ['PA-X', { rule: 'pax', loss: 'hinge' }],
  ['second-order Perceptron, diagonal', { rule: 'sop', loss: 'hinge' }],
  ['AROW as mirror descent, diagonal', { rule: 'arow-omd', loss: 'hinge' }],
]

/** The rows of a domain; all learners are compared with the same weights. */
const rowsOf = part('omd-mistakes', async ({ id, seed }: { id: string; seed: number }, read) => {
  const examples = firstOf(await read(id), size, seed)
  const comparators: Comparator[] = []
  return learners.map(([name, options]): ReportCell[] => {
    const bounds = radii.map((radius, k) => {
      const { report } = observe(examples, options, comparators[k] ?? { kind: 'l2', radius }, solver)
      comparators[k] = report.comparator
      return report.theorem
    })
    const measured = bounds[0]?.measured ?? Number.NaN
    const cells = bounds.map((theorem): ReportCell => {
      const value = theorem?.bound
      if (value === undefined) return theorem?.unmet.join('; ') ?? 'no theorem'
      return { text: value.toFixed(0), value, mark: measured <= value ? 'fits' : 'differs' }
    })
    return [name, bounds[0]?.measure ?? '', { text: measured.toFixed(0), value: measured }, ...cells]
  })
})

/** The diagonal second-order Perceptron against the best weights of each length. */
const rareOf = part('omd-rare-features', async ({ id, seed }: { id: string; seed: number }, read) => {
  const examples = firstOf(await read(id), size, seed)
  return radii.map((radius): RareFeatures => {
    const run = observe(examples, { rule: 'sop', loss: 'hinge' }, { kind: 'l2', radius }, solver)
    return rareFeatures(run.examples, run.scores, run.report.comparator.weights)
  })
})

/** A row for each length of the weights. */
function rareRows(id: string, found: readonly RareFeatures[]): ReportCell[][] {
  return found.map(({ mistakes, hinge, rarity, diagonal, logarithmic }, k) => [
    id,
    String(radii[k]),
    String(mistakes),
    hinge.toFixed(0),
    rarity.toFixed(2),
    ...[diagonal, logarithmic].map((value) => ({
      text: value.toFixed(0),
      value,
      mark: mistakes <= value ? ('fits' as const) : ('differs' as const),
    })),
  ])
}

export const mistakeBounds: Experiment = {
  id: 'omd-mistakes',
  title: 'Section 6: mistake bounds next to mistakes',
  paper: papers.orabona,
  datasets: domains,
  parts: [rowsOf, rareOf],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = domains.filter((id) => find(datasetOf(id), runner.data).state !== 'missing')
    runner.expect(2 * available.length)
    const rare = await Promise.all(
      available.map(async (id) =>
        rareRows(id, await runner.part(rareOf, { id, seed: seeds[0] }, `${id}: rare features`, [id])),
      ),
    )
    const tables = await Promise.all(
      available.map(async (id) => ({
        title: `${id}, ${size} documents`,
        columns: [
          { name: 'learner', align: 'left' as const },
          { name: 'counted', align: 'left' as const },
          { name: 'count' },
          ...radii.map((radius) => ({ name: `bound, ||u|| <= ${radius}` })),
        ],
        rows: await runner.part(rowsOf, { id, seed: seeds[0] }, id, [id]),
      })),
    )
    return {
      seeds: [seeds[0]],
      tables: [
        ...tables,
        {
          title: 'Diagonal second-order Perceptron: Eq. 22, and the bound with log L(u) after Eq. 23',
          columns: [
            { name: 'data', align: 'left' as const },
            { name: '||u|| <=' },
            { name: 'mistakes' },
            { name: 'L(u)' },
            { name: 's of Eq. 23' },
            { name: 'Eq. 22' },
            { name: 'after Eq. 23' },
          ],
          rows: rare.flat(),
        },
      ],
      figures: [],
      notes: [
        'Each bound is against weights of little hinge loss within a ball, found by convex programming: longer weights lose less and cost more. ✓: the bound holds.',
        'Counted: mistakes, or updates (mistakes and right predictions with a margin below 1), as the theorem has it.',
        'Eq. 23 assumes that the weights u lie on features that occur in few mistakes. s is the mean of S_i, the sum of x_i^2 over the mistakes, weighed by u_i^2: below 1 in documents of unit length, so that the assumption holds. The next bound has ln L(u) under a root, but it counts all d features, and Eq. 22 only the features of the mistakes. On sets this small it is weaker.',
        'Counts of words scaled to unit length, one pass, no constant.',
      ],
    }
  },
}
