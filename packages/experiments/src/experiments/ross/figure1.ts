import { Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import type { RuleId } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { batchesOf } from '../../data/dataset-batches.js'
import { Random } from '../../data/random.js'
import { shortNumber } from '../../report/experiment-report.js'
import { pass } from '../../run/dataset-pass.js'
import { part } from '../../run/part.js'
import { logGrid, lowest } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'

const seed = 1
const size = 1000
const rate = 0.5

/** Mean losses of the learners with the first feature times `scale`. */
const atScale = part('figure1-lines', ({ scale }: { scale: number }) => {
  const data = twoFeatures(scale)
  const least = (rule: RuleId): number => {
    const all = losses(rule, logGrid(1e-8, 1e8, 97), data, 'float64')
    return all[lowest(all)]
  }
  return {
    nag: losses('nag', [rate], data, 'float64')[0],
    nagSingle: losses('nag', [rate], data, 'float32')[0],
    nagBest: least('nag'),
    auto: autoLoss(data),
    adagrad: losses('adagrad', [rate], data, 'float64')[0],
    best: least('adagrad'),
  }
})

export const figure1: Experiment = {
  id: 'figure1',
  title: 'Figure 1: two features, the first in units from 1e-5 to 1e5',
  paper: papers.ross,
  datasets: [],
  parts: [atScale],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    const scales = logGrid(1e-5, 1e5, 21)
    runner.expect(scales.length)
    const runs = await Promise.all(
      scales.map((scale) => runner.part(atScale, { scale }, `scale ${shortNumber(scale)}`)),
    )
    const nag = runs.map((run) => run.nag)
    const nagSingle = runs.map((run) => run.nagSingle)
    const nagBest = runs.map((run) => run.nagBest)
    const auto = runs.map((run) => run.auto)
    const adagrad = runs.map((run) => run.adagrad)
    const best = runs.map((run) => run.best)
    const series = (name: string, values: readonly number[], color: number, dashed: boolean) => ({
      name,
      points: scales.map((s, k) => [s, values[k]] as const),
      style: 'both' as const,
      color,
      dashed,
    })
    return {
      seeds: [seed],
      tables: [
        {
          title: `Mean logistic loss over ${size} examples`,
          columns: [
            { name: 'scale' },
            { name: `NAG, η = ${rate}` },
            { name: 'NAG, best η' },
            { name: 'auto' },
            { name: `AG, η = ${rate}` },
            { name: 'AG, best η' },
          ],
          rows: scales
            .map((s, k) => [
              s.toExponential(0).replace('e+', 'e'),
              nag[k].toFixed(12),
              nagBest[k].toFixed(6),
              auto[k].toFixed(6),
              adagrad[k].toFixed(6),
              best[k].toFixed(6),
            ])
            .filter((_, k) => k % 2 === 0),
        },
        {
          title: 'How flat',
          columns: [
            { name: 'learner', align: 'left' },
            { name: 'largest - smallest' },
            { name: 'largest / smallest' },
          ],
          rows: [
            flatness(`NAG, η = ${rate}, float64 table`, nag),
            flatness(`NAG, η = ${rate}, float32 table`, nagSingle),
            flatness('NAG, best η for each scale', nagBest),
            flatness('auto, nothing to choose', auto),
            flatness(`AG, η = ${rate}`, adagrad),
            flatness('AG, best η for each scale', best),
          ],
        },
      ],
      figures: [
        {
          title: 'Mean loss over the scale of the first feature',
          x: { label: 'scale of the first feature', scale: 'log' },
          y: { label: 'mean logistic loss', scale: 'log' },
          series: [
            series(`NAG, η = ${rate}`, nag, 0, false),
            series('NAG, best η for each scale', nagBest, 0, true),
            series('auto', auto, 2, false),
            series(`AG, η = ${rate}`, adagrad, 1, false),
            series('AG, best η for each scale', best, 1, true),
          ],
        },
      ],
      notes: [
        `${size} examples, both features standard normal, labels the sign of their sum, the first feature then multiplied by the scale; no constant; steps of NAG and AG as printed, not importance-aware. The best η is the best of 97 from 1e-8 to 1e8, in hindsight and for each scale. auto has no rate: it mixes 16 models.`,
      ],
    }
  },
}

function flatness(name: string, values: readonly number[]): string[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return [name, (high - low).toExponential(1), shortNumber(high / low)]
}

function autoLoss(data: Dataset): number {
  const learner = new Learner({ rule: 'auto', loss: 'logistic', bits: 4, constant: false })
  let [sum, t] = [0, 0]
  for (const batch of batchesOf(data, undefined, { products: false, constant: false })) {
    const scores = learner.learn(batch)
    for (let e = 0; e < batch.size; e++, t++) sum += lossTwins.logistic.value(scores[e], batch.labels[e], 0)
  }
  return sum / t
}

/** Standard normal features, labels the sign of their sum, the first feature in another unit. */
export function twoFeatures(scale: number, count: number = size): Dataset {
  const random = new Random(seed)
  const builder = new DatasetBuilder()
  for (let t = 0; t < count; t++) {
    const a = random.normal()
    const b = random.normal()
    builder.feature(0, a * scale)
    builder.feature(1, b)
    builder.end(a + b > 0 ? 1 : -1)
  }
  return builder.build('two-features', 2, 2)
}

function losses(
  rule: RuleId,
  rates: readonly number[],
  data: Dataset,
  precision: 'float32' | 'float64',
): readonly number[] {
  return pass(data, {
    options: { rule, loss: 'logistic', precision, update: 'plain', clip: 'none' },
    lanes: { learningRate: rates },
    expansion: { products: false, constant: false },
    classes: 0,
  }).result.loss
}
