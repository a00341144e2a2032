import { checkOptions, Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import { invalid, OLError, type RuleEntry, type RuleId, rules } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { batchesOf } from '../../data/dataset-batches.js'
import { Random } from '../../data/random.js'
import { type ReportCell, shortNumber } from '../../report/experiment-report.js'
import { type Part, part } from '../../run/part.js'
import { logGrid } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { classificationLoss, passOver, rescaled } from '../made-data.js'

const seed = 1
const size = 2000
const features = 8

/** The adversary's change of the values or the order of the examples; the labels stay with them. */
interface Strategy {
  readonly name: string
  readonly description: string
  readonly apply: (data: Dataset) => Dataset
}

const strategies: readonly Strategy[] = [
  {
    name: 'fixed units',
    description: 'each feature in a unit of its own, from 1e-6 to 1e6',
    apply: (data) => {
      const random = new Random(seed + 1)
      return rescaled(
        data,
        Array.from({ length: data.features }, () => 10 ** (12 * random.uniform() - 6)),
      )
    },
  },
  {
    name: 'steady growth',
    description: 'the values grow 1,000-fold over the run',
    apply: (data) => growing(data, (share) => 1000 ** share),
  },
  {
    name: 'half x 1e3',
    description: 'after half of the examples all values are 1,000 times as large',
    apply: (data) => growing(data, (share) => (share >= 0.5 ? 1000 : 1)),
  },
  {
    name: 'half x 1e-3',
    description: 'after half of the examples all values are a thousandth',
    apply: (data) => growing(data, (share) => (share >= 0.5 ? 1e-3 : 1)),
  },
  {
    name: 'first x 1e6',
    description: 'the values of the first example are 1e6 times as large',
    apply: (data) => growing(data, (share) => (share === 0 ? 1e6 : 1)),
  },
  {
    name: 'one x 1e6',
    description: 'the same of an example in the middle',
    apply: (data) => growing(data, (share) => (share === 0.5 ? 1e6 : 1)),
  },
  {
    name: 'offsets',
    description: '10 is added to all values',
    apply: (data) => ({ ...data, values: data.values.map((x) => x + 10) }),
  },
  {
    name: 'sorted labels',
    description: 'all examples of -1 come first',
    apply: sortedByLabel,
  },
  {
    name: 'copies and rare ones',
    description:
      'every feature occurs 4 times, and 1 example in 50 has a feature of its own with the value 1e3',
    apply: copied,
  },
]

/** Returns data of a random half-space: standard normal features, with a tenth of the labels wrong. */
function halfSpace(size: number): Dataset {
  const random = new Random(seed)
  const builder = new DatasetBuilder()
  const target = Array.from({ length: features }, () => random.normal())
  for (let t = 0; t < size; t++) {
    let z = 0
    for (const [i, w] of target.entries()) {
      const x = random.normal()
      z += w * x
      builder.feature(i, x)
    }
    builder.end((z > 0 ? 1 : -1) * (random.uniform() < 0.1 ? -1 : 1))
  }
  return builder.build('half-space', features, features)
}

/** Multiplies the values of an example by a factor that depends on the share of the examples before it. */
function growing(data: Dataset, factor: (share: number) => number): Dataset {
  const values = data.values.slice()
  for (let t = 0; t < data.size; t++)
    for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) values[k] *= factor(t / data.size)
  return { ...data, values }
}

function sortedByLabel(data: Dataset): Dataset {
  const builder = new DatasetBuilder()
  for (const label of [-1, 1]) {
    for (let t = 0; t < data.size; t++) {
      if (data.labels[t] !== label) continue
      for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) builder.feature(data.ids[k], data.values[k])
      builder.end(label)
    }
  }
  return builder.build(data.id, data.features, data.numeric)
}

function copied(data: Dataset): Dataset {
  const builder = new DatasetBuilder()
  const all = 4 * features
  for (let t = 0; t < data.size; t++) {
    for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++)
      for (let copy = 0; copy < 4; copy++) builder.feature(copy * features + data.ids[k], data.values[k])
    if (t % 50 === 0) builder.feature(all + t / 50, 1000)
    builder.end(data.labels[t])
  }
  return builder.build(data.id, all + Math.ceil(data.size / 50), all)
}

const everyData = (examples: number): Dataset[] => {
  const plain = halfSpace(examples)
  return [plain, ...strategies.map(({ apply }) => apply(plain))]
}

/** The mistakes of a rule, each at its best rate: in the original units, then for each strategy. */
export const mistakesOfRule: Part<{ rule: RuleId; examples?: number }, readonly number[]> = part(
  'adversary',
  ({ rule, examples = size }) => everyData(examples).map((data) => bestMistakes(rules[rule], data)),
)

/** The mistakes and the mean loss of a learner with all defaults, or with the rule as in its paper. */
export const asItComes: Part<
  { rule: RuleId; outliers: 'bound' | 'keep'; examples?: number },
  readonly Played[]
> = part('adversary-defaults', ({ rule, outliers, examples = size }) =>
  everyData(examples).map((data) => played(rules[rule], data, outliers)),
)

interface Played {
  /** share of wrong signs, over all examples and over the last quarter */
  readonly mistakes: number
  readonly late: number
  readonly loss: number
}

const kinds = ['as it comes', 'mistakes at the end', 'mean loss'] as const

export const adversary: Experiment = {
  id: 'adversary',
  title: 'Section 4: an adversary that chooses the units of the features',
  paper: papers.ross,
  datasets: [],
  parts: [mistakesOfRule, asItComes],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    const all: readonly RuleEntry[] = Object.values(rules)
      .filter(
        (rule) => rule.extends === undefined && rule.kind !== 'matrix' && (rule.maxExamples ?? size) >= size,
      )
      .sort((a, b) => Number(b.ensemble !== undefined) - Number(a.ensemble !== undefined))
      .sort((a, b) => Number(b.scaleInvariant) - Number(a.scaleInvariant))
    const single = all.filter((rule) => rule.ensemble === undefined && rule.firstPass !== true)
    const bounding = all.filter((rule) => rule.reach !== undefined && rule.ensemble === undefined)
    runner.expect(single.length + all.length + bounding.length)
    const best = await Promise.all(
      single.map(async ({ id, scaleInvariant }): Promise<ReportCell[]> => {
        const shares = await runner.part(mistakesOfRule, { rule: id as RuleId }, id)
        return [id, scaleInvariant ? 'yes' : '', ...shares.map(percent)]
      }),
    )
    const run = (rule: RuleEntry, outliers: 'bound' | 'keep') =>
      runner.part(asItComes, { rule: rule.id as RuleId, outliers }, `${rule.id}, ${outliers}`)
    const defaults = await Promise.all(all.map((rule) => run(rule, 'bound')))
    const kept = await Promise.all(bounding.map((rule) => run(rule, 'keep')))
    const columns = [
      { name: 'rule', align: 'left' as const },
      { name: 'as made' },
      ...strategies.map(({ name }) => ({ name })),
    ]
    const cells = (results: readonly Played[], kind: (typeof kinds)[number]): ReportCell[] =>
      results.map((one) =>
        kind === 'mean loss' ? number(one.loss) : percent(kind === 'as it comes' ? one.mistakes : one.late),
      )
    return {
      seeds: [seed],
      tables: [
        {
          title: 'Mistakes with all options at their defaults',
          columns,
          rows: all.map(({ id }, k) => [id, ...cells(defaults[k], 'as it comes')]),
          description: strategies.map(({ name, description }) => `${name}: ${description}.`).join(' '),
        },
        {
          title: 'Mistakes in the last quarter: which rules recovered',
          columns,
          rows: all.map(({ id }, k) => [id, ...cells(defaults[k], 'mistakes at the end')]),
        },
        {
          title: 'Mean loss with all options at their defaults',
          columns,
          rows: all.map(({ id }, k) => [id, ...cells(defaults[k], 'mean loss')]),
          description:
            'Logistic loss if the theory of the rule allows it; otherwise hinge or the loss of that theory.',
        },
        {
          title: 'Mistakes in the last quarter with --outliers keep, as papers print these rules',
          columns,
          rows: bounding.map(({ id }, k) => [id, ...cells(kept[k], 'mistakes at the end')]),
        },
        {
          title: 'Mistakes with the rate (of eight) that is best on each, and --outliers keep',
          columns: [
            { name: 'rule', align: 'left' },
            { name: 'scale-invariant', align: 'left' },
            { name: 'as made' },
            ...strategies.map(({ name }) => ({ name })),
          ],
          rows: best,
        },
      ],
      figures: [],
      notes: [
        `${shortNumber(size)} examples, ${features} standard normal features, labels by a random half-space, a tenth of them wrong; no constant. Half of all examples are wrong for a learner that learns nothing.`,
        'Rates 1e-3, ..., 1e3 if the rule has one; the best in hindsight for each column, so that no rule suffers from a bad rate. Rules that keep a matrix or cannot learn from this many examples are left out; those that need two passes and those that mix whole models are in the first tables only.',
        'Scale-invariant rules make the same predictions in any fixed units. If units change during the run, no rule is safe, but rules that keep scales recover. KT is made for gradients within [-1, 1] and diverges beyond.',
        'With outliers bounded (the default of the rules that can), a scale that rests on a single value starts again if the next value is 1,024 times smaller, so that an outlying first example costs only a few mistakes. std and auto convert the statistics of a feature to another unit after 256 values in a row below 1/256 of its root mean square. vw computes the same as Vowpal Wabbit, and the conditioners follow their theorems: these do not recover as long as the first example outweighs the others.',
      ],
    }
  },
}

/** Runs a rule with its defaults; all results are NaN if it could not learn. */
function played(rule: RuleEntry, data: Dataset, outliers: 'bound' | 'keep'): Played {
  const loss = classificationLoss(rule)
  const { value } = lossTwins[loss]
  const late = Math.floor((3 * data.size) / 4)
  let [mistakes, lateMistakes, sum, t] = [0, 0, 0, 0]
  try {
    const learner = new Learner(
      checkOptions({
        rule: rule.id as RuleId,
        loss,
        bits: 8,
        constant: false,
        ...(rule.reach === undefined ? {} : { outliers }),
      }),
    )
    const { size: count, offsets, ids: indices, values, labels } = data
    if (learner.needsFirstPass) learner.fitScales({ size: count, offsets, indices, values, labels })
    for (const batch of batchesOf(data, undefined, { products: false, constant: false })) {
      const scores = learner.learn(batch)
      for (let e = 0; e < batch.size; e++, t++) {
        if (!Number.isFinite(scores[e])) throw invalid('OL_PARAMETER', 'a score', 'finite', scores[e])
        sum += value(scores[e], batch.labels[e], 0)
        if (batch.labels[e] * scores[e] > 0) continue
        mistakes++
        if (t >= late) lateMistakes++
      }
    }
  } catch (error) {
    if (error instanceof OLError) return { mistakes: Number.NaN, late: Number.NaN, loss: Number.NaN }
    throw error
  }
  return { mistakes: mistakes / t, late: lateMistakes / (t - late), loss: sum / t }
}

/** Returns the share of mistakes at the best of some rates; NaN if the rule could not learn. */
function bestMistakes(rule: RuleEntry, data: Dataset): number {
  const rated = rule.params.some(({ name }) => name === 'learningRate')
  const loss = classificationLoss(rule)
  try {
    const result = passOver(
      data,
      { rule: rule.id as never, loss, precision: 'float64' },
      rated ? { learningRate: logGrid(1e-3, 1e3, 8) } : {},
    )
    return Math.min(...result.mistakes.filter((share) => !Number.isNaN(share)))
  } catch (error) {
    if (error instanceof OLError) return Number.NaN
    throw error
  }
}

function percent(share: number): ReportCell {
  if (!Number.isFinite(share)) return { text: 'diverged', value: null }
  return { text: `${(100 * share).toFixed(1)}%`, value: share }
}

function number(value: number): ReportCell {
  return Number.isFinite(value) ? { text: shortNumber(value), value } : { text: 'diverged', value: null }
}
