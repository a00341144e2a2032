import type { StandardizedRule } from '../rules/standardized.js'
import type { RuleDescription } from './description.js'

const paper =
  'after Ross, Mineiro, Langford: Normalized Online Learning (2013), Algorithm 2; Karampatziakis, Langford: Online ' +
  'Importance Weight Aware Updates (2011); the deviations are in docs/auto.md'

const active = 'sum over examples and active features of a^2'
const unitWeight = 'the weight in units of 1 / scale'

export const standardizedDescriptions: Record<StandardizedRule, RuleDescription> = {
  std: {
    title: 'Standardized NAG',
    paper,
    formula:
      'v -= eta sqrt(t/N) g a s / sqrt(G + G0 s^2), a = (x - mean) / s clipped at 4 for features that are mostly present, x / s for others; G = sum (g a s)^2',
    params: { learningRate: 'step size, without a unit; the best is usually within [0.3, 10]' },
    states: { weight: unitWeight, N: active },
    cost: 'O(nnz + mean nnz)',
    description: 'like nag, but also centres features as it learns, so their zero does not matter either',
  },
  auto: {
    title: 'A mixture of 16 lanes of std',
    paper,
    formula: 'std at the rates 0.03 .. 100 with both scalings, mixed by their losses: docs/auto.md',
    states: { weight: unitWeight, N: active },
    cost: '16 lanes of O(nnz + mean nnz)',
    description: 'the default: nothing to tune',
  },
  'auto-small': {
    title: 'A mixture of 4 lanes of std',
    paper,
    formula:
      'std at the rates 0.3, 2 and 15 with the scaling deviation and 30 with rms, mixed by their losses: docs/auto.md',
    states: { weight: unitWeight, N: active },
    cost: '4 lanes of O(nnz + mean nnz)',
    description: 'nothing to tune, with a quarter of the lanes of auto: less memory and less time',
  },
}
