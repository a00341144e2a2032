import { tokenizeVw } from '@ol/fallback'
import type { LeanLearner } from '../learner/lean-learner.js'
import type { ClassLabel } from '../options/settings.js'
import { batchOfLines, lineBytes, type TextReader } from './text-batch.js'
import { textPlan } from './text-plan.js'

/**
 * Returns what reads lines of Vowpal Wabbit's text for a model, as `@ol/reader` reads them: see docs/formats/vw.md.
 *
 * @param model whose features and labels the lines have
 * @returns a function that makes a batch of lines
 * @throws OLError: OL_PARAMETER if the labels of the model are names; the function OL_LINE_* for the first line that is not of the
 *   format
 */
export function vwText(model: LeanLearner<ClassLabel>): TextReader {
  const plan = textPlan(model, 'vw')
  return (text) => batchOfLines(plan, tokenizeVw, lineBytes(text), 0, 1)
}
