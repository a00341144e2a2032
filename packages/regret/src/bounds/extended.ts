import type { AveragedRule, RegularizedRule } from '@ol/spec'
import type { NoTheorem, Theorems } from './theorem.js'

const penalized: NoTheorem = {
  reason:
    'bounds of composite steps (Duchi, Hazan, Singer 2010) are about plain steps in a unit that does not change',
}

const averaged: NoTheorem = {
  reason:
    'the learning is that of the rule it extends; bounds of averaged weights are about their expected loss',
}

/** Of rules that extend others. */
export const extendedTheorems: Theorems<RegularizedRule | AveragedRule> = {
  'nag-regularized': penalized,
  'ng-regularized': penalized,
  'snag-regularized': penalized,
  'snag-seen-regularized': penalized,
  'snag-meansquare-regularized': penalized,
  'nag-averaged': averaged,
  'ng-averaged': averaged,
  'snag-averaged': averaged,
  'snag-seen-averaged': averaged,
  'snag-meansquare-averaged': averaged,
  'adagrad-averaged': averaged,
  'sgd-averaged': averaged,
}
