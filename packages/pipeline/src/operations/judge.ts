import { judgingOf, type Verdict } from '@ol/core/internal'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { Running } from '../running.js'
import type { Session } from '../session.js'
import { checkWhole } from './held-out.js'
import { jurorsOf } from './jury.js'
import { openFor } from './opened.js'

interface JudgeRunOptions extends RunOptions {
  /** one in so many examples is on the jury, as in the training that held them out */
  readonly jury: number
}

/** Options of a verdict: of the reading, where it differs from that of the training, and of the jury. */
export type JudgeOptions = ReadingOptions & JudgeRunOptions

/** Starts to read the examples of a jury, by which the lanes of a model are weighed. */
export function startJudging(
  load: () => Promise<Session>,
  input: Input,
  options: JudgeOptions,
): Running<Verdict, never> {
  const { reading: given, run } = splitReading<JudgeRunOptions>(options, ['signal', 'jury'])
  checkWhole('jury', run.jury, 2)
  const work = async (signal: AbortSignal): Promise<Verdict> => {
    const { session, reading, batches, trusted } = await openFor(await load(), input, given, signal)
    try {
      const judging = judgingOf(session.learner)
      for await (const batch of batches) judging.add(jurorsOf(batch, run.jury), trusted)
      return judging.verdict
    } finally {
      await closedSoon(reading.close())
    }
  }
  return new Running(work, run.signal, () => undefined)
}
