import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { initialT, maximum, powerT, rate } from './shared-entries.js'
import { positive, probability, signed, squareSum, weightSum } from './state-range.js'

const choice = (name: 'adaptive' | 'normalized'): ParamEntry => ({
  name,
  default: 0,
  min: 0,
  max: 1,
  common: true,
  choices: ['on', 'off'],
})

const penalty = (name: 'l1' | 'l2'): ParamEntry => ({
  name,
  default: 0,
  min: 0,
  max: 1e9,
})

export const vwEntry: RuleEntry = {
  id: 'vw',
  code: 71,
  lane: [
    {
      name: 'weight',
      range: signed,
    },
    {
      name: 'gradient_norm',
      range: positive,
    },
    {
      name: 'own_scale',
      range: probability,
    },
  ],
  shared: [maximum],
  scalars: [],
  laneScalars: [
    { name: 'N', range: squareSum },
    { name: 'updates', range: weightSum },
    {
      name: 'contracted',
      range: probability,
    },
    {
      name: 'gravity',
      range: positive,
    },
  ],
  params: [
    rate(0.5),
    choice('normalized'),
    choice('adaptive'),
    {
      name: 'rescale',
      default: 0,
      min: 0,
      max: 1,
      common: true,
      choices: ['after', 'before'],
    },
    powerT,
    initialT,
    penalty('l1'),
    penalty('l2'),
  ],
  updates: ['invariant', 'plain'],
  clip: 'vw',
  scaleInvariant: true,
}
