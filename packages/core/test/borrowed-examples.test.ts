import { describe, expect, it } from 'vitest'
import { type AnyLearnerOptions, type Example, Learner } from '../src/index.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, same } from './data.js'

// A single example is learned from memory that the one before it used: what the longer one left there is not part of the shorter.

const lengths = [90, 3, 0, 40, 1, 64, 65, 2]
const labels = ['red', 'green', 'blue'] as const

function examples(label: (e: number) => number | string): Example[] {
  return Array.from({ length: 60 }, (_, e) => ({
    features: Object.fromEntries(
      Array.from({ length: lengths[e % lengths.length] }, (_, k) => {
        const value = Math.sin(37 * e + 11 * k)
        return [`column${(7 * k + e) % 120}`, k % 4 === 3 ? `word${k % 5}` : value]
      }),
    ),
    label: label(e),
    ...(e % 4 === 1 ? { weight: 1 + (e % 3) } : {}),
  }))
}

const signs = examples((e) => (Math.sin(e * e) > 0 ? 1 : -1))
const named = examples((e) => labels[e % 3])
const real = examples((e) => Math.sin(e))
const settings: [string, AnyLearnerOptions, Example[]][] = [
  ['nag', { rule: 'nag', loss: 'logistic' }, signs],
  ['a growing table', { rule: 'nag', loss: 'logistic', bits: 'grow' }, signs],
  ['divided values', { rule: 'nag', loss: 'logistic', prenormalize: 'max' }, signs],
  ['a mixture', { rule: 'auto', task: 'binary' }, signs],
  ['a mixture of real labels', { rule: 'auto', task: 'regression' }, real],
  ['a mixture of classes', { rule: 'auto', task: 'multiclass', classes: labels }, named],
  ['classes', { rule: 'nag', loss: 'logistic', classes: labels }, named],
  ['replicates', { rule: 'nag', loss: 'logistic', bootstrap: 3 }, signs],
  ['weights of classes', { rule: 'nag', loss: 'logistic', classWeight: 'balanced' }, signs],
  ['derived features', { rule: 'auto', task: 'binary', expand: 'triples' }, signs],
]

/** The models of the first backend. */
const models = new Map<string, Uint8Array>()

describe.each(backends)('single examples (%s)', (backend) => {
  it.each(settings)('equal a batch: %s', (name, options, given) => {
    const [single, whole] = [0, 1].map(
      () => new Learner<number | string>(checkOptions({ ...options, backend })),
    )
    if (options.prenormalize !== undefined)
      for (const model of [single, whole]) model.fitScales(model.batch(given))
    const predicted = given.map((example) => {
      const before = single.predict(example.features)
      // an earlier example is predicted between, which changes nothing
      single.predict(given[0].features)
      const learned = single.learn(example)
      // a prediction is the same as for an example of weight 1
      if (example.weight === undefined) expect(learned).toBe(before)
      return learned
    })
    const batch = whole.batch(given)
    if (options.classes === undefined) expect(predicted).toEqual([...whole.learn(batch)])
    else whole.learn(batch)
    const bytes = single.toBytes()
    expect(same(bytes, whole.toBytes())).toBe(true)
    expect(same(bytes, models.get(name) ?? bytes)).toBe(true)
    models.set(name, bytes)
  })
})
