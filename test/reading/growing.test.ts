import { backendInfo, type Example, Learner } from '@ol/core'
import { read } from '@ol/reader'
import type { ReadOptions } from '@ol/spec'
import { describe, expect, it } from 'vitest'

// A feature of a file and of an object is the same to a model with bits 'grow': by keys of 64 bits.

const backends = (['native', 'fallback'] as const).filter(
  (name) => name === 'fallback' || backendInfo('auto').name === 'native',
)

const examples: readonly Example[] = Array.from({ length: 60 }, (_, i) => ({
  label: (i % 7) - 3,
  features: { size: (i % 5) + 0.5, color: ['red', 'green', 'blue'][i % 3] },
}))

const labelled = examples as readonly { readonly label: number; readonly features: Record<string, unknown> }[]

/** The same examples as text, format by format. */
const texts: Readonly<Record<string, readonly [text: string, options: ReadOptions]>> = {
  csv: [
    [
      'label,size,color',
      ...labelled.map(({ label, features }) => `${label},${features.size},${features.color}`),
    ].join('\n'),
    { format: 'csv', label: 'label' },
  ],
  jsonl: [
    labelled.map(({ label, features }) => JSON.stringify({ label, ...features })).join('\n'),
    { format: 'jsonl', label: 'label' },
  ],
}

const batchesOf = (name: string, options: ReadOptions): ReturnType<typeof read> =>
  read(new TextEncoder().encode(texts[name][0]), { ...texts[name][1], ...options })

describe.each(backends)("a learner with bits 'grow' (%s)", (backend) => {
  // the reader is not requested names here, and objects have them
  const make = (): Learner => new Learner({ rule: 'nag', bits: 'grow', names: 'off', backend })

  describe.each(Object.keys(texts))('and a file (%s)', (name) => {
    it('that was read without wide refuses it, and learns nothing', async () => {
      const learner = make()
      const untouched = learner.toBytes()
      for (const wide of [false, undefined]) {
        await expect(learner.learn(batchesOf(name, { wide }))).rejects.toMatchObject({ code: 'OL_KEYS' })
        for await (const batch of batchesOf(name, { wide })) {
          expect(() => learner.learn(batch)).toThrow(expect.objectContaining({ code: 'OL_KEYS' }))
          expect(() => learner.predict(batch)).toThrow(expect.objectContaining({ code: 'OL_KEYS' }))
        }
      }
      expect(learner.toBytes()).toEqual(untouched)
    })

    it('that was read with wide has the features of objects', async () => {
      const [fromFile, fromObjects] = [make(), make()]
      await fromFile.learn(batchesOf(name, { wide: true }))
      for (const example of examples) fromObjects.learn(example)
      expect(fromFile.toBytes()).toEqual(fromObjects.toBytes())
      const known = { size: 2.5, color: 'red' }
      expect(fromFile.predict(known)).not.toBe(0)
      expect(fromFile.predict(known)).toBe(fromObjects.predict(known))
    })
  })
})
