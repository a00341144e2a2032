import { fallback } from '@ol/fallback'
import { describe, expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { expertFile } from '../src/model/encode-model.js'
import type { ExpertFile } from '../src/model/model-file.js'
import { allSteps } from '../src/table/steps.js'
import { backends, random, same, thrown } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

// The files of experts lie within the file of their model, and each is a model file of its own.

/** A model of which all three experts learn. */
function derived(backend: 'native' | 'fallback'): Learner {
  const model = new Learner({ loss: 'logistic', bits: 8, expand: 'auto', backend })
  const next = random(9)
  for (let e = 0; e < 400; e++) {
    const [a, b] = [next() * 2 - 1, next() * 2 - 1]
    model.learn({ features: { a, b, c: next() }, label: Math.abs(a) > 0.5 === next() < 0.9 ? 1 : -1 })
  }
  return model
}

/** Returns the place of the file of an expert. */
function placeOf(bytes: Uint8Array, expert: number): [from: number, to: number] {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const header = JSON.parse(Buffer.from(bytes.subarray(8, 8 + length)).toString())
  const [from, to] = header[`expert_${expert}`].data_offsets
  return [8 + length + from, 8 + length + to]
}

describe.each(backends)('the files of experts, %s', (backend) => {
  const bytes = derived(backend).toBytes()

  it('are model files', () => {
    for (const expert of [1, 2, 3]) {
      const own = bytes.subarray(...placeOf(bytes, expert))
      expect(same(modelToBytes(modelFromBytes(own)), own)).toBe(true)
    }
    expect(same(modelToBytes(modelFromBytes(bytes)), bytes)).toBe(true)
    expect(same(Learner.fromBytes(bytes, { backend }).toBytes(), bytes)).toBe(true)
  })

  it('are refused if a byte differs, or if they are truncated', () => {
    const next = random(3)
    for (const expert of [1, 2, 3]) {
      const [from, to] = placeOf(bytes, expert)
      for (let k = 0; k < 40; k++) {
        const changed = bytes.slice()
        changed[from + Math.floor((k < 10 ? 700 : to - from) * next())] ^= 1 << (k % 8)
        const { code } = thrown(() => Learner.fromBytes(changed, { backend }))
        expect(['OL_MODEL_CHECKSUM', 'OL_MODEL_FORMAT', 'OL_MODEL_VERSION']).toContain(code)
      }
      const cut = bytes.subarray(0, from + Math.floor((to - from) / 2))
      expect(thrown(() => Learner.fromBytes(cut, { backend })).code).toBe('OL_MODEL_FORMAT')
    }
  })

  it('have no experts of their own, and are no more than a model can have', () => {
    const state = modelFromBytes(bytes)
    const { numbers = new Float64Array(0), experts = [] } = state.expansion ?? {}
    const withExperts = (all: readonly ExpertFile[]) =>
      thrown(() =>
        Learner.fromBytes(modelToBytes({ ...state, expansion: { numbers, experts: all } }), { backend }),
      )
    const whole = allSteps(expertFile(state, fallback))
    expect(withExperts([whole, ...experts.slice(1)])).toMatchObject({
      code: 'OL_MODEL_FORMAT',
      message: 'The model is corrupt: an expert has experts of its own',
    })
    const many = Array.from({ length: 20 }, () => experts[0])
    expect(withExperts(many)).toMatchObject({ code: 'OL_MODEL_FORMAT' })
    expect(withExperts(many).message).toContain('has no sizes of its derived features')
  })

  it('of merged models are tables of their own', () => {
    const [first, second] = [derived(backend), new Learner({ loss: 'logistic', bits: 8, expand: 'auto' })]
    const before = first.toBytes()
    // the second has not begun to derive
    const merged = Learner.merge([first, second])
    for (let k = 0; k < 20; k++) merged.learn({ features: { a: k, b: 1, c: 0.5 }, label: 1 })
    expect(same(first.toBytes(), before)).toBe(true)
  })
})
