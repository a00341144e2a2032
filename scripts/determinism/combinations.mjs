import { pairwise } from './pairs.mjs'

const factors = {
  format: ['csv', 'gz', 'jsonl', 'vw', 'svmlight'],
  task: ['binary', 'multiclass', 'regression'],
  rule: ['auto', 'auto-small', 'nag', 'std', 'coin', 'adagrad', 'scinol2', 'arow', 'ftrl', 'vw'],
  bits: ['18', '8', 'grow'],
  precision: ['float64', 'float32'],
  derive: ['nothing', 'expand', 'products', 'prenormalize', 'bootstrap'],
  run: ['one pass', 'two passes', 'three passes, no cache', 'first examples', 'weighted classes'],
}

/** Returns whether OL accepts a combination. */
function isPossible({ format, task, rule, derive, run, bits }) {
  if (derive === 'expand' && (rule !== 'auto' || format === 'vw' || format === 'svmlight')) return false
  if (derive === 'expand' && (run === 'weighted classes' || bits === 'grow')) return false
  if (derive === 'bootstrap' && (rule.startsWith('auto') || task === 'multiclass')) return false
  if (derive === 'prenormalize' && run !== 'one pass' && run !== 'first examples') return false
  if (rule === 'arow' && task !== 'binary') return false
  // about 5,000 distinct features in 256 slots: derived features would only collide
  if (derive === 'expand' && bits === '8') return false
  return run !== 'weighted classes' || task !== 'regression'
}

/** The combinations of options, at least 60: any two compatible values of two factors are in one of them. */
export const combinations = pairwise(factors, isPossible, 60)

/** Returns the options of `train` for a combination. */
export function optionsOf({ format, task, rule, bits, precision, derive, run }, examples) {
  return {
    task,
    rule,
    bits: bits === 'grow' ? 'grow' : Number(bits),
    precision,
    ...(format === 'csv' || format === 'gz' ? { format: 'csv', label: 'label' } : { format }),
    ...(rule === 'arow' ? { loss: 'hinge' } : {}),
    ...(derive === 'expand' ? { expand: 'auto' } : {}),
    ...(derive === 'products' ? { interactions: format === 'vw' ? ['ab'] : productsOf(format) } : {}),
    ...(derive === 'prenormalize' ? { prenormalize: 'max' } : {}),
    ...(derive === 'bootstrap' ? { bootstrap: 3 } : {}),
    ...(run === 'two passes' ? { passes: 2 } : {}),
    ...(run === 'three passes, no cache' ? { passes: 3, cache: false, holdout: false } : {}),
    ...(run === 'first examples' ? { examples: Math.floor(examples / 1.5) } : {}),
    ...(run === 'weighted classes' ? { classWeight: 'balanced' } : {}),
  }
}

function productsOf(format) {
  return format === 'svmlight' ? ['::'] : format === 'jsonl' ? ['::'] : ['city:r']
}
