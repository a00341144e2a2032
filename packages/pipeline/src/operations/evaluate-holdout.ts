import { type HoldoutResult, holdoutEvaluationOf } from '@ol/core/internal'
import type { ReadReport } from '@ol/reader'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { Running } from '../running.js'
import { checkWhole } from './held-out.js'
import { mergeHoldoutOf } from './merge-holdout.js'
import type { OfModel } from './of-model.js'
import { openFor } from './opened.js'

interface EvaluateHoldoutRunOptions extends RunOptions {
  /** n: one in n examples is in the merge holdout, as in the training that held them out */
  readonly merge: number
}

/** Options of a holdout evaluation: of the reading, where it differs from the reading of the training, and of the holdout. */
export type EvaluateHoldoutOptions = ReadingOptions & EvaluateHoldoutRunOptions

/** The result of a model on a merge holdout, and the counts of the reading. */
export interface HoldoutRun extends HoldoutResult {
  readonly reading: ReadReport
}

/** Starts to read the examples of a merge holdout, by which the lanes of a model are weighed. */
export function startHoldoutEvaluation(
  begin: () => OfModel<EvaluateHoldoutOptions>,
  input: Input,
): Running<HoldoutRun, never> {
  return new Running(() => {
    const { load, options } = begin()
    const { reading: given, run } = splitReading<EvaluateHoldoutRunOptions>(options, ['signal', 'merge'])
    checkWhole('merge', run.merge, 2)
    const work = async (signal: AbortSignal): Promise<HoldoutRun> => {
      const { session, reading, batches, trusted } = await openFor(await load(), input, given, signal)
      try {
        const evaluation = holdoutEvaluationOf(session.learner)
        for await (const batch of batches) evaluation.add(mergeHoldoutOf(batch, run.merge), trusted)
        return { ...evaluation.result, reading: reading.report }
      } finally {
        await closedSoon(reading.close())
      }
    }
    return { work, signal: run.signal }
  })
}
