import type { AdagradRule } from '../rules/adagrad.js'
import type { RuleDescription } from './description.js'

const paper = 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010)'

const norm = 'root of the sum of squared gradients'
const rate = 'step size, in units of the weights'
const terms = {
  learningRate: rate,
  l1: 'strength of the L1 term, in units of the gradient: the larger, the more weights are 0',
  l2: 'strength of the L2 term l2 w^2 / 2 that every example adds to its loss',
}

export const adagradDescriptions: Record<AdagradRule, RuleDescription> = {
  adagrad: {
    title: 'AdaGrad, diagonal, without projection',
    paper: `${paper}, Algorithm 1 (delta = 0, no regularizer)`,
    formula: 'w -= eta g / sqrt(G), G = sum g^2',
    params: { learningRate: rate },
    states: { gradient_norm: norm },
    cost: 'O(nnz)',
    description: 'adaptive, but the best rate depends on the units of the features',
  },
  'adagrad-cmd': {
    title: 'AdaGrad, composite mirror descent',
    paper: `${paper}, Algorithm 1, Eq. 6`,
    formula:
      'w = argmin over the box of eta g w + eta (l1 |w| + l2 w^2 / 2) + h (w - w_old)^2 / 2, h = delta + sqrt(sum g^2)',
    params: terms,
    states: { gradient_norm: norm },
    cost: 'O(nnz)',
    description: 'AdaGrad with L1 and L2 terms and a box; exact, although absent features cost nothing',
  },
  'adagrad-rda': {
    title: 'AdaGrad, primal-dual (RDA)',
    paper: `${paper}, Algorithm 1, Eq. 5`,
    formula: 'w = argmin over the box of eta u w + eta t (l1 |w| + l2 w^2 / 2) + h w^2 / 2, u = sum g',
    params: terms,
    states: { gradient_norm: norm },
    cost: 'O(nnz)',
    description: 'like adagrad-cmd, with many more weights at 0 under L1',
  },
  'adagrad-cmd-dense': {
    title: 'AdaGrad, composite mirror descent, with a regularizer of all weights together',
    paper: `${paper}, Algorithm 1, Eq. 6`,
    formula:
      'w = argmin of eta g w + eta strength r(w) + |w - w_old|_h^2 / 2 with a norm r, or a sum of norms over namespaces, or the same on a ball',
    params: { learningRate: rate },
    states: { gradient_norm: norm },
    cost: 'O(slots of the table)',
    description:
      'for small tables: sets all weights, or all weights of a namespace, to 0 together; penalizes the largest weight; or keeps the weights in a ball',
  },
  'adagrad-rda-dense': {
    title: 'AdaGrad, primal-dual (RDA), with a regularizer of all weights together',
    paper: `${paper}, Algorithm 1, Eq. 5`,
    formula:
      'w = argmin of eta u w + eta t strength r(w) + |w|_h^2 / 2 with r as in adagrad-cmd-dense, or the same on a ball, u = sum g',
    params: { learningRate: rate },
    states: { gradient_norm: norm },
    cost: 'O(slots of the table)',
    description: 'the primal-dual form of adagrad-cmd-dense',
  },
}
