import type { ParamEntry } from '../params.js'
import type { StateEntry } from './rule-entry.js'
import { magnitude, positive, roundNumber, signed, squareSum, weightSum } from './state-range.js'

// Parameters and states that several rules have.

export const rate = (value: number, description: string): ParamEntry => ({
  name: 'learningRate',
  default: value,
  min: 0,
  max: 1e9,
  minExclusive: true,
  description,
})

export const decay: ParamEntry = {
  name: 'decay',
  default: 0,
  min: 0,
  max: 1,
  description: 'the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t)',
}

export const count: ParamEntry = {
  name: 'count',
  default: 0,
  min: 0,
  max: 1,
  integer: true,
  choices: ['all', 'loss'],
  description:
    'the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit',
}

export const powerT: ParamEntry = {
  name: 'powerT',
  default: 0.5,
  min: 0,
  max: 1,
  common: true,
  description:
    'p, the power by which rates fall: 0.5 for any data, 0 where all examples count alike, 1 for steady data',
}

export const initialT = (description: string): ParamEntry => ({
  name: 'initialT',
  default: 0,
  min: 0,
  max: 1e15,
  common: true,
  description,
})

export const ridge: ParamEntry = {
  name: 'l2',
  default: 0,
  min: 0,
  max: 1e9,
  description: 'strength of the L2 term l2 w^2 / 2 that every example adds to its loss',
}

export const lower = (value: number, min: number): ParamEntry => ({
  name: 'lower',
  default: value,
  min,
  max: 0,
  description: 'the smallest value of a weight',
})

export const upper = (value: number, max: number): ParamEntry => ({
  name: 'upper',
  default: value,
  min: 0,
  max,
  description: 'the largest value of a weight',
})

export const weight: StateEntry = {
  name: 'weight',
  range: signed,
  description: "the weight in the feature's own unit",
}
export const unitWeight: StateEntry = {
  name: 'weight',
  range: signed,
  description: 'the weight in units of 1 / scale: w = weight / scale',
}
export const norm: StateEntry = {
  name: 'gradient_norm',
  range: positive,
  description: 'root of the sum of squared gradients',
}
export const unitNorm: StateEntry = {
  name: 'gradient_norm',
  range: positive,
  description: 'root of the sum of squared gradients, in units of scale',
}
export const maximum: StateEntry = { name: 'scale', range: magnitude, description: 'largest |x| seen' }
/** For rules with `reach`. */
export const believedMaximum: StateEntry = {
  name: 'scale',
  range: { ...magnitude, eitherSign: true },
  description: 'largest |x| believed; negative where the last value was past its reach',
}
export const squares: StateEntry = { name: 'square_sum', range: squareSum, description: 'sum of x^2' }
export const N: StateEntry = {
  name: 'N',
  range: squareSum,
  description: 'sum over examples and their features of (x / scale)^2',
}
export const lastRound: StateEntry = {
  name: 'last',
  range: roundNumber,
  description: 'the example (by number, from 1) in which the feature was last present',
}
export const lastWeight: StateEntry = {
  name: 'last_weight',
  range: weightSum,
  description: 'the sum of the weights of the examples up to the one in which the feature was last present',
}
