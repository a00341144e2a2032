import { type Backend, type Batch, type LossId, nameOf, type RuleId } from '@ol/spec'
import { checkBatch, copyBatch } from '../examples/check-batch.js'
import { checkNaming } from '../examples/check-naming.js'
import { Classes, laneLabels } from '../lanes/classes.js'
import type { Learner } from '../learner/learner.js'
import { checkHorizon } from '../learner/learner-state.js'
import { groupsByNamespace } from '../options/group-factors.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { resolveOptions } from '../options/resolve-options.js'
import type { Settings } from '../options/settings.js'
import { run } from '../run/executor.js'
import { turnDue } from '../run/turn.js'
import type { BatchStream } from '../stream/streams.js'
import { checkMemory, sizeText } from '../table/allocate.js'
import { type Candidate, candidateOptions, labelsFor } from './candidates.js'
import { SideBySide, type TableSize } from './side-by-side.js'
import type { CommonLoss, Tallied } from './tally.js'

/** The result of a candidate. */
export interface Trial {
  readonly rule: RuleId
  readonly loss: LossId
  readonly parameters: Readonly<Record<string, number | string>>
  /** the pass in which it was learned, from 1 */
  readonly pass: number
  /** progressive: weighted average loss; NaN if the model diverged */
  readonly averageLoss: number
  /** for losses of signs, and with classes */
  readonly errorRate: number | undefined
  /** with classes: weighted average of -ln of the probability of the label */
  readonly logLoss: number | undefined
  /** the criterion of the comparison, smaller is better: see `SearchOptions.losses`; NaN if the model diverged */
  readonly criterion: number
  /** the example at which its model diverged; undefined if it did not */
  readonly dropped: number | undefined
}

/** Options of a pass over the data in a search. */
export interface PassOptions {
  readonly signal?: AbortSignal | undefined
  /** see `StreamOptions.trusted` */
  readonly trusted?: boolean | undefined
  /** called before the tables of a pass are allocated, with their sizes */
  readonly onTables?: ((tables: readonly TableSize[], pass: number) => void) | undefined
}

interface Comparing {
  /** all candidates of the search: the criterion must not change from pass to pass */
  readonly compared: readonly Candidate[]
}

/** The models of several candidates after one pass over the data. */
export interface Pass {
  readonly trials: readonly Trial[]
  readonly examples: number
  /** The model of a trial as a learner, bit-identical to a separate run. */
  learner(trial: number): Learner
}

/**
 * Learns the models of all candidates in one pass: candidates of a rule as lanes of one table, one table for each rule.
 * Each model is bit-identical to a separate run.
 */
export async function learnCandidates(
  stream: BatchStream,
  base: AnyLearnerOptions,
  candidates: readonly Candidate[],
  pass: number,
  backend: Backend,
  options: PassOptions & Comparing,
): Promise<Pass> {
  const { backend: _, ...shared } = base
  const each = candidates.map((candidate) => resolveOptions(candidateOptions(shared, candidate)))
  // the lanes of a table share its rule, its labels and its treatment of outliers
  const tableOf = (settings: Settings): string =>
    `${nameOf(settings)} ${settings.labelScale} ${settings.outliers}`
  const models = [...new Set(each.map(tableOf))].map((table) =>
    each.flatMap((settings, i) => (tableOf(settings) === table ? [i] : [])),
  )
  const settings = models.map((own) => own.map((i) => each[i]))
  const grouped = each.some(groupsByNamespace)
  const sizes = settings.map(SideBySide.size)
  options.onTables?.(sizes, pass)
  checkTogether(sizes)
  const compared = comparisonOf(options.compared, each[0].classes !== undefined)
  const commonLoss = compared === 'first loss' ? commonLossOf(shared, options.compared[0]) : undefined
  const setting = each[0].classes
  const classes = setting === undefined ? undefined : new Classes(setting, false)
  const labels = classes === undefined ? labelsFor(options.compared.map(({ loss }) => loss)) : 'class'
  const tables = settings.map((own) => new SideBySide(own, labels === 'sign', commonLoss, backend))
  const trusted = options.trusted === true
  let taken = 0
  let examples = 0
  const learn = async (batch: Batch): Promise<void> => {
    for (const table of tables) await table.learn(batch)
    examples += batch.size
    await turnDue()
  }
  await run(stream, options.signal, {
    accept: (batch: Batch) => {
      checkBatch(batch, {
        labels,
        classes: classes?.count,
        wide: each[0].bits === 'grow',
        grouped,
        trusted,
      })
      checkNaming(batch, each[0])
      classes?.adopt(batch.classNames)
      for (const candidate of candidates) checkHorizon(candidate, taken, batch.size)
      taken += batch.size
      return laneLabels(trusted ? batch : copyBatch(batch), classes)
    },
    begin: (batch) => ({ result: learn(batch) }),
  })
  const placeOf = (trial: number): [SideBySide, number] => {
    const table = models.findIndex((own) => own.includes(trial))
    return [tables[table], models[table].indexOf(trial)]
  }
  const trials = candidates.map(({ rule, loss }, i): Trial => {
    const [table, model] = placeOf(i)
    const tallied = table.tallied(model)
    const { counts, logLoss, errorRate } = tallied
    const left = table.dropped(model)
    // every model rejects an extreme example; a model that rejects many has diverged itself
    const gone = left > 0 || counts.diverged * 10 > counts.labelled
    const averageLoss = gone ? Number.NaN : tallied.averageLoss
    return {
      rule,
      loss,
      parameters: table.parameters(model),
      pass,
      averageLoss,
      errorRate,
      logLoss,
      criterion: gone ? Number.NaN : criterionOf(compared, averageLoss, tallied),
      dropped: left > 0 ? left : undefined,
    }
  })
  return {
    trials,
    examples,
    learner: (trial) => {
      const [table, model] = placeOf(trial)
      return table.learner(model, classes?.setting)
    },
  }
}

type Comparison = 'loss' | 'errors' | 'first loss'

/** Losses of different kinds cannot be compared; errors can, and predictions under one loss. */
function comparisonOf(candidates: readonly Candidate[], classes: boolean): Comparison {
  const lossIds = [...new Set(candidates.map(({ loss }) => loss))]
  if (lossIds.length === 1) return 'loss'
  return classes || labelsFor(lossIds) === 'sign' ? 'errors' : 'first loss'
}

function commonLossOf(base: AnyLearnerOptions, first: Candidate): CommonLoss {
  const { loss, lossParams } = resolveOptions(candidateOptions(base, first))
  return { loss, lossParam: lossParams[0] ?? 0 }
}

function criterionOf(compared: Comparison, averageLoss: number, tallied: Tallied): number {
  if (compared === 'loss') return averageLoss
  return (compared === 'errors' ? tallied.errorRate : tallied.compared) ?? Number.NaN
}

/** Throws OL_MEMORY if the tables do not fit into memory together. */
function checkTogether(sizes: readonly TableSize[]): void {
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  // createTable checks a single one
  if (sizes.length === 1) return
  const each = sizes.map(({ rule, models, lanesEach, states, bits, bytes: own }) => {
    const lanes = `${models * lanesEach} lanes of ${states} numbers`
    return `${rule}: ${bits === 'grow' ? 'a growing table' : `2^${bits} slots`} and ${lanes}, ${sizeText(own)}`
  })
  const text = `The tables of ${sizes.length} rules (${each.join('; ')}) need ${sizeText(bytes)}`
  checkMemory(bytes, text, () => ': choose fewer rules, losses, values or slots (bits)')
}
