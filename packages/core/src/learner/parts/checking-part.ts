import { checkBatch } from '../../examples/check-batch.js'
import type { CheckingPart } from '../state-parts.js'

export const checking: CheckingPart = { checkBatch }
