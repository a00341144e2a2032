import type { FullMatrixRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { adagradFull } from './adagrad-full.js'
import { arowFull, arowOmdFull, cwFull, ons, sopFull, vaw } from './covariance.js'

export const fullMatrixTwins: Record<FullMatrixRule, RuleTwin> = {
  'adagrad-full': adagradFull,
  vaw,
  'sop-full': sopFull,
  'arow-full': arowFull,
  'arow-omd-full': arowOmdFull,
  'cw-full': cwFull,
  ons,
}
