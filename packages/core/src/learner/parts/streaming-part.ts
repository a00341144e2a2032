import { WorkInFlight as Busy } from '../../run/in-flight.js'
import { checkStreamOptions } from '../../stream/check-arguments.js'
import { ProgressiveValidation } from '../../validation/progressive-validation.js'
import { validationReportOf } from '../../validation/validation-report.js'
import type { ReportingPart } from '../state-parts.js'
import { evaluateStream, learnStream, predictStream } from '../streaming.js'

/** Streams, and reports of what was learned. */
export interface StreamingPart extends ReportingPart {
  readonly checkStreamOptions: typeof checkStreamOptions
  readonly evaluateStream: typeof evaluateStream
  readonly learnStream: typeof learnStream
  readonly predictStream: typeof predictStream
  readonly validationReportOf: typeof validationReportOf
}

export const streaming: StreamingPart = {
  Busy,
  ProgressiveValidation,
  checkStreamOptions,
  evaluateStream,
  learnStream,
  predictStream,
  validationReportOf,
}
