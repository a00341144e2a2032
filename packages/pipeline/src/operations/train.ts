import type { Input } from '../input/input.js'
import { splitOptions } from '../options.js'
import { Running } from '../running.js'
import type { AnyLearner, Session } from '../session.js'
import type { ProgressRow } from './progress-row.js'
import type { TrainRunOptions } from './train-options.js'
import type { TrainRun } from './train-run.js'
import { Training } from './training.js'

/** The names of the options that belong to the run. */
export const trainRunNames: readonly (keyof TrainRunOptions)[] = [
  'passes',
  'cache',
  'initialModel',
  'share',
  'checkpoint',
  'resume',
  'observe',
  'keepsBatches',
  'onFirstPass',
  'holdout',
  'patiencePasses',
  'onPass',
  'signal',
  'onNotice',
  'schedule',
  'onProgress',
  'warmUp',
  'window',
  'by',
]

/** Starts a training whose model is made by `wrap`. */
export function startTraining<M extends Session>(
  input: Input,
  options: object,
  wrap: (learner: AnyLearner) => M,
): Running<TrainRun<M>, ProgressRow> {
  const { learner, reading, run } = splitOptions<TrainRunOptions>(options, trainRunNames)
  const training = new Training(input, learner, reading, run, wrap)
  return new Running(
    (signal, emit) => training.run(signal, emit).finally(() => training.close()),
    run.signal,
    () => training.soFar(),
  )
}
