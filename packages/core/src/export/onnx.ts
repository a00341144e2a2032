import { checkShape, invalid, type Link, losses } from '@ol/spec'
import { version } from '../version.js'
import type { LinearModel } from './linear-model.js'
import { type MessageField, message } from './protobuf.js'

const float32 = 1
/** a file version of 2022, which current runtimes read */
const irVersion = 8
const operators = 17

/**
 * Returns a model as an ONNX file. Its input `features` has a row for each example and a column for each feature, in
 * the order of `features`. A cell is the value of a numeric column, or 1 or 0 for a category. The metadata `features`
 * has the names of the features as JSON, `labels` the names of the classes. The outputs are `score` and `probability`
 * for each class, or `prediction` in regression; all are float32.
 *
 * @param model the result of `linearModel`
 * @returns the bytes of the file
 */
export function onnxBytes(model: LinearModel): Uint8Array {
  checkLinear(model)
  const { task, loss, link, labels, bias, range, features } = model
  const classes = bias.length
  const weights = Float32Array.from(features.flatMap((feature) => feature.weights))
  const nodes = [
    node('MatMul', ['features', 'weights'], 'products'),
    node('Add', ['products', 'bias'], range === undefined ? 'score' : 'sums'),
    ...(range === undefined
      ? []
      : [node('Max', ['sums', 'low'], 'raised'), node('Min', ['raised', 'high'], 'score')]),
    ...(task === 'regression'
      ? linked(link, 'prediction')
      : task === 'binary'
        ? ofTwo(link)
        : ofSeveral(losses[loss].link === 'logistic' && losses[loss].across === undefined)),
  ]
  const second = task === 'regression' ? ['prediction', 1] : ['probability', task === 'binary' ? 2 : classes]
  const outputs = task === 'binary' && link !== 'logistic' ? [] : [second as [string, number]]
  const used = new Set(nodes.flatMap(({ inputs }) => inputs))
  const graph = message(
    ...nodes.map((one): MessageField => [1, encoded(one)]),
    [2, 'linear'],
    [5, tensor('weights', [features.length, classes], weights)],
    [5, tensor('bias', [classes], Float32Array.from(bias))],
    ...(range === undefined
      ? []
      : ([
          [5, tensor('low', [classes], Float32Array.from(range.low))],
          [5, tensor('high', [classes], Float32Array.from(range.high))],
        ] as const)),
    // a runtime warns of what no operator takes
    ...(used.has('one') ? [[5, tensor('one', [1], Float32Array.of(1))] as const] : []),
    ...(used.has('ones')
      ? [[5, tensor('ones', [classes, 1], new Float32Array(classes).fill(1))] as const]
      : []),
    [11, value('features', features.length)],
    [12, value('score', classes)],
    ...outputs.map(([name, width]): MessageField => [12, value(name, width)]),
  )
  return message(
    [1, irVersion],
    [2, 'ol'],
    [3, version],
    [7, graph],
    [8, message([1, ''], [2, operators])],
    [
      14,
      property(
        'features',
        features.map(({ name }) => name),
      ),
    ],
    [14, property('labels', labels)],
  )
}

/** The probabilities of both classes, the negative one first. */
function ofTwo(link: Link): Operation[] {
  if (link !== 'logistic') return []
  return [
    node('Sigmoid', ['score'], 'positive'),
    node('Sub', ['one', 'positive'], 'negative'),
    node('Concat', ['negative', 'positive'], 'probability', axis(1)),
  ]
}

/** `apart`: each class was learned against all others. */
function ofSeveral(apart: boolean): Operation[] {
  if (!apart) return [node('Softmax', ['score'], 'probability', axis(1))]
  return [
    node('Sigmoid', ['score'], 'shares'),
    node('MatMul', ['shares', 'ones'], 'sum'),
    node('Div', ['shares', 'sum'], 'probability'),
  ]
}

function linked(link: Link, to: string): Operation[] {
  if (link === 'logistic') return [node('Sigmoid', ['score'], to)]
  if (link === 'exp') return [node('Exp', ['score'], to)]
  if (link === 'identity') return [node('Identity', ['score'], to)]
  return [
    node('Sigmoid', ['score'], 'share'),
    node('Add', ['share', 'share'], 'twice'),
    node('Sub', ['twice', 'one'], to),
  ]
}

interface Operation {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes: readonly MessageField[]
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  ...attributes: MessageField[]
): Operation {
  return { operator, inputs, output, attributes }
}

function encoded({ operator, inputs, output, attributes }: Operation): Uint8Array {
  const names = inputs.map((name): MessageField => [1, name])
  return message(...names, [2, output], [3, output], [4, operator], ...attributes)
}

function axis(number: number): MessageField {
  const wholeNumber = 2
  return [5, message([1, 'axis'], [3, number], [20, wholeNumber])]
}

function tensor(name: string, shape: readonly number[], values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [i, one] of values.entries()) view.setFloat32(4 * i, one, true)
  return message(...shape.map((size): MessageField => [1, size]), [2, float32], [8, name], [9, bytes])
}

/** A matrix with a row for each example. */
function value(name: string, width: number): Uint8Array {
  const shape = message([1, message([2, 'examples'])], [1, message([1, width])])
  return message([1, name], [2, message([1, message([1, float32], [2, shape])])])
}

function property(key: string, json: unknown): Uint8Array {
  return message([1, key], [2, JSON.stringify(json)])
}

/** Checks that a model comes from `linearModel`; throws OL_PARAMETER otherwise. */
function checkLinear(model: LinearModel): void {
  checkShape('model', model, {
    task: 'string',
    loss: 'string',
    link: 'string',
    bias: 'numbers',
    features: 'objects',
  })
  if (!Object.hasOwn(losses, model.loss))
    throw invalid('OL_PARAMETER', 'loss of a model', 'a loss', model.loss)
  for (const feature of model.features)
    checkShape('a feature of a model', feature, { name: 'string', weights: 'numbers' })
}
