import { invalid, OLError } from '@ol/spec'
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

/** Starts a training whose model is made by `wrap`; `continued`: the model that continues training. */
export function startTraining<M extends Session>(
  input: Input,
  options: object,
  wrap: (learner: AnyLearner) => M,
  continued?: M,
): Running<TrainRun<M>, ProgressRow> {
  return new Running(() => {
    const { learner, reading, run: given } = splitOptions<TrainRunOptions>(options, trainRunNames)
    const run = continued === undefined ? given : continuing(continued, given)
    const training = new Training(input, learner, reading, run, wrap)
    return {
      work: (signal, emit) =>
        alone(continued, () => training.run(signal, emit)).finally(() => training.close()),
      signal: run.signal,
      soFar: () => training.soFar(),
    }
  })
}

/** The models that are continuing training, from the first byte of the input to the last pass. */
const learning = new WeakSet<Session>()

/** Trains a model, and throws OL_BUSY if another training uses it: two trainings would learn batches by turns. */
async function alone<R>(model: Session | undefined, work: () => Promise<R>): Promise<R> {
  if (model === undefined) return work()
  if (learning.has(model))
    throw new OLError('OL_BUSY', 'The model is learning from another input; await it first')
  learning.add(model)
  try {
    return await work()
  } finally {
    learning.delete(model)
  }
}

/** @throws OLError OL_PARAMETER for another initial model */
function continuing(model: Session, run: TrainRunOptions): TrainRunOptions {
  for (const name of ['initialModel', 'resume'] as const)
    if (run[name] !== undefined)
      throw invalid('OL_PARAMETER', `${name} of a model that learns on`, 'none', run[name])
  return { ...run, initialModel: model }
}
