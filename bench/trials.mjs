/**
 * What is measured: the kind of data (generate.mjs), how it is read, and what learns from it. Each trial runs on every
 * backend, in its own process.
 */
export const trials = [
  {
    name: 'sparse',
    kind: 'sparse',
    read: { format: 'vw', labels: 'sign' },
    learner: { rule: 'nag', loss: 'logistic' },
  },
  {
    name: 'sparse-b24',
    kind: 'sparse',
    read: { format: 'vw', labels: 'sign' },
    learner: { rule: 'nag', loss: 'logistic', bits: 24 },
  },
  {
    name: 'categories',
    kind: 'categories',
    read: { format: 'vw', labels: 'sign' },
    learner: { rule: 'nag', loss: 'logistic' },
  },
  {
    name: 'dense',
    kind: 'dense',
    read: { format: 'csv', header: false, label: -1 },
    learner: { rule: 'nag', loss: 'squared' },
  },
  {
    name: 'dense-float64',
    kind: 'dense',
    read: { format: 'csv', header: false, label: -1 },
    learner: { rule: 'nag', loss: 'squared', precision: 'float64' },
  },
]

export const backends = ['native', 'fallback']
