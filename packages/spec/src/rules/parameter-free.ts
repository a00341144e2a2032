import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { believedMaximum, N } from './shared-entries.js'
import { counted, positive, signed, squareSum } from './state-range.js'

const lipschitzLosses = ['logistic', 'hinge', 'absolute', 'quantile'] as const

const unitDual = {
  name: 'dual',
  range: signed,
} as const
const unitNorm = {
  name: 'gradient_norm',
  range: positive,
} as const

const epsilon: ParamEntry = {
  name: 'epsilon',
  default: 1,
  min: 0,
  max: 1e9,
  minExclusive: true,
}

/** Ids of rules without a learning rate. */
export type ParameterFreeRule = 'scinol1' | 'scinol2' | 'kt' | 'coin'

export const parameterFreeRules: Record<ParameterFreeRule, RuleEntry> = {
  scinol1: {
    id: 'scinol1',
    code: 67,
    lane: [
      unitDual,
      unitNorm,
      {
        name: 'beta',
        range: squareSum,
      },
    ],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [],
    params: [epsilon],
    updates: ['plain'],
    losses: lipschitzLosses,
    reach: 4,
    scaleInvariant: true,
  },
  scinol2: {
    id: 'scinol2',
    code: 68,
    lane: [unitDual, unitNorm, { name: 'won', range: signed }],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [],
    params: [epsilon],
    updates: ['plain'],
    losses: lipschitzLosses,
    reach: 4,
    scaleInvariant: true,
  },
  kt: {
    id: 'kt',
    code: 70,
    lane: [
      { name: 'dual', range: signed },
      { name: 'won', range: signed },
      {
        name: 'count',
        range: counted,
      },
    ],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [epsilon],
    updates: ['plain'],
    losses: lipschitzLosses,
    othersRefused: true,
    scaleInvariant: false,
  },
  coin: {
    id: 'coin',
    code: 95,
    lane: [
      unitDual,
      {
        name: 'gradient_size',
        range: positive,
      },
      { name: 'won', range: signed },
      {
        name: 'steepest',
        range: positive,
      },
    ],
    shared: [believedMaximum],
    scalars: [N],
    laneScalars: [],
    params: [
      {
        name: 'alpha',
        default: 4,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
      {
        name: 'beta',
        default: 1,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
    ],
    updates: ['plain'],
    clip: 'vw',
    reach: 4,
    scaleInvariant: true,
  },
}
