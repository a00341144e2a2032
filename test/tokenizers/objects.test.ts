import { read } from '@ol/reader'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchBuilder } from '../../packages/core/src/examples/batch-builder.js'
import { bytesOf } from '../../packages/reader/test/collect.js'

const name = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .filter((key) => !/^_?(label|weight|initial|tag|features)$/.test(key))
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((v) => v === 0 || Math.abs(v) > 1e-90),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 5 }),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
})).object

test('an object means the same to a learner and as a line of JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.constantFrom('strings', 'all'),
      fc.constantFrom(0, 7),
      async (features, hash, hashSeed) => {
        const builder = new BatchBuilder({ hash, hashSeed, constant: true, bits: 'grow' }, 'real')
        builder.add({ features: features as never, label: 2 })
        const expected = builder.take()
        for (const line of [
          { label: 2, features },
          { label: 2, ...(features as object) },
        ]) {
          const batches = []
          const text = `${JSON.stringify(line)}\n`
          for await (const batch of read(bytesOf(text), { format: 'jsonl', hash, hashSeed, wide: true }))
            batches.push(batch)
          expect(batches.length).toBe(1)
          expect([...batches[0].indices]).toEqual([...expected.indices])
          expect([...(batches[0].upper ?? [])]).toEqual([...(expected.upper ?? [])])
          expect([...batches[0].values]).toEqual([...expected.values])
        }
      },
    ),
    { numRuns: 500 },
  )
})
