import { Evaluation } from '../../validation/evaluation.js'
import type { EvaluatingPart } from '../state-parts.js'

export const evaluating: EvaluatingPart = { Evaluation }
