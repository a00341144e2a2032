import type { KnownRule } from '@ol/fallback'
import { std as rule } from '@ol/fallback/rules'
import { standardization } from '../lanes/standardize-plan.js'
import type { LeanRules } from './lean-class.js'

/** The rule `std`, with what models of it need. */
export const std: LeanRules = { std: { ...(rule.std as KnownRule), standardization } }
