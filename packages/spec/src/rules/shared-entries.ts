import type { ParamEntry } from '../params.js'
import type { StateEntry } from './rule-entry.js'
import { magnitude, positive, roundNumber, signed, squareSum, weightSum } from './state-range.js'

// Parameters and states that several rules have.

export const rate = (value: number): ParamEntry => ({
  name: 'learningRate',
  default: value,
  min: 0,
  max: 1e9,
  minExclusive: true,
})

export const decay: ParamEntry = {
  name: 'decay',
  default: 0,
  min: 0,
  max: 1,
}

export const count: ParamEntry = {
  name: 'count',
  default: 0,
  min: 0,
  max: 1,
  integer: true,
  choices: ['all', 'loss'],
}

export const powerT: ParamEntry = {
  name: 'powerT',
  default: 0.5,
  min: 0,
  max: 1,
  common: true,
}

export const initialT: ParamEntry = {
  name: 'initialT',
  default: 0,
  min: 0,
  max: 1e15,
  common: true,
}

export const ridge: ParamEntry = {
  name: 'l2',
  default: 0,
  min: 0,
  max: 1e9,
}

export const lower = (value: number, min: number): ParamEntry => ({
  name: 'lower',
  default: value,
  min,
  max: 0,
})

export const upper = (value: number, max: number): ParamEntry => ({
  name: 'upper',
  default: value,
  min: 0,
  max,
})

export const weight: StateEntry = {
  name: 'weight',
  range: signed,
}
export const unitWeight: StateEntry = {
  name: 'weight',
  range: signed,
}
export const norm: StateEntry = {
  name: 'gradient_norm',
  range: positive,
}
export const unitNorm: StateEntry = {
  name: 'gradient_norm',
  range: positive,
}
export const maximum: StateEntry = { name: 'scale', range: magnitude }
/** For rules with `reach`. */
export const believedMaximum: StateEntry = {
  name: 'scale',
  range: { ...magnitude, eitherSign: true },
}
/** For rules with `reach`. */
export const squares: StateEntry = { name: 'square_sum', range: { ...squareSum, eitherSign: true } }
export const N: StateEntry = {
  name: 'N',
  range: squareSum,
}
export const lastRound: StateEntry = {
  name: 'last',
  range: roundNumber,
}
/** The namespace that a feature was first learned with: see `Batch.groups`. */
export const group: StateEntry = { name: 'group', optional: true, range: { min: 0, max: 255, integer: true } }
export const lastWeight: StateEntry = {
  name: 'last_weight',
  range: weightSum,
}
