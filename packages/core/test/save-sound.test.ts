import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engine } from '@ol/fallback'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { LearnerState } from '../src/learner/learner-state.js'
import { backends, randomBatch, rejected, thrown } from './data.js'

// A saved model can be loaded: a model whose numbers contradict each other is refused by `save` as by `load`.

const folder = mkdtempSync(join(tmpdir(), 'ol-sound-'))
afterAll(() => rmSync(folder, { recursive: true }))
const batch = randomBatch(1, 60, 'logistic')

const stateOf = (model: Learner): LearnerState =>
  (model as unknown as { learnerState(): LearnerState }).learnerState()

/** A model with a number that no learner writes, such as a hostile file can come to. */
function unsound(backend: 'native' | 'fallback'): Learner {
  const model = new Learner({ rule: 'pnorm-perceptron', loss: 'hinge', bits: 6, backend }) as Learner
  model.learn(batch)
  const { scalars } = stateOf(model).base.store.table
  // the largest norm: quotients by it have powers
  scalars[5] = 1e-320
  return model
}

describe.each(backends)('an unsound model, %s', (backend) => {
  test('is not saved as bytes', () => {
    const { code, message } = thrown(() => unsound(backend).toBytes())
    expect(code).toBe('OL_MODEL_STATE')
    expect(message).toContain('The model is not saved, since no file of it could be loaded')
  })

  test('is not saved to a file, and leaves the old one, though it learns meanwhile', async () => {
    const path = join(folder, `${backend}.ol`)
    writeFileSync(path, 'old')
    const model = unsound(backend)
    const saving = model.save(path)
    try {
      model.learn(batch)
    } catch {
      // the model may refuse to learn, too
    }
    expect((await rejected(saving)).code).toBe('OL_MODEL_STATE')
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  test('a sound model that learns while it is saved is saved as it was', async () => {
    const path = join(folder, `sound-${backend}.ol`)
    const model = new Learner({ rule: 'auto', loss: 'logistic', bits: 12, backend }) as Learner
    model.learn(batch)
    const before = model.toBytes()
    const saving = model.save(path)
    for (let k = 0; k < 20; k++) {
      model.learn(batch)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await saving
    expect(existsSync(path)).toBe(true)
    expect(Buffer.compare(readFileSync(path), before)).toBe(0)
  })
})

test.each(backends)('the tables of experts are checked by the backend of the model, %s', async (backend) => {
  const model = new Learner({ rule: 'auto', loss: 'logistic', bits: 10, expand: 'triples', backend })
  model.learn(batch)
  const state = stateOf(model as Learner)
  const { members } = state.expansion as NonNullable<typeof state.expansion>
  const predict = vi.spyOn(state.backend, 'predict')
  const twin = vi.spyOn(backend === 'native' ? engine : state.backend, 'predict')
  try {
    await model.save(join(folder, `experts-${backend}.ol`))
    const tables = new Set(predict.mock.calls.map(([, table]) => table.lane))
    expect(members.length).toBeGreaterThan(1)
    for (const { model: member } of members) expect(tables.has(member.table.lane)).toBe(true)
    if (backend === 'native') expect(twin).not.toHaveBeenCalled()
  } finally {
    predict.mockRestore()
    twin.mockRestore()
  }
})
