import type { MarginRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { arow } from './arow.js'
import { cw } from './cw.js'
import { pa, pa1, pa2 } from './pa.js'
import { pax, paxPnorm } from './pax.js'
import { perceptron } from './perceptron.js'
import { pnormPerceptron } from './pnorm-perceptron.js'
import { arowOmd, sop } from './second-order.js'

export const marginTwins: Record<MarginRule, RuleTwin> = {
  perceptron,
  'pnorm-perceptron': pnormPerceptron,
  pa,
  pa1,
  pa2,
  pax,
  'pax-pnorm': paxPnorm,
  sop,
  arow,
  'arow-omd': arowOmd,
  cw,
}
