// Trains models on seeded streams and returns a sha256 of each group's files: the same in every runtime and on every backend.
import { Learner } from '@ol/core'
import { train } from '@ol/pipeline'
import { losses, namedRules } from '@ol/spec'

/** Returns a generator of numbers in [0, 1), the same everywhere: mulberry32. */
function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const cities = ['oslo', 'rome', 'köln', '東京', '']

/** Returns examples whose features have very different units; `labels`: the kind that the loss takes, or how many classes. */
function examples(size, labels, seed) {
  const next = random(seed)
  return Array.from({ length: size }, (_, k) => {
    const x = next() * 2 - 1
    const y = next()
    const score = x + (y > 0.5 ? 0.7 : -0.4) + (next() - 0.5) / 2
    const label =
      typeof labels === 'number'
        ? 1 + (Math.floor(next() * 2 + (score > 0 ? 1 : 0)) % labels)
        : ({ sign: score > 0 ? 1 : -1, count: Math.floor(Math.abs(score) * 3) }[labels] ?? score * 3)
    return {
      features: {
        x,
        tiny: y * 2 ** -40,
        huge: next() * 2 ** 40,
        city: cities[k % 5],
        n: { a: k % 3, b: k % 7 === 0 ? 1 : 0 },
      },
      label,
      ...(k % 4 === 0 ? { weight: 1 + (k % 3) / 2 } : {}),
    }
  })
}

function text(size, seed, labels) {
  const lines = examples(size, labels, seed).map(({ features: f, label }) => {
    const city = f.city === '' ? '' : ` city=${f.city}`
    return `${label} |a x:${f.x} huge:${f.huge}${city} |b a:${f.n.a} t:${f.tiny}\n`
  })
  return new TextEncoder().encode(lines.join(''))
}

/** The runs next to every rule with every loss: models built from options, over text. */
const runs = {
  'exact index': ['sign', { loss: 'logistic', bits: 'grow' }],
  'exact index, two passes': ['sign', { loss: 'logistic', bits: 'grow', passes: 2, holdout: false }],
  'quadratic and cubic': ['sign', { loss: 'logistic', bits: 10, interactions: ['ab', 'aab'] }],
  'n-grams': ['sign', { loss: 'logistic', bits: 10, ngrams: ['a2'] }],
  'hash all': ['real', { loss: 'squared', bits: 8, hash: 'all', hashSeed: 7 }],
  'three passes with a holdout': ['real', { loss: 'squared', bits: 8, passes: 3 }],
  'one against all': [3, { classes: 3, loss: 'logistic', bits: 8 }],
  softmax: [3, { classes: 3, loss: 'softmax', bits: 8 }],
  'a mixture over rates': ['sign', { loss: 'logistic', bits: 8, learningRate: 'auto' }],
  'a mixture over rates, float64': [
    'real',
    { loss: 'squared', bits: 8, learningRate: 'auto', precision: 'float64' },
  ],
  auto: ['sign', { rule: 'auto', loss: 'logistic', bits: 8 }],
  'auto, real labels': ['real', { rule: 'auto', loss: 'squared', bits: 8 }],
  replicates: ['sign', { rule: 'nag', loss: 'logistic', bits: 8, bootstrap: 5 }],
}

/** Names of objects that are as long as may be, and longer: runtimes put them into UTF-8. */
const longNames = [
  ...['é'.repeat(127), `${'x'.repeat(253)}é`, `${'x'.repeat(250)}é${'y'.repeat(9)}`],
  ...['日'.repeat(90), `${'x'.repeat(249)}\u{1f600}${'y'.repeat(9)}`],
]

/** Returns the names of all groups: rule and precision, the runs over text, and long names. */
export const groups = [
  ...Object.keys(namedRules).flatMap((rule) => [`${rule}, float32`, `${rule}, float64`]),
  ...Object.keys(runs),
  'long names',
]

/** Returns a sha256 over the files of the models of a group. */
export async function digestOf(group, backend) {
  const run = runs[group]
  const files = []
  if (run !== undefined) {
    const [labels, options] = run
    const { model } = await train(text(300, 5, labels), { format: 'vw', backend, cache: false, ...options })
    files.push(model.learner.toBytes())
  } else if (group === 'long names') {
    const model = new Learner({ rule: 'nag', loss: 'logistic', bits: 8, backend })
    for (const name of longNames) model.learn({ features: { [name]: 1 }, label: 1 })
    files.push(model.toBytes())
  } else {
    const [rule, precision] = group.split(', ')
    for (const loss of Object.keys(losses))
      for (const update of namedRules[rule].updates)
        files.push(await learned({ rule, precision, loss, update, backend }))
  }
  return hex(files)
}

/** Returns the bytes of a model, and of an error in place of options that a rule refuses. */
async function learned(options) {
  const params =
    losses[options.loss].params.length > 0 && options.loss === 'quantile' ? { quantile: 0.3 } : {}
  const classes = options.loss === 'softmax' ? { classes: 3 } : {}
  try {
    const model = new Learner({ bits: 6, ...options, ...params, ...classes })
    const data = examples(60, options.loss === 'softmax' ? 3 : losses[options.loss].labels, 3)
    if (model.needsFirstPass) await model.fitScales(data)
    // a batch at a time: single small examples are learned by the fallback on every backend
    await model.learn(data)
    return model.toBytes()
  } catch (error) {
    if (!['OL_PARAMETER', 'OL_LOSS', 'OL_LABEL'].includes(error?.code)) throw error
    return new TextEncoder().encode(error.code)
  }
}

async function hex(files) {
  const all = new Uint8Array(files.reduce((sum, file) => sum + file.length, 0))
  let at = 0
  for (const file of files) {
    all.set(file, at)
    at += file.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the digests of all groups, or of those that `wanted` names. */
export async function digests(backend, wanted = groups) {
  const found = {}
  for (const group of wanted) found[group] = await digestOf(group, backend)
  return found
}
