import { type HoldoutResult, holdoutEvaluationOf } from '@ol/core/internal'
import type { ReadReport, Schema } from '@ol/reader'
import { OLError, valueText } from '@ol/spec'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { Running } from '../running.js'
import { refuseMostlyBad } from './enough-labels.js'
import { checkWhole } from './held-out.js'
import { refuseOtherHoldout } from './kept-holdout.js'
import { mergeHoldoutOf } from './merge-holdout.js'
import type { OfModel } from './of-model.js'
import { openFor } from './opened.js'

interface EvaluateHoldoutRunOptions extends RunOptions {
  /** n: one in n examples is in the merge holdout, as in the training that held them out */
  readonly merge: number
}

/** Options of a holdout evaluation: the reading options that differ from the training's, and the options of the holdout. */
export type EvaluateHoldoutOptions = ReadingOptions & EvaluateHoldoutRunOptions

/** The result of a model on a merge holdout, and the counts of the reading. */
export interface HoldoutRun extends HoldoutResult {
  readonly reading: ReadReport
}

/** Starts to read the examples of a merge holdout, which weigh the lanes of a model. */
export function startHoldoutEvaluation(
  begin: () => OfModel<EvaluateHoldoutOptions>,
  input: Input,
): Running<HoldoutRun, never> {
  return new Running(() => {
    const { load, options } = begin()
    const { reading: given, run } = splitReading<EvaluateHoldoutRunOptions>(options, ['signal', 'merge'])
    checkWhole('merge', run.merge, 2)
    const work = async (signal: AbortSignal): Promise<HoldoutRun> => {
      const model = await load()
      refuseOtherHoldout(model.learner, run.merge)
      const { session, name, reading, batches, trusted } = await openFor(model, input, given, signal)
      try {
        refuseOtherFeatures(session.schema, reading.schema)
        const evaluation = holdoutEvaluationOf(session.learner)
        for await (const batch of batches) evaluation.add(mergeHoldoutOf(batch, run.merge), trusted)
        refuseMostlyBad(name, reading.report)
        return { ...evaluation.result, reading: reading.report }
      } finally {
        await closedSoon(reading.close())
      }
    }
    return { work, signal: run.signal }
  })
}

/** Refuses an input whose examples have other features than in the training: other examples would be in the holdout. */
function refuseOtherFeatures(model: Schema | undefined, input: Schema | undefined): void {
  const refused = (what: string, expected: string, value: string): OLError =>
    new OLError(
      'OL_MODEL_MISMATCH',
      `The merge holdout is chosen by the features of the examples: expected ${what} ${expected}, as the training had it, but received ${value}`,
      { value, expected },
    )
  const shown = (words: readonly string[] | undefined): string =>
    words === undefined ? 'the default' : JSON.stringify(words)
  if (shown(model?.missing) !== shown(input?.missing))
    throw refused('the strings for missing values as', shown(model?.missing), shown(input?.missing))
  const roles = new Map(input?.columns?.map(({ name, role }) => [name, role]))
  for (const { name, role } of model?.columns ?? []) {
    const own = roles.get(name)
    if (role === 'ignore' || own === undefined || own === role) continue
    throw refused(`the column ${valueText(name)} as`, role, own)
  }
}
