import { type Batch, defaultLoss, type LossId, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { type Explanation, type FeatureContribution, Learner } from '../src/index.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends, batchFor, randomBatch, thrown } from './data.js'

/** Adds up an explanation in its stated order. */
function sumOf({ features, further }: Explanation): number {
  let sum = 0
  for (const { contribution } of features) sum += contribution
  for (const { contribution } of further) sum += contribution
  return sum
}

const partsOf = ({ further }: Explanation): string[] => further.map(({ part }) => part)

/** Returns example e of a batch alone. */
function only(batch: Batch, e: number): Batch {
  const [from, to] = [batch.offsets[e], batch.offsets[e + 1]]
  return {
    size: 1,
    offsets: Uint32Array.of(0, to - from),
    indices: batch.indices.slice(from, to),
    values: batch.values.slice(from, to),
    labels: Float64Array.of(Number.NaN),
    initial: batch.initial?.slice(e, e + 1),
  }
}

/** Returns the features that are in the example, and the others. */
function split({ features }: Explanation, { indices, values }: Batch): Explanation['features'][] {
  const left = Array.from(indices, (index, i) => `${index % 32} ${values[i]}`)
  const own: FeatureContribution[] = []
  const absent: FeatureContribution[] = []
  for (const feature of features) {
    const at = left.indexOf(`${feature.index} ${feature.value}`)
    if (at >= 0) left.splice(at, 1)
    ;(at >= 0 ? own : absent).push(feature)
  }
  return [own, absent]
}

function trained(options: AnyLearnerOptions, batch: Batch): Learner {
  const learner = new Learner(options as object)
  if (learner.needsFirstPass) learner.fitScales(batch)
  learner.learn(batch)
  return learner
}

describe.each(backends)('explanations on %s', (backend) => {
  test.each(Object.keys(namedRules) as RuleName[])('of rule %s add up to the score, bit for bit', (rule) => {
    const loss: LossId = defaultLoss(namedRules[rule])
    const batch = batchFor(rule, randomBatch(7, 60, loss))
    // features that share slots, and labels as they are: every sum is the engine's own
    const learner = trained({ rule, loss, bits: 5, labelScale: 'none', backend }, batch)
    const before = learner.toBytes()
    for (let e = 0; e < batch.size; e++) {
      const one = only(batch, e)
      const explanation = learner.explain(one)
      const [score] = learner.scores(one)
      expect(Object.is(explanation.score, score)).toBe(true)
      expect(Object.is(sumOf(explanation) + 0, score + 0)).toBe(true)
      // rules that centre features have absent ones next to the example's own
      const [own, absent] = split(explanation, one)
      expect(own).toHaveLength(one.indices.length)
      if (namedRules[rule].standardizes !== true) expect(absent).toEqual([])
      for (const { value } of absent) expect(value).toBe(0)
      expect(explanation.prediction).toBe(learner.predict(one)[0])
      if (namedRules[rule].ensemble !== undefined) {
        // a mixture has a part of its own; what is left to rounding is small
        const rounding = explanation.further.filter(({ part }) => part === 'rounding')
        for (const { contribution } of rounding) expect(Math.abs(contribution)).toBeLessThan(1e-12)
      } else if (!partsOf(explanation).some((part) => part === 'rule' || part === 'clip'))
        expect(partsOf(explanation)).toEqual([])
    }
    expect(Buffer.from(learner.toBytes()).equals(before)).toBe(true)
  })

  const batch = randomBatch(11, 80, 'logistic')
  const classed = { ...batch, labels: batch.labels.map((_, e) => 1 + (e % 3)) }
  const initial = batch.labels.map((_, e) => e / 7 - 3)
  test.each<[string, AnyLearnerOptions, Batch]>([
    ['labels in units of their spread', { labelScale: 'spread' }, { ...batch, initial }],
    ['a mixture of squared loss', { learningRate: 'auto' }, { ...batch, initial }],
    ['a mixture of logistic loss', { learningRate: 'auto', loss: 'logistic' }, batch],
    ['a mixture of hinge loss', { learningRate: 'auto', loss: 'hinge' }, batch],
    ['rule auto-small and real labels', { rule: 'auto-small' }, { ...batch, initial }],
    ['rule std, spread labels', { rule: 'std', labelScale: 'spread' }, { ...batch, initial }],
    ['rule auto and two labels', { rule: 'auto', loss: 'logistic' }, batch],
    ['rule auto-small and classes', { rule: 'auto-small', classes: 3, loss: 'softmax' }, classed],
    ['rule std in a growing table', { rule: 'std', bits: 'grow' }, { ...batch, upper: batch.indices }],
    ['classes', { classes: 3, loss: 'logistic' }, classed],
    ['a mixture for each class', { classes: 3, loss: 'logistic', learningRate: 'auto' }, classed],
    ['replicates', { rule: 'nag', bootstrap: 3, loss: 'logistic' }, batch],
    ['divided features', { prenormalize: 'square', loss: 'logistic' }, batch],
    ['a range', { clip: [-0.25, 0.25], labelScale: 'none' }, { ...batch, initial }],
    ['an exact index', { bits: 'grow', loss: 'logistic' }, { ...batch, upper: batch.indices }],
  ])('of %s add up to the score, bit for bit, and have the weights of inspect', (_, options, data) => {
    const learner = trained({ rule: 'nag', bits: 6, ...options, backend }, data)
    const shown = learner.inspect({ top: 100 })
    const first = shown.filter((feature) => feature.class === learner.classes?.[0])
    const own = Array.from(learner.weights(), ({ index, weight }) => [index, weight])
    expect(own.sort(([a], [b]) => a - b)).toEqual(
      first.map(({ index, weight }) => [index, weight]).sort(([a], [b]) => a - b),
    )
    if (options.prenormalize === undefined)
      for (const { index, upper, weight } of first) expect(learner.weight(index, upper)).toBe(weight)
    for (let e = 0; e < data.size; e++) {
      const one = only(data, e)
      const given = data.upper === undefined ? one : { ...one, upper: one.indices }
      const scores = learner.scores(given)
      const labels = learner.classes ?? [undefined]
      labels.forEach((label, k) => {
        const explanation = learner.explain(given, { class: label })
        const { against } = explanation
        const other = labels.findIndex((one) => against !== undefined && one === against)
        const expected = other < 0 ? scores[k] : scores[k] - scores[other]
        expect(Object.is(explanation.score, expected)).toBe(true)
        expect(Object.is(sumOf(explanation) + 0, expected + 0)).toBe(true)
        expect(explanation.class).toBe(label)
        // log odds are against the best of the others; their weights are differences
        if (other >= 0) expect(scores[other]).toBe(Math.max(...scores.filter((__, i) => i !== k)))
        const weightOf = (of: number | string | undefined, index: number): number =>
          shown.find((feature) => feature.index === index && feature.class === of)?.weight ?? 0
        for (const { index, value, weight } of explanation.features) {
          const found = shown.find((feature) => feature.index === index && feature.class === label)
          // a larger value moves the scale of nag before it counts
          if (value === 0 || (learner.rule === 'nag' && Math.abs(value) > (found?.scale ?? 0))) continue
          const known = weightOf(label, index) - (other < 0 ? 0 : weightOf(labels[other], index))
          expect(Math.abs(weight - known)).toBeLessThan(1e-5 * (1e-3 + Math.abs(weight)))
        }
        // the part of a mixture's sum without features is small, or said
        const rounding = explanation.further.filter(({ part }) => part === 'rounding')
        for (const { contribution } of rounding) expect(Math.abs(contribution)).toBeLessThan(1e-12)
      })
      if (learner.classes === undefined)
        expect(learner.explain(given).prediction).toBe(learner.predict(given)[0])
    }
  })

  test('of several classes are log odds in which the normalizer is not', () => {
    const learner = new Learner({ rule: 'auto', bits: 6, classes: ['a', 'b', 'c'], backend })
    for (let k = 0; k < 300; k++)
      learner.learn({ features: { x: (k % 7) - 3, y: (k % 5) - 2 }, label: 'abc'[k % 3] })
    const features = { x: 2, y: -1 }
    const [scores, probabilities] = [learner.scores(features), learner.probabilities(features)]
    const order = [0, 1, 2].sort((a, b) => scores[b] - scores[a])
    const [first, second, third] = order.map((k) => 'abc'[k])
    const told = learner.explain(features)
    expect(told).toMatchObject({ class: first, against: second, predicted: first, prediction: first })
    expect(told.probability).toBeCloseTo(probabilities[order[0]], 12)
    expect(told.score).toBeCloseTo(Math.log(probabilities[order[0]] / probabilities[order[1]]), 9)
    // with the normalizer this was most of a score
    const mixing = told.further.find(({ part }) => part === 'mixture')?.contribution ?? 0
    expect(Math.abs(mixing)).toBeLessThan(0.2)
    const last = learner.explain(features, { class: third, against: first })
    expect(last).toMatchObject({ class: third, against: first, predicted: first })
    expect(last.score).toBe(scores[order[2]] - scores[order[0]])
    expect(learner.explain(features, { class: third }).against).toBe(first)
    expect(thrown(() => learner.explain(features, { against: 'd' })).code).toBe('OL_PARAMETER')
    const two = new Learner({ rule: 'nag', bits: 4, loss: 'logistic', backend })
    two.learn({ features, label: -1 })
    const { predicted, probability, score } = two.explain(features)
    expect(predicted).toBe(-1)
    expect(probability).toBeCloseTo(1 / (1 + Math.exp(score)), 12)
    expect(thrown(() => two.explain(features, { against: 1 })).code).toBe('OL_PARAMETER')
  })

  test('name features, collisions, and what the model has never seen', () => {
    const learner = new Learner({ rule: 'nag', bits: 2, loss: 'logistic', backend })
    const features = { a: 1, b: 2, city: 'oslo', deep: { c: -1, tags: ['x', 'y'] } }
    for (let i = 0; i < 20; i++) learner.learn({ features, label: i % 3 === 0 ? -1 : 1 })
    const names = ['a', 'b', 'city=oslo', 'deep^c', 'deep^tags^x', 'deep^tags^y', 'Constant']
    const explanation = learner.explain({ ...features, fresh: 3, zero: 0 })
    expect(explanation.features.map(({ name }) => name)).toEqual([...names.slice(0, -1), 'fresh', 'Constant'])
    // eight names in four slots
    for (const { index, collisions = [], name } of explanation.features) {
      const others = explanation.features.filter((other) => other.index === index && other.name !== name)
      for (const other of others.filter((one) => one.name !== 'fresh'))
        expect(collisions).toContain(other.name)
    }
    expect(sumOf(explanation)).toBe(learner.scores({ ...features, fresh: 3 })[0])
    const wide = new Learner({ rule: 'nag', bits: 16, loss: 'logistic', backend })
    wide.learn({ features, label: 1 })
    const [fresh] = wide.explain({ fresh: 3 }).features
    expect(fresh).toMatchObject({ name: 'fresh', value: 3, weight: 0, contribution: 0 })
    expect(wide.names.known).toBe(names.length)
  })

  test.each(['none', 'spread'] as const)(
    'of rules that centre features name those that count though they are absent, labels in %s',
    (labelScale) => {
      const learner = new Learner({ rule: 'std', bits: 16, labelScale, clip: 'none', backend })
      for (let i = 0; i < 20; i++)
        learner.learn({ features: { dense: 5 + (i % 3), other: 1 }, label: 7 + (i % 3) })
      const explanation = learner.explain({ other: 1 })
      const { features, further, score } = explanation
      expect(features.map(({ name }) => name).sort()).toEqual(['Constant', 'dense', 'other'])
      const dense = features.find(({ name }) => name === 'dense')
      expect(dense?.value).toBe(0)
      // far below its mean
      expect(dense?.contribution).toBeLessThan(-1)
      expect(dense?.weight).toBeGreaterThan(0)
      expect(sumOf(explanation)).toBe(score)
      const unsaid = further.filter(({ contribution }) => Math.abs(contribution) > 1e-12)
      expect(unsaid.map(({ part }) => part)).toEqual(labelScale === 'none' ? [] : ['labels'])
    },
  )

  test('refuse several examples, and unknown classes', () => {
    const learner = trained({ rule: 'nag', bits: 6, classes: 3, loss: 'logistic', backend }, classed)
    expect(thrown(() => learner.explain(classed)).code).toBe('OL_PARAMETER')
    expect(thrown(() => learner.explain({ a: 1 }, { class: 4 })).code).toBe('OL_PARAMETER')
  })
})
