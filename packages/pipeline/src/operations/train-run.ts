import type { ReadReport } from '@ol/reader'
import type { Notice } from '../notices.js'
import type { MixturePoint } from '../page/mixture-history.js'
import type { Report } from '../reports.js'
import type { Session } from '../session.js'

/** The result of a training. */
export interface TrainRun<M extends Session = Session> {
  /** the model, ready to predict, to be saved, and to continue training */
  readonly model: M
  readonly report: Report
  /** the reading of the first pass that learned, with the first bad lines in full */
  readonly reading: ReadReport
  readonly notices: readonly Notice[]
  /** for an online mixture of learning rates: its weights as this run learned */
  readonly mixture: readonly MixturePoint[] | undefined
}
