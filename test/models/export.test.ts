import { Learner, type LinearModel, linearModel, onnxBytes } from '@ol/core'
import { train } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'

// Models as weights by name, and as ONNX. onnxruntime reads the files by hand (docs/formats/model.md); here they are read by
// what of Protocol Buffers they need.

const cities = ['rome', 'oslo', 'lima']
const rows = Array.from({ length: 400 }, (_, k) => ({
  features: { size: ((k * 37) % 50) / 10, age: (k * 13) % 9, city: cities[k % 3] },
  k,
}))

function trained(options: object, label: (k: number) => number | string): Learner<number | string> {
  const learner = new Learner<number | string>(options as { rule: 'nag' })
  for (const { features, k } of rows) learner.learn({ features, label: label(k) })
  return learner
}

const score = (k: number) => ((k * 37) % 50) / 10 - ((k * 13) % 9) / 4 + (k % 3)
const models: Readonly<Record<string, readonly [Learner<number | string>, LinearModel['labels']]>> = {
  'auto, a number': [trained({ expand: 'off' }, score), []],
  'nag, a number': [trained({ rule: 'nag', loss: 'squared' }, score), []],
  'counts under a link': [trained({ rule: 'nag', loss: 'poisson' }, (k) => k % 4), []],
  'two classes with names': [
    trained({ task: 'binary', expand: 'off', classes: ['no', 'yes'] }, (k) => (score(k) > 2 ? 'yes' : 'no')),
    ['no', 'yes'],
  ],
  'two classes, exact index': [
    trained({ task: 'binary', bits: 'grow' }, (k) => (score(k) > 2 ? 1 : -1)),
    [-1, 1],
  ],
  'three classes as one distribution': [
    trained({ classes: cities, expand: 'off' }, (k) => cities[(k >> 1) % 3]),
    cities,
  ],
  'three classes, each against the others': [
    trained({ rule: 'nag', loss: 'logistic', classes: 3 }, (k) => 1 + (k % 3)),
    [1, 2, 3],
  ],
}

/** The value that an example has for a feature of a model, by its name. */
const amountOf = (features: Readonly<Record<string, number | string>>, name: string): number => {
  const [column, text] = name.split('=')
  return text === undefined ? Number(features[column]) : Number(features[column] === text)
}

/** The score of each class, by the weights, the bias and the range. */
const clippedScores = (
  { bias, features: weights, range }: LinearModel,
  features: (typeof rows)[0]['features'],
) =>
  bias.map((bias, c) => {
    const sum = weights.reduce((sum, { name, weights }) => sum + weights[c] * amountOf(features, name), bias)
    return range === undefined ? sum : Math.min(Math.max(sum, range.low[c]), range.high[c])
  })

describe.each(Object.entries(models))('%s', (_, [learner, labels]) => {
  const linear = linearModel(learner)
  const small = Learner.fromBytes<number | string>(learner.toBytes({ predictOnly: true }))
  const unclipped = Array.from({ length: 9 }, (_, k) => rows[k].features).map((features) =>
    linear.bias.map((bias, c) =>
      linear.features.reduce((sum, { name, weights }) => sum + weights[c] * amountOf(features, name), bias),
    ),
  )

  test('scores are bias and weights times values', () => {
    expect(linear.labels).toEqual(labels)
    expect(linear.features.map(({ name }) => name).sort()).toEqual([
      'age',
      'city=lima',
      'city=oslo',
      'city=rome',
      'size',
    ])
    for (const [k, scores] of unclipped.entries())
      for (const [c, one] of small.scores(rows[k].features).entries()) expect(one).toBeCloseTo(scores[c], 9)
  })

  test('scores stay in the range of the model, however large the values are', () => {
    for (const size of [-1e6, 1e6]) {
      const features = { ...rows[0].features, size }
      const scores = clippedScores(linear, features)
      for (const [c, one] of small.scores(features).entries()) expect(one / scores[c]).toBeCloseTo(1, 9)
    }
  })

  test('ONNX has the same weights, and the operators of the task', () => {
    const bytes = onnxBytes(linear)
    const graph = fieldsOf(fieldsOf(bytes).get(7)?.[0] as Uint8Array)
    const named = (graph.get(5) ?? []).map((one) => fieldsOf(one as Uint8Array))
    const arrays = new Map(
      named.map((tensor) => [textOf(tensor.get(8)?.[0]), tensor.get(9)?.[0] as Uint8Array]),
    )
    const numbers = (name: string) => {
      const array = arrays.get(name) as Uint8Array
      return [...new Float32Array(array.slice().buffer)]
    }
    expect(numbers('bias')).toEqual(linear.bias.map(Math.fround))
    expect(numbers('weights')).toEqual(linear.features.flatMap(({ weights }) => weights.map(Math.fround)))
    const operators = (graph.get(1) ?? []).map((one) => textOf(fieldsOf(one as Uint8Array).get(4)?.[0]))
    const last = {
      identity: ['Identity'],
      exp: ['Exp'],
      logistic: ['Sigmoid', 'Sub', 'Concat'],
      glf1: [],
    }[linear.link]
    const ofTask = linear.task === 'multiclass' ? several(linear) : last
    const cut = linear.range === undefined ? [] : ['Max', 'Min']
    expect(operators).toEqual(['MatMul', 'Add', ...cut, ...ofTask])
    // every input of an operator is one of the graph, an array, or the output of an operator before it
    const known = new Set(['features', ...arrays.keys()])
    for (const one of graph.get(1) ?? []) {
      const operation = fieldsOf(one as Uint8Array)
      for (const input of operation.get(1) ?? []) expect([...known]).toContain(textOf(input))
      known.add(textOf(operation.get(2)?.[0]))
    }
    for (const output of graph.get(12) ?? [])
      expect([...known]).toContain(textOf(fieldsOf(output as Uint8Array).get(1)?.[0]))
  })
})

test('scores of one distribution are clipped, too, and the bias is not', () => {
  const clip = [-0.1, 0.1] as const
  const learner = trained({ rule: 'nag', loss: 'softmax', classes: cities, clip }, (k) => cities[k % 3])
  const linear = linearModel(learner)
  expect(linear.range).toEqual({ low: [-0.1, -0.1, -0.1], high: [0.1, 0.1, 0.1] })
  expect(linear.bias.some((one) => Math.abs(one) > 0.1)).toBe(true)
  for (const { features } of rows.slice(0, 9))
    for (const [c, one] of learner.scores(features).entries())
      expect(one).toBeCloseTo(clippedScores(linear, features)[c], 9)
})

const several = ({ loss }: LinearModel) => (loss === 'softmax' ? ['Softmax'] : ['Sigmoid', 'MatMul', 'Div'])

test.each([
  { rule: 'nag' },
  { rule: 'std', bits: 'grow' },
  { rule: 'auto', expand: 'off' },
  { rule: 'adagrad', constant: false },
] as const)('the bias of a model of a table has no cells that are missing: %j', async (options) => {
  const cells = rows.map(({ features: { size, age, city }, k }) => [
    k % 5 === 0 ? '' : size,
    age,
    city,
    score(k) > 2 ? 'yes' : 'no',
  ])
  const table = `size,age,city,y\n${cells.map((row) => row.join()).join('\n')}\n`
  const { model } = await train(new TextEncoder().encode(table), { ...options, clip: 'none' })
  const { bias, features: weights } = linearModel(model.learner)
  expect(weights.map(({ name }) => name)).toContain('size=missing')
  const small = Learner.fromBytes(model.learner.toBytes({ predictOnly: true }))
  for (const size of [2.5, null])
    for (const city of ['rome', 'oslo']) {
      const present = [['age', 3], [`city=${city}`, 1], size === null ? ['size=missing', 1] : ['size', size]]
      const amounts = new Map(present as [string, number][])
      const sum = weights.reduce((sum, { name, weights: [w] }) => sum + w * (amounts.get(name) ?? 0), bias[0])
      expect(sum).toBeCloseTo(small.scores({ size, age: 3, city })[0], 8)
    }
})

/** Checks that weights by name make the scores of the model. */
function expectScores(learner: Learner<number | string>): void {
  const { bias, features: weights } = linearModel(learner)
  for (const { features } of rows.slice(0, 30)) {
    const sum = weights.reduce((sum, { name, weights: [w] }) => sum + w * amountOf(features, name), bias[0])
    expect(sum).toBeCloseTo(learner.scores(features)[0], 5)
  }
}

test.each([
  { rule: 'nag', bits: 1 },
  { rule: 'nag', bits: 1, constant: false },
  { rule: 'arow-full' },
] as const)('features share slots with the constant, or have rows of a matrix: %j', (options) => {
  const learner = trained({ ...options, task: 'binary' }, (k) => (score(k) > 2 ? 1 : -1))
  expect(linearModel(learner).features.length).toBe(5)
  expectScores(learner)
})

test('names that two features have, and slots that may have further features, are refused', () => {
  const long = 'x'.repeat(300)
  const cut = new Learner({ rule: 'nag' })
  for (const [k, label] of [1, -1, 1, -1].entries())
    cut.learn({ features: { [`${long}${k % 2}`]: 1 }, label: label as 1 })
  expect(() => linearModel(cut)).toThrow(/two of them have the same one/)
  const few = trained({ rule: 'nag', bits: 1, names: 3 }, score)
  expect(() => linearModel(few)).toThrow(/one of them has none/)
})

test('features without names, and divided ones, are refused', () => {
  const options = { rule: 'nag', names: 'off' } as const
  expect(() => linearModel(trained(options, score))).toThrow(
    expect.objectContaining({ code: 'OL_PARAMETER' }),
  )
  const divided = new Learner({ rule: 'nag', prenormalize: 'max' })
  expect(() => linearModel(divided)).toThrow(/prenormalize/)
})

const textOf = (field: unknown): string => new TextDecoder().decode(field as Uint8Array)

/** The fields of a message, by their numbers. */
function fieldsOf(bytes: Uint8Array): Map<number, (number | Uint8Array)[]> {
  const fields = new Map<number, (number | Uint8Array)[]>()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++]
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    const number = key >> 3
    const value = varint()
    const read = key % 8 === 0 ? value : bytes.subarray(at, at + value)
    if (key % 8 !== 0) at += value
    fields.set(number, [...(fields.get(number) ?? []), read])
  }
  return fields
}
