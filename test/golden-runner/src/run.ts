import { type Batch, Learner } from '@ol/core'
import { limits } from '@ol/spec'
import { type AutoTrace, isAutoTrace, runAuto } from './auto.js'
import { runOfTrace } from './classes.js'
import {
  deviation,
  type GoldenClassTrace,
  type GoldenData,
  type GoldenOutput,
  type GoldenRun,
  type GoldenTrace,
} from './trace.js'

/**
 * Runs a trace through the public API: a table of float64, row i for feature i. If the trace has classes, a learner
 * for each of them, all on the same features.
 * RangeError for a class, a parameter or a loss that OL does not have.
 */
export async function runGolden(
  trace: GoldenTrace | GoldenClassTrace | AutoTrace,
  data: GoldenData,
): Promise<GoldenOutput> {
  if (isAutoTrace(trace)) return runAuto(trace, data)
  if (!('classes' in trace)) {
    const run = runOfTrace(trace)
    const one = await learn(
      run,
      data,
      batchOf(data, (y) => y),
    )
    return output(run, one.backend, one.predictions, one.weights, [
      deviation(one.predictions, trace.predictions),
      deviation(one.weights, trace.final_weights),
    ])
  }
  const { classes } = trace
  const run = runOfTrace({ ...trace, predictions: [], final_weights: [], mean_loss: 0 })
  const all = await Promise.all(
    Array.from({ length: Math.max(...classes) + 1 }, (_, k) =>
      learn(
        run,
        data,
        batchOf(data, (_y, e) => (classes[e] === k ? 1 : -1)),
      ),
    ),
  )
  const predictions = data.examples.map((_, e) => all.map((one) => one.predictions[e]))
  const weights = all.map((one) => one.weights)
  return output(run, all[0].backend, predictions, weights, [
    deviation(predictions.flat(), trace.predictions.flat()),
    deviation(weights.flat(), trace.final_weights.flat()),
  ])
}

function output(
  { rule }: GoldenRun,
  backend: string,
  predictions: GoldenOutput['predictions'],
  final_weights: GoldenOutput['final_weights'],
  deviations: readonly number[],
): GoldenOutput {
  // NaN compares with nothing: a run that diverged must not pass
  const worst = deviations.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(...deviations)
  return { rule, backend, predictions, final_weights, deviation: worst }
}

function batchOf({ examples }: GoldenData, label: (y: number, e: number) => number): Batch {
  const offsets = new Uint32Array(examples.length + 1)
  examples.forEach((example, e) => {
    offsets[e + 1] = offsets[e] + example.i.length
  })
  return {
    size: examples.length,
    offsets,
    indices: Uint32Array.from(examples.flatMap((example) => example.i)),
    values: Float64Array.from(examples.flatMap((example) => example.x)),
    labels: Float64Array.from(examples, ({ y }, e) => label(y, e)),
  }
}

async function learn(
  run: GoldenRun,
  { d }: GoldenData,
  batch: Batch,
): Promise<{ backend: string; predictions: number[]; weights: number[] }> {
  const learner = new Learner({
    rule: run.rule,
    loss: run.loss,
    update: run.update,
    clip: run.clip ?? 'none',
    labelScale: 'none',
    outliers: 'keep',
    precision: 'float64',
    bits: Math.max(limits.minBits, Math.ceil(Math.log2(d))),
    ...run.lossParams,
    ...run.params,
  })
  if (learner.needsFirstPass) learner.fitScales(batch)
  const predictions = Array.from(learner.learn(batch))
  const weights = new Array<number>(d).fill(0)
  for (const { index, weight } of learner.weights()) weights[index] = weight
  if (run.standardized === true) standardize(weights, batch)
  return { backend: learner.backend, predictions, weights }
}

/** Makes weights the weights of features divided by their root mean square. */
export function standardize(weights: number[], batch: Batch): void {
  const squares = new Float64Array(weights.length)
  batch.indices.forEach((i, k) => {
    squares[i] += batch.values[k] ** 2
  })
  weights.forEach((w, i) => {
    weights[i] = w * Math.sqrt(squares[i] / batch.size)
  })
}
