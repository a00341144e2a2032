import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LossId, LossParameters, RuleId, RuleParameters } from '@ol/core'
import { losses, namedRules } from '@ol/spec'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { compile } from './compile.js'

const learner = (options: string): string =>
  `import { Learner, type LossId, type RuleId } from '@ol/core'\ndeclare const rule: RuleId\ndeclare const loss: LossId\nnew Learner(${options})`

/** Options that a learner has, and options that the compiler refuses. */
const accepted = [
  '',
  '{}',
  "{ rule: 'nag', learningRate: 'auto' }",
  "{ rule: 'nag', learningRate: 0.5, count: 'loss' }",
  "{ rule: 'nag', l1: 1, l2: 0.1, forget: 1000 }",
  '{ l1: 1 }',
  "{ rule: 'sgd', average: 'on' }",
  "{ rule: 'nag-regularized', l1: 1, learningRate: 0.5 }",
  "{ rule: 'snag-seen-averaged', average: 'on', rescale: 'seen' }",
  "{ learningRate: 'auto', count: 'all' }",
  "{ rule: 'ftrl', l1: 1, alpha: 0.1, beta: 1, l2: 0 }",
  "{ rule: 'scinol1', epsilon: 1 }",
  "{ loss: 'quantile', quantile: 0.9 }",
  "{ rule: 'sgd', loss: 'quantile', quantile: 0.9, learningRate: 0.1 }",
  "{ rule: 'nag', loss: 'quantile', bits: 'grow', clip: [-1, 1], classes: ['a', 'b'] }",
  '{ rule, loss, bits: 6 }',
  '{ rule, l1: 1 }',
  '{ rule: undefined, learningRate: undefined }',
]

const refused = [
  "{ rule: 'nag', l1: 'abc', learningRate: 'banana' }",
  "{ rule: 'nag', alpha: 1 }",
  "{ rule: 'pa1', l1: 1 }",
  "{ rule: 'sgd', forget: 10 }",
  "{ rule: 'vw', average: 'on' }",
  "{ rule: 'adagrad-regularized', l1: 1 }",
  "{ rule: 'nag-averaged', alpha: 1 }",
  "{ rule: 'nag', learningRate: 'banana' }",
  "{ rule: 'nag', count: 'some' }",
  "{ learningRate: 'banana' }",
  '{ alpha: 1 }',
  "{ count: 'loss', alpha: 1 }",
  "{ rule: 'ftrl', learningRate: 'auto' }",
  "{ rule: 'no-such-rule' }",
  "{ loss: 'no-such-loss' }",
  "{ loss: 'squared', quantile: 0.9 }",
  '{ quantile: 0.9 }',
  "{ loss: 'quantile', quantile: '0.9' }",
  "{ bits: 'shrink' }",
  '{ unknown: 1 }',
]

/** The same for a training, whose options can be spread, too. */
const training = (options: string): string =>
  `import { train, type TrainOptions } from '@ol/pipeline'
declare const rule: import('@ol/core').RuleId
declare const loss: import('@ol/core').LossId
declare const some: TrainOptions
declare const more: TrainOptions
await train('x.csv', ${options === '' ? '{}' : options})`

const acceptedInTraining = [
  ...accepted,
  'some',
  '{ ...some, ...more }',
  "{ ...some, rule: 'sgd', passes: 3 }",
  "{ label: 'y', passes: 2, rule: 'sgd', learningRate: 0.5 }",
  '{ resume: new Uint8Array() }',
]

describe('options of a training', () => {
  const refusedInTraining = [...refused, "{ rule: 'sgd', passes: '2' }", '{ ...some, unknown: 1 }']
  const all = [...acceptedInTraining, ...refusedInTraining]
  const errors = compile(Object.fromEntries(all.map((text) => [text, training(text)])))

  test.each(acceptedInTraining)('%s compiles', (options) => {
    expect(errors.get(options)).toBeUndefined()
  })

  test.each(refusedInTraining)('%s does not', (options) => {
    expect(errors.get(options)).toMatch(/^TS2(345|322|353|769)/)
  })
})

describe('options by rule and loss', () => {
  const errors = compile(Object.fromEntries([...accepted, ...refused].map((text) => [text, learner(text)])))

  test.each(accepted)('%s compiles', (options) => {
    expect(errors.get(options)).toBeUndefined()
  })

  test.each(refused)('%s does not', (options) => {
    expect(errors.get(options)).toMatch(/^TS2(345|322|353|769)/)
  })

  test('all parameters of each rule and each loss are in the tables', () => {
    expectTypeOf<keyof RuleParameters>().toEqualTypeOf<RuleId>()
    expectTypeOf<keyof LossParameters>().toEqualTypeOf<LossId>()
    const script = fileURLToPath(new URL('../../scripts/parameter-types.mjs', import.meta.url))
    const done = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })

  test('what the tables take compiles, and no other choice', () => {
    const all = [...Object.values(namedRules), ...Object.values(losses)].flatMap((entry) =>
      entry.params.map((param) => {
        const kind = entry.id in namedRules ? 'rule' : 'loss'
        const value =
          param.choices === undefined ? String(param.default) : `'${param.choices[param.default]}'`
        const option = (given: string) => learner(`{ ${kind}: '${entry.id}', ${param.name}: ${given} }`)
        return { name: `${entry.id} ${param.name}`, good: option(value), bad: option("'neither of them'") }
      }),
    )
    expect(all.length).toBeGreaterThan(60)
    const found = compile({
      ...Object.fromEntries(all.map(({ name, good }) => [`good ${name}`, good])),
      ...Object.fromEntries(all.map(({ name, bad }) => [`bad ${name}`, bad])),
    })
    expect([...found.keys()].sort()).toEqual(all.map(({ name }) => `bad ${name}`).sort())
  })
})
