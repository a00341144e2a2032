import { lossTwins } from '@ol/numerics'
import { fixedConditionerBound, permutedBound } from '@ol/regret'
import type { LossId } from '@ol/spec'
import type { Dataset } from '../../data/dataset.js'
import { numericOf } from '../../data/normalize.js'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import type { Mark, ReportCell } from '../../report/experiment-report.js'
import { part, type ReadData } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { firstOf, type ObservedRun, observe } from '../observed.js'
import { twoFeatures } from './figure1.js'

const size = 2000
const delta = 0.05
const share = 0.1
const radii = [1, 10]
const made = 'two features'

interface Row {
  readonly id: string
  readonly loss: LossId
  readonly C: number
  readonly seed: number
}

const oneRow = part('bounds', async ({ id, loss, C, seed }: Row, read) =>
  row(id, await dataOf(id, seed, read), loss, C),
)

/** Returns the first examples of a set, with labels -1 and 1. */
async function dataOf(id: string, seed: number, read: ReadData): Promise<Dataset> {
  if (id === made) return twoFeatures(1e3, size)
  const data = numericOf(firstOf(await read(id), size, seed))
  return id === 'shuttle' ? { ...data, labels: data.labels.map((y) => (y === 1 ? 1 : -1)) } : data
}

export const rossBounds: Experiment = {
  id: 'bounds',
  title: 'Section 5: Lemma 2, Theorems 1 and 2 and Corollary 1 next to the regret of runs',
  paper: papers.ross,
  datasets: ['bank', 'shuttle'],
  parts: [oneRow],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = ['bank', 'shuttle'].filter((id) => find(datasetOf(id), runner.data).state !== 'missing')
    const wanted = [made, ...available].flatMap((id) =>
      (['logistic', 'hinge'] as const).flatMap((loss) =>
        radii.map((C): Row => ({ id, loss, C, seed: seeds[0] })),
      ),
    )
    runner.expect(wanted.length)
    const rows = await Promise.all(
      wanted.map((one) =>
        runner.part(oneRow, one, `${one.id}: ${one.loss}, C = ${one.C}`, one.id === made ? [] : [one.id]),
      ),
    )
    return {
      seeds: [seeds[0]],
      tables: [
        {
          title: `Regret and bounds, ${size} examples`,
          columns: [
            { name: 'data', align: 'left' },
            { name: 'loss', align: 'left' },
            { name: 'C' },
            { name: 'best fixed' },
            { name: 'Lemma 2' },
            { name: 'transductive' },
            { name: 'Theorem 1' },
            { name: 'streaming' },
            { name: 'Theorem 2' },
            { name: 'Corollary 1' },
          ],
          rows,
          description:
            'Best fixed: the sum of the losses of the best weights with sum m |w| <= C. Transductive and streaming: the regret of the two conditioners against these. ✓ marks a bound that holds.',
        },
      ],
      figures: [],
      notes: [
        'Rules transductive (Eq. 2) and conditioner (Eq. 3) with rate sqrt(2) and projection on the ball sum m |w| <= C after every example; numeric columns in their own units, no constant, no products.',
        'Lemma 2 is the bound of the best conditioner that is fixed in advance; it is about another run, and is here to compare sizes.',
        `Theorem 2 is weak if a feature starts small: D is its largest value over its first. Corollary 1 (delta = ${delta}, nu = ${share}, the largest loss measured) takes the largest of the first ceil(ln(d / delta) / nu) instead.`,
        'The regret is against an optimum found to a relative gap of 1e-5.',
      ],
    }
  },
}

function row(name: string, data: Dataset, loss: LossId, C: number): ReportCell[] {
  const set = { kind: 'l1', radius: C } as const
  const options = { loss, learningRate: Math.SQRT2, radius: C, projection: 'l1', update: 'plain' } as const
  const streaming = observe(data, { rule: 'conditioner', ...options }, set)
  const transductive = observe(data, { rule: 'transductive', ...options }, streaming.report.comparator)
  const { lemma, corollary } = otherBounds(data, streaming, loss, C)
  return [
    name === 'shuttle' ? 'shuttle, class 1' : name,
    loss,
    String(C),
    sum(streaming.report.comparator.loss),
    sum(lemma),
    sum(transductive.report.regret),
    bound(transductive),
    sum(streaming.report.regret),
    bound(streaming),
    sum(corollary, streaming.report.regret <= corollary ? 'fits' : 'differs'),
  ]
}

const sum = (value: number, mark?: Mark): ReportCell => ({ text: value.toPrecision(4), value, mark })

function bound({ report }: ObservedRun): ReportCell {
  const {
    bound: value,
    measured,
    unmet,
  } = report.theorem ?? { bound: undefined, measured: 0, unmet: ['no theorem'] }
  if (value === undefined) return unmet.join('; ')
  return sum(value, measured <= value ? 'fits' : 'differs')
}

/** Lemma 2 and Corollary 1 from the gradients of a run. */
function otherBounds(
  data: Dataset,
  { scores }: ObservedRun,
  loss: LossId,
  C: number,
): { lemma: number; corollary: number } {
  const squares = new Float64Array(data.features)
  const maxima = new Float64Array(data.features)
  const early = new Float64Array(data.features)
  const tau = Math.ceil(Math.log(data.features / delta) / share)
  let largestLoss = 0
  for (let t = 0; t < data.size; t++) {
    const slope = lossTwins[loss].derivative(scores[t], data.labels[t], 0)
    largestLoss = Math.max(largestLoss, lossTwins[loss].value(scores[t], data.labels[t], 0))
    for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) {
      const i = data.ids[k]
      const x = Math.abs(data.values[k])
      squares[i] += (slope * x) ** 2
      maxima[i] = Math.max(maxima[i], x)
      if (t < tau) early[i] = Math.max(early[i], x)
    }
  }
  const observed = { squares, maxima, first: early, early }
  return {
    lemma: fixedConditionerBound(C, observed),
    corollary: permutedBound(C, observed, { delta, nu: share, largestLoss }),
  }
}
