import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { bestFixed, Examples } from '@ol/regret'
import { singleRule } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { batchesOf } from '../../data/dataset-batches.js'
import { Random } from '../../data/random.js'
import { type Part, part } from '../../run/part.js'
import { logGrid } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { rescaled } from '../made-data.js'

const seed = 1
const size = 8000
const features = 8
const changes = [0, 1, 3, 7, 15, 31]
const box = 4
const rates = { learningRate: logGrid(0.03, 30, 7) }
const convexities = { convexity: logGrid(0.003, 1, 6) }

interface Follower {
  readonly name: string
  readonly options: AnyLearnerOptions
  /** the values of a parameter to try; the best in hindsight counts */
  readonly tried?: Readonly<Record<string, readonly number[]>>
}

const common = { loss: 'logistic', bits: 4, constant: false } as const

const followers: readonly Follower[] = [
  { name: 'flh, best convexity', options: { rule: 'flh', radius: box, ...common }, tried: convexities },
  { name: 'flh2, best convexity', options: { rule: 'flh2', radius: box, ...common }, tried: convexities },
  { name: 'auto', options: { ...common, rule: 'auto' } },
  { name: 'nag, --forget 250', options: { rule: 'nag', forget: 250, ...common } },
  { name: 'nag, fixed share of rates', options: { rule: 'nag', learningRate: 'auto', ...common } },
  { name: 'adagrad, best rate', options: { rule: 'adagrad', ...common }, tried: rates },
  { name: 'sgd, best rate', options: { rule: 'sgd', ...common }, tried: rates },
]

/**
 * Returns uniform features, with labels from a half-space that is drawn again for each of several equal intervals; a
 * tenth of the labels are wrong.
 */
function changingHalfSpaces(stretches: number, count: number = size): Dataset {
  const random = new Random(seed)
  const builder = new DatasetBuilder()
  const noise = new Random(seed + 1)
  let stretch = -1
  let target: number[] = []
  for (let t = 0; t < count; t++) {
    const now = Math.floor((t * stretches) / count)
    if (now !== stretch) target = Array.from({ length: features }, () => random.normal())
    stretch = now
    let z = 0
    for (const [i, w] of target.entries()) {
      const x = 2 * noise.uniform() - 1
      z += w * x
      builder.feature(i, x)
    }
    builder.end((z > 0 ? 1 : -1) * (noise.uniform() < 0.1 ? -1 : 1))
  }
  return builder.build('changing half-spaces', features, features)
}

const expansion = { products: false, constant: false }

/** The mean loss of the best weights of the box for each stretch. */
function switching(data: Dataset, stretches: number): number {
  let sum = 0
  for (let k = 0; k < stretches; k++) {
    const examples = new Examples(8)
    const [from, to] = [k, k + 1].map((n) => Math.ceil((n * data.size) / stretches))
    let t = 0
    for (const batch of batchesOf(data, undefined, expansion))
      for (let e = 0; e < batch.size; e++, t++) if (t >= from && t < to) examples.add(batch, e)
    sum += bestFixed(examples, { id: 'logistic' }, { kind: 'box', radius: box }, { tolerance: 1e-5 }).loss
  }
  return sum / data.size
}

function lossOf(data: Dataset, options: AnyLearnerOptions): number {
  const learner = new Learner(checkOptions({ ...options, rule: options.rule ?? singleRule }))
  let sum = 0
  for (const batch of batchesOf(data, undefined, expansion)) {
    const scores = learner.learn(batch)
    for (let e = 0; e < batch.size; e++) sum += softplus(-batch.labels[e] * scores[e])
  }
  return sum / data.size
}

const softplus = (z: number): number => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)))

interface ChangingRun {
  readonly best: number
  /** the mean loss of each follower, with the original features and with each feature in a different unit */
  readonly losses: readonly (readonly [made: number, units: number])[]
}

export const changingRuns: Part<{ stretches: number; size: number }, ChangingRun> = part(
  'changing',
  ({ stretches, size: count }): ChangingRun => {
    const data = changingHalfSpaces(stretches, count)
    const units = rescaled(
      data,
      Array.from({ length: features }, (_, i) => 10 ** (i - 4)),
    )
    const least = (set: Dataset, { options, tried = {} }: Follower): number => {
      const [[name, values] = ['', []]] = Object.entries(tried)
      if (values.length === 0) return lossOf(set, options)
      return Math.min(...values.map((value) => lossOf(set, { ...options, [name]: value })))
    }
    return {
      best: switching(data, stretches),
      losses: followers.map((one) => [least(data, one), least(units, one)] as const),
    }
  },
)

export const changing: Experiment = {
  id: 'streeter-adaptive',
  title: 'Section 4.3: adaptive regret, against a comparator that changes',
  paper: papers.streeter,
  datasets: [],
  parts: [changingRuns],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    runner.expect(changes.length)
    const all = await Promise.all(
      changes.map((k) => runner.part(changingRuns, { stretches: k + 1, size }, `${k} changes`)),
    )
    const table = (title: string, at: 0 | 1, description: string) => ({
      title,
      columns: [
        { name: 'learner', align: 'left' as const },
        ...changes.map((k) => ({ name: k === 1 ? '1 change' : `${k} changes` })),
      ],
      rows: followers.map(({ name }, j) => [
        name,
        ...all.map((run) => ((run.losses[j][at] - run.best) * 1000).toFixed(1)),
      ]),
      description,
    })
    return {
      seeds: [seed],
      tables: [
        table(
          'Regret for 1,000 examples',
          0,
          'The loss of the run, less the loss of the weights in the box that are best on each stretch. 693 is the loss of 1,000 guesses.',
        ),
        table(
          'The same with each feature in a unit of its own, from 1e-4 to 1e3',
          1,
          'The comparator is the same, with its weights in these units.',
        ),
      ],
      figures: [
        {
          title: 'Regret against a comparator that changes k times',
          x: { label: 'changes', scale: 'linear' },
          y: { label: 'regret for 1,000 examples', scale: 'linear' },
          series: followers.map(({ name }, j) => ({
            name,
            points: changes.map((k, n) => [k, (all[n].losses[j][0] - all[n].best) * 1000] as const),
            style: 'both' as const,
          })),
        },
      ],
      notes: [
        `${size} examples, ${features} features uniform in [-1, 1], labels by a random half-space, a tenth of them wrong; after each of k + 1 equal stretches the half-space is drawn again. Logistic loss, no constant.`,
        `The comparator is the best point of the box [-${box}, ${box}] on each stretch. flh and flh2 play in that box, and the best of ${convexities.convexity.length} convexities from 0.003 to 1 counts; of adagrad and sgd the best of ${rates.learningRate.length} rates from 0.03 to 30, for each column. The others are as they come.`,
        'FLH bounds the regret on every interval at once (`ol-cli train --rule flh --regret` prints it next to the measured regret). A fixed share moves weight back to the rates that fell behind; the weights of each rate remember all examples. `--forget` lets sums of squared gradients fade, so that steps stay large. auto is below the best fixed weights without a change: its curve over scores learns that a tenth of the labels is wrong, which no linear score can say.',
      ],
    }
  },
}
