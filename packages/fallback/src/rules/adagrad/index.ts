import type { AdagradRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { adagrad } from './adagrad.js'
import { adagradCmd } from './adagrad-cmd.js'
import { adagradRda } from './adagrad-rda.js'
import { adagradCmdDense, adagradRdaDense } from './dense.js'

export const adagradTwins: Record<AdagradRule, RuleTwin> = {
  adagrad,
  'adagrad-cmd': adagradCmd,
  'adagrad-rda': adagradRda,
  'adagrad-cmd-dense': adagradCmdDense,
  'adagrad-rda-dense': adagradRdaDense,
}
