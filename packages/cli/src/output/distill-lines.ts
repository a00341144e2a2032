import type { ModelFile, Report } from '@ol/pipeline'
import { figureText } from '@ol/pipeline/internal'
import type { RuleName } from '@ol/spec'

/** A model file, the loss for which it was trained, and its losses on data, if there are any. */
type Measured = ModelFile & { readonly bytes: number } & Pick<Report, 'loss'> &
  Partial<Pick<Report, 'examples' | 'averageLoss' | 'errorRate' | 'logLoss'>>

/** A model only for predictions, and the model that it was built from. */
export interface Distilled {
  readonly learnedBy: RuleName
  readonly whole: Measured
  readonly model: Measured
}

const unmeasured = 'not measured: --data FILE compares both models on examples'

/** Returns the sizes and the losses of both models, one fact per line. */
export function distillLines({ learnedBy, whole, model }: Distilled): string[] {
  const share = ((100 * model.bytes) / whole.bytes).toFixed(1)
  const facts: (readonly [string, string | undefined])[] = [
    ['whole', `${whole.path}: ${whole.bytes} bytes, rule ${learnedBy}, ${whole.loss} loss`],
    ['distilled', `${model.path}: ${model.bytes} bytes (${share}%), sha256 ${model.sha256}`],
    ['examples', whole.examples === undefined ? undefined : String(whole.examples)],
    ['average loss', compared(whole.averageLoss, model.averageLoss) ?? unmeasured],
    ['error rate', compared(whole.errorRate, model.errorRate)],
    ['log loss', compared(whole.logLoss, model.logLoss)],
  ]
  return facts.filter(([, text]) => text !== undefined).map(([name, text]) => `${name.padEnd(14)} ${text}`)
}

function compared(whole: number | undefined, small: number | undefined): string | undefined {
  if (whole === undefined || small === undefined) return undefined
  const change = whole > 0 ? `, ratio ${figureText(small / whole)}` : ''
  return `${figureText(whole)} whole, ${figureText(small)} distilled${change}`
}
