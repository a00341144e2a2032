import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type AnyLearnerOptions, Learner } from '@ol/core'
import { namedRules, type RuleName } from '@ol/spec'
import { expect, test } from 'vitest'
import { keyOrder } from '../../packages/core/src/model/model-header.js'

// The statements of docs/formats/model.md about a file, against files.

const text = readFileSync(fileURLToPath(new URL('../../docs/formats/model.md', import.meta.url)), 'utf8')
/** With line breaks as spaces. */
const flat = text.replace(/\s+/g, ' ')

interface Header {
  readonly __metadata__: Record<string, string>
  readonly [tensor: string]: { readonly shape: readonly number[] } | Record<string, string>
}

function headerOf(options: AnyLearnerOptions): Header {
  const model = new Learner({ bits: 4, ...options } as never) as Learner
  const bytes = model.toBytes()
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  return JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
}

const shapeOf = (options: AnyLearnerOptions, tensor: string): readonly number[] =>
  headerOf(options)[tensor].shape as readonly number[]

test.each(Object.keys(namedRules) as RuleName[])('the length of scalars of %s', (rule) => {
  const { ensemble, scalars, laneScalars } = namedRules[rule]
  const header = headerOf({ rule })
  const lanes = Number(header.__metadata__.lanes)
  if (ensemble === undefined && namedRules[rule].params.length > 0) expect(lanes).toBe(1)
  expect(shapeOf({ rule }, 'scalars')).toEqual([4 + scalars.length + lanes * (1 + laneScalars.length)])
})

test('the lengths that it gives as examples', () => {
  const said =
    /With one lane it is (\d+) for `adagrad` and `sgd`, (\d+) for `vw`, and (\d+) for `nag`, `ng` and `snag`, whose last number is `N`. With three classes it is (\d+) for `nag`/.exec(
      flat,
    )
  const [, plain, vw, scaled, classes] = said ?? []
  const expected = { adagrad: plain, sgd: plain, nag: scaled, ng: scaled, snag: scaled, vw } as const
  for (const [rule, length] of Object.entries(expected))
    expect([rule, ...shapeOf({ rule: rule as RuleName }, 'scalars')]).toEqual([rule, Number(length)])
  const three = { rule: 'nag', classes: 3, loss: 'logistic' } as const
  expect(shapeOf(three, 'scalars')).toEqual([Number(classes)])
})

test.each<[string, AnyLearnerOptions]>([
  ['far_labels', {}],
  ['far_errors', {}],
  ['confusion', { rule: 'nag', classes: 3, loss: 'logistic' }],
  ['log_loss_sum', { rule: 'nag', classes: 3, loss: 'logistic' }],
  ['replicate_loss_sum', { rule: 'nag', bootstrap: 5 }],
  ['ignored_values', { rule: 'nag', bits: 'grow', maxFeatures: 9 }],
  ['label_scale', { rule: 'nag', loss: 'squared', learningRate: 'auto' }],
  ['mixture', { rule: 'nag', loss: 'logistic', learningRate: 'auto' }],
])('the shape of %s', (tensor, options) => {
  const said = new RegExp(`\`${tensor}\`(?: and \`[a-z_]+\`)? \`\\[([^\\]]*)\\]\``).exec(flat)?.[1]
  const header = headerOf({ loss: 'squared', ...options })
  const sizes: Record<string, number> = { lanes: Number(header.__metadata__.lanes), K: 3, B: 5 }
  const expected = said?.split(', ').map((size) => sizes[size] ?? Number(size))
  expect(shapeOf({ loss: 'squared', ...options }, tensor)).toEqual(expected)
})

test('every key of the metadata', () => {
  const models: AnyLearnerOptions[] = [
    {},
    { rule: 'auto', classes: 3 },
    { rule: 'nag', loss: 'logistic', learningRate: 'auto', classWeight: 'balanced' },
    { expand: 'bins' },
    { rule: 'nag', bits: 'grow', maxFeatures: 9, bootstrap: 3 },
    { rule: 'nag', prenormalize: 'max' },
    { loss: 'logistic', rule: 'nag', classes: ['a', 'b', 'c'], mostClasses: 9 } as AnyLearnerOptions,
  ]
  const keys = new Set([
    ...models.flatMap((options) => Object.keys(headerOf(options).__metadata__)),
    ...keyOrder,
  ])
  expect(keys.size).toBeGreaterThan(20)
  expect([...keys].filter((key) => !flat.includes(`\`${key}\``))).toEqual([])
})
