import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { fallback } from '@ol/fallback'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { modelToFile } from '../src/model/model-io.js'
import { randomBatch, rejected } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-save-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true })
})

describe('saving', () => {
  test.each([
    ['a weight', 0],
    ['a scalar', 1],
    ['a sum', 2],
  ])('what could not be loaded is not saved, and the file of before stays: %s', async (_, place) => {
    const model = new Learner({ loss: 'squared', bits: 6 })
    model.learn(randomBatch(1, 20))
    const file = path.join(folder, 'a.ol')
    await model.save(file)
    const before = fs.readFileSync(file)
    const state = modelFromBytes(model.toBytes())
    const { lane, scalars } = state.table
    const found = [lane, scalars, state.sums[0]][place]
    found[found.findIndex((number) => number !== 0)] = Number.NaN
    expect(() => modelToBytes(state)).toThrow(/is not saved.*is NaN/)
    const steps = (function* () {
      yield* []
      return state
    })()
    const error = await rejected(modelToFile(file, steps, fallback).finished)
    expect(error).toMatchObject({ code: 'OL_MODEL_STATE', value: Number.NaN })
    expect(fs.readFileSync(file)).toEqual(before)
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
  })

  test('the file has the bytes of toBytes, and no other file is left in the folder', async () => {
    const model = new Learner({ rule: 'nag', bits: 6 })
    const file = path.join(folder, 'a.ol')
    for (let i = 0; i < 3; i++) {
      model.learn(randomBatch(i, 20))
      await model.save(file)
      expect(new Uint8Array(fs.readFileSync(file))).toEqual(model.toBytes())
      expect((await Learner.load(file)).toBytes()).toEqual(model.toBytes())
    }
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
  })

  test('learning may continue at once: the file has the model of the call', async () => {
    const model = new Learner({ rule: 'nag', bits: 6 })
    model.learn(randomBatch(1, 20))
    const before = model.toBytes()
    const saved = model.save(path.join(folder, 'a.ol'))
    model.learn(randomBatch(2, 20))
    await saved
    expect(new Uint8Array(fs.readFileSync(path.join(folder, 'a.ol')))).toEqual(before)
  })

  test('learning continues while a large model is saved, and does not change the file', async () => {
    const model = new Learner({ rule: 'nag', bits: 20 })
    const count = 2 ** 19
    const features = {
      offsets: Uint32Array.of(0, count),
      indices: Uint32Array.from({ length: count }, (_, i) => i),
      values: new Float64Array(count).fill(1),
    }
    model.learn({ size: 1, ...features, labels: Float64Array.of(1) })
    const before = model.toBytes()
    const first = path.join(folder, 'a.ol')
    await model.save(first)
    const second = path.join(folder, 'b.ol')
    const saved = model.save(second)
    await new Promise((resume) => setImmediate(resume))
    model.learn(randomBatch(2, 20))
    await saved
    for (const file of [first, second]) expect(Buffer.compare(fs.readFileSync(file), before)).toBe(0)
  })

  test('saves at the same time to the same file leave one of them whole', async () => {
    const file = path.join(folder, 'a.ol')
    const models = Array.from({ length: 8 }, (_, i) => {
      const model = new Learner({ rule: 'nag', bits: 6 })
      model.learn(randomBatch(i, 20))
      return model
    })
    await Promise.all(models.map((model) => model.save(file)))
    const bytes = new Uint8Array(fs.readFileSync(file))
    expect(models.some((model) => Buffer.compare(model.toBytes(), bytes) === 0)).toBe(true)
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
  })

  test('places where no model can be', async () => {
    const model = new Learner({ rule: 'nag', bits: 4 })
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    const code = async (target: string): Promise<string> => (await rejected(model.save(target))).code
    expect(await code(folder)).toBe('OL_FILE_DIRECTORY')
    expect(await code(path.join(folder, 'none', 'a.ol'))).toBe('OL_FILE_MISSING')
    expect(await code(path.join(file, 'a.ol'))).toBe('OL_FILE_MISSING')
    expect(fs.readdirSync(folder)).toEqual(['file'])
  })

  test('places where no model is', async () => {
    const code = async (target: string): Promise<string> => (await rejected(Learner.load(target))).code
    expect(await code(folder)).toBe('OL_FILE_DIRECTORY')
    expect(await code(path.join(folder, 'none.ol'))).toBe('OL_FILE_MISSING')
    expect(await rejected(Learner.load('/dev/zero'))).toMatchObject({
      code: 'OL_FILE_UNREADABLE',
      message: expect.stringContaining('expected a regular file'),
    })
    const file = path.join(folder, 'a.ol')
    await new Learner({ rule: 'nag', bits: 12 }).save(file)
    fs.truncateSync(file, 40000)
    const error = await rejected(Learner.load(file))
    expect(error.code).toBe('OL_MODEL_FORMAT')
    expect(error.message).toContain(file)
    expect(await code(path.join(file, 'x'))).toBe('OL_FILE_MISSING')
  })

  test('a file larger than a piece', async () => {
    const model = new Learner({ rule: 'nag', bits: 20, precision: 'float64' })
    model.learn({ ...randomBatch(1, 50), indices: randomBatch(1, 50).indices.map((i) => i * 12345677) })
    await model.save(path.join(folder, 'a.ol'))
    const again = await Learner.load(path.join(folder, 'a.ol'))
    expect([...again.weights()]).toEqual([...model.weights()])
    expect(Buffer.compare(again.toBytes(), model.toBytes())).toBe(0)
  })
})
