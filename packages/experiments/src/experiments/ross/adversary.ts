import { OLError, type RuleEntry, type RuleId, rules } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { Random } from '../../data/random.js'
import { type ReportCell, shortNumber } from '../../report/experiment-report.js'
import { part } from '../../run/part.js'
import { logGrid } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { classificationLoss, passOver, rescaled } from '../made-data.js'

const seed = 1
const size = 2000
const features = 8

/** What the adversary does to the units of the features; the labels stay. */
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
    name: 'one jump',
    description: 'after half of the examples all values are 1,000 times as large',
    apply: (data) => growing(data, (t) => (2 * t < size ? 1 : 1000)),
  },
  {
    name: 'steady growth',
    description: 'the values grow 1,000-fold over the run',
    apply: (data) => growing(data, (t) => 1000 ** (t / size)),
  },
]

/** Returns a random half-space, features standard normal, a tenth of the labels wrong. */
function halfSpace(): Dataset {
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

function growing(data: Dataset, factor: (t: number) => number): Dataset {
  const values = data.values.slice()
  for (let t = 0; t < data.size; t++)
    for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) values[k] *= factor(t)
  return { ...data, values }
}

/** Mistakes of a rule in the units as made, then for each strategy. */
const mistakesOfRule = part('adversary', ({ rule }: { rule: RuleId }) => {
  const plain = halfSpace()
  return [plain, ...strategies.map(({ apply }) => apply(plain))].map((data) => mistakes(rules[rule], data))
})

export const adversary: Experiment = {
  id: 'adversary',
  title: 'Section 4: an adversary that chooses the units of the features',
  paper: papers.ross,
  datasets: [],
  parts: [mistakesOfRule],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    const learners: readonly RuleEntry[] = Object.values(rules)
      .filter(
        (rule) =>
          rule.extends === undefined &&
          rule.ensemble === undefined &&
          rule.kind !== 'matrix' &&
          rule.firstPass !== true &&
          (rule.maxExamples ?? size) >= size,
      )
      .sort((a, b) => Number(b.scaleInvariant) - Number(a.scaleInvariant))
    runner.expect(learners.length)
    const rows = await Promise.all(
      learners.map(async ({ id, scaleInvariant }): Promise<ReportCell[]> => {
        const shares = await runner.part(mistakesOfRule, { rule: id as RuleId }, id)
        return [id, scaleInvariant ? 'yes' : '', ...shares.map(percent)]
      }),
    )
    return {
      seeds: [seed],
      tables: [
        {
          title: 'Mistakes, with the rate (of eight) that is best on each',
          columns: [
            { name: 'rule', align: 'left' },
            { name: 'scale-invariant', align: 'left' },
            { name: 'units as made' },
            ...strategies.map(({ name }) => ({ name })),
          ],
          rows,
          description: strategies.map(({ name, description }) => `${name}: ${description}.`).join(' '),
        },
      ],
      figures: [],
      notes: [
        `${shortNumber(size)} examples, ${features} standard normal features, labels by a random half-space, a tenth of them wrong; no constant. Half of all examples are wrong for a learner that learns nothing.`,
        'Learning rates 1e-3, ..., 1e3 where the rule has one; the best in hindsight for each column, so that a rule is not blamed for its rate. Rules that need two passes, keep a matrix, mix whole models or cannot learn from so many examples are left out.',
        'Scale-invariant rules make the same predictions in whatever fixed units; where units change on the way no rule is safe, but those that keep scales recover. KT is made for gradients within [-1, 1] and diverges beyond.',
      ],
    }
  },
}

/** Returns the share of mistakes at the best of some rates; NaN where the rule could not learn. */
function mistakes(rule: RuleEntry, data: Dataset): number {
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
