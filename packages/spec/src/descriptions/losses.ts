import type { LossId } from '../losses.js'
import type { LossDescription } from './description.js'

export const lossDescriptions: Record<LossId, LossDescription> = {
  squared: {
    formula: '(z - y)^2',
    derivative: '2 (z - y)',
    description: 'regression to the mean',
  },
  logistic: {
    formula: 'log(1 + exp(-y z))',
    derivative: '-y / (1 + exp(y z))',
    description: 'classification with probabilities: P(y = 1) = 1 / (1 + exp(-z))',
  },
  hinge: {
    formula: 'max(0, 1 - y z)',
    derivative: '-y if y z < 1, otherwise 0',
    description: 'classification by the sign of the score',
  },
  absolute: {
    formula: '|z - y|',
    derivative: 'sign(z - y), 0 at 0',
    description: 'regression to the median',
  },
  quantile: {
    formula: 'tau (y - z) if y > z, otherwise (1 - tau) (z - y)',
    derivative: '-tau if y > z, 1 - tau if y < z, 0 if equal',
    description: 'regression to a quantile (tau = --quantile)',
  },
  'half-squared': {
    formula: '(z - y)^2 / 2',
    derivative: 'z - y',
    description:
      'regression to the mean, with half the gradient of the squared loss, as in papers on least squares',
  },
  perceptron: {
    formula: 'max(0, -y z)',
    derivative: '-y if y z <= 0, otherwise 0',
    description: 'classification that learns only from mistakes (a score of 0 is a mistake)',
  },
  poisson: {
    formula: 'exp(z) - y z, z within [-50, 50]',
    derivative: 'exp(z) - y, z within [-50, 50]',
    description: 'counts: the mean is exp(z)',
  },
  huber: {
    formula: '(z - y)^2 / 2 if |z - y| <= delta, otherwise delta (|z - y| - delta / 2)',
    derivative: 'z - y if |z - y| <= delta, otherwise delta sign(z - y)',
    description: 'regression to the mean, in which an outlier pulls no harder than an error of size delta',
  },
  expectile: {
    formula: 'q (z - y)^2 if y > z, otherwise (1 - q) (z - y)^2',
    derivative: '2 q (z - y) if y > z, otherwise 2 (1 - q) (z - y)',
    description:
      'regression to an expectile (q = --expectile), which is to the mean what a quantile is to the median',
  },
  'epsilon-insensitive': {
    formula: 'max(0, |z - y| - epsilon)',
    derivative: 'sign(z - y) if |z - y| > epsilon, otherwise 0',
    description:
      'regression to the median that ignores errors of up to epsilon, as in support vector regression',
  },
  softmax: {
    formula:
      'log(1 + exp(-y z)), z the log odds of a class, ln p / (1 - p); p = exp(score) / sum exp(scores)',
    derivative: '-y / (1 + exp(y z))',
    description:
      'mutually exclusive classes (multinomial logistic regression): -ln p of the class; without classes, logistic loss',
  },
}
