import { type Backend, engineScalars, losses, type ParamName, paramText, type Results, rules } from '@ol/spec'
import { checkBatch, copyBatch, resultsFor } from '../batches.js'
import { selectLanes } from '../lanes/select.js'
import { Learner } from '../learner.js'
import { type LearnerOptions, resolveOptions } from '../options.js'
import { planOf } from '../plan.js'
import { Progress } from '../progress.js'
import type { Settings } from '../settings.js'
import { type BatchStream, overlap } from '../streams.js'
import { createTable } from '../table.js'

/** Values of parameters of the rule, by name. */
export type Point = { readonly [name in ParamName]?: number }

/** What came of one point. */
export interface Trial {
  readonly parameters: Readonly<Record<string, number | string>>
  /** which pass over the data it was learned in, from 1 */
  readonly pass: number
  /** progressive: weighted average loss; NaN where the point left the numbers */
  readonly averageLoss: number
  /** for losses of signs */
  readonly errorRate: number | undefined
  /** the example at which its model left the numbers; undefined where it did not */
  readonly dropped: number | undefined
}

export interface PassOptions {
  readonly signal?: AbortSignal | undefined
  /** see `StreamOptions.trusted` */
  readonly trusted?: boolean | undefined
}

/** The models of several points after one pass over the data. */
export interface Pass {
  readonly trials: readonly Trial[]
  readonly examples: number
  /** The model of a trial as a learner: the bytes of a run of its own. */
  learner(trial: number): Learner
}

/** Learns the models of all points in one pass, as lanes of one table. Each has the bits of a run of its own. */
export async function learnPoints(
  stream: BatchStream,
  base: LearnerOptions,
  points: readonly Point[],
  pass: number,
  backend: Backend,
  options: PassOptions,
): Promise<Pass> {
  const { backend: _, ...own } = base
  const each = points.map((point) => resolveOptions({ ...own, ...point }))
  const settings = together(each)
  const { rule, loss, bits, lanes, precision } = settings
  const table = createTable(rule, bits, lanes, precision, backend)
  const plan = planOf(settings)
  const progress = new Progress(loss)
  const sums = new LossSums(lanes, losses[loss].labels === 'sign')
  const trusted = options.trusted === true
  await overlap(
    stream,
    options.signal,
    (batch) => {
      checkBatch(batch, { labels: losses[loss].labels, trusted })
      return trusted ? batch : copyBatch(batch)
    },
    async (batch) => {
      const results = resultsFor(batch.size, lanes)
      await backend.learnAsync(plan, table, batch, results)
      progress.add(batch, firstLane(results, lanes))
      sums.add(batch.labels, batch.weights, results)
    },
  )
  const counts = progress.state()
  const dropped = (l: number): number => (lanes === 1 ? 0 : table.scalars[droppedAt(settings) + l])
  const trials = points.map((_point, l): Trial => {
    // an absurd example is refused by every model; models that refuse many have left the numbers themselves
    const gone = dropped(l) > 0 || counts.diverged * 10 > counts.labelled
    return {
      parameters: Object.fromEntries(
        rules[rule].params.map((p, j) => [p.name, paramText(p, settings.params[j * lanes + l])]),
      ),
      pass,
      averageLoss: gone ? Number.NaN : sums.loss[l] / counts.labelledWeight,
      errorRate: sums.sign ? sums.mistakes[l] / counts.labelledWeight : undefined,
      dropped: dropped(l) > 0 ? dropped(l) : undefined,
    }
  })
  return {
    trials,
    examples: counts.examples,
    learner: (l) =>
      new Learner(
        { backend: backend.name },
        {
          settings: each[l],
          counts: { ...counts, lossSum: sums.loss[l], mistakes: sums.mistakes[l] },
          table: lanes === 1 ? table : selectLanes(rule, bits, table, [l], backend),
          sums: [],
        },
      ),
  }
}

/** Settings that differ in parameters only, as lanes of one. */
function together(each: readonly Settings[]): Settings {
  const [first] = each
  const lanes = each.length
  return {
    ...first,
    lanes,
    params: Float64Array.from(
      { length: first.params.length * lanes },
      (_, i) => each[i % lanes].params[Math.floor(i / lanes)],
    ),
  }
}

/** Position of the first lane's `dropped` among the scalars. */
function droppedAt({ rule }: Settings): number {
  return engineScalars.length + rules[rule].scalars.length
}

/** What of the progress is the same for all lanes is counted with the first. */
function firstLane(results: Results, lanes: number): Results {
  if (lanes === 1) return results
  const column = (all: Float64Array) => everyNth(all, lanes)
  return { predictions: column(results.predictions), losses: column(results.losses), status: results.status }
}

function everyNth(all: Float64Array, n: number): Float64Array {
  const column = new Float64Array(all.length / n)
  for (let e = 0; e < column.length; e++) column[e] = all[e * n]
  return column
}

/** The sums of progressive validation that differ from lane to lane, added up as `Progress` does. */
class LossSums {
  readonly loss: Float64Array
  readonly mistakes: Float64Array
  readonly sign: boolean

  constructor(lanes: number, sign: boolean) {
    this.loss = new Float64Array(lanes)
    this.mistakes = new Float64Array(lanes)
    this.sign = sign
  }

  add(labels: Float64Array, weights: Float64Array | undefined, { predictions, losses: each }: Results): void {
    const lanes = this.loss.length
    const { loss, mistakes, sign } = this
    for (let e = 0; e < labels.length; e++) {
      const y = labels[e]
      const w = weights === undefined ? 1 : weights[e]
      if (y !== y || w === 0) continue
      const at = e * lanes
      for (let l = 0; l < lanes; l++) {
        const own = each[at + l]
        if (own - own === 0) loss[l] += w * own
        if (sign && !(predictions[at + l] * y > 0)) mistakes[l] += w
      }
    }
  }
}
