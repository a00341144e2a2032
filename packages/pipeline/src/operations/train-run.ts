import type { ReadReport } from '@ol/reader'
import type { Notice } from '../notices.js'
import type { MixturePoint } from '../page/mixture-history.js'
import type { Report } from '../reports.js'
import type { Session } from '../session.js'

/** What a training came to. */
export interface TrainRun<M extends Session = Session> {
  /** what was learned, ready to predict, to be saved, and to learn on */
  readonly model: M
  readonly report: Report
  /** what was read in the first pass that learned, with the first bad lines in full */
  readonly reading: ReadReport
  readonly notices: readonly Notice[]
  /** of an online mixture of learning rates: its weights as this run learned */
  readonly mixture: readonly MixturePoint[] | undefined
}
