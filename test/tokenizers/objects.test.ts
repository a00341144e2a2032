import { read } from '@ol/reader'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchBuilder } from '../../packages/core/src/examples/batch-builder.js'
import { bytesOf } from '../../packages/reader/test/collect.js'

const name = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .filter((key) => !/^_?(label|weight|initial|tag|features)$/.test(key))
const isoText = fc.constantFrom(
  '2024-05-01',
  '2023-02-29',
  '1970-01-01',
  '2024-05-01T12:30',
  '2024-05-01T12:30:00Z',
  '2024-05-01T00:00:00.000Z',
  '2024-05-01T01:30:15.25-05:30',
  '2024-05-01T12:30+02:00',
  '2024-05-01T12:30+0200',
  '2024-05-01T12:30 PM',
  '2024-05-01T 2:30',
  '2024-05-01 12:30:00',
  '2024-5-01',
  '2024-05-01T12:30:5Z',
  '2024-05-01T12:30:00.',
  '2024/05/01',
  '+010000-01-01T00:00:00.000Z',
)
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((v) => v === 0 || Math.abs(v) > 1e-90),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    isoText,
    fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }),
    fc.boolean(),
    fc.constantFrom(null, Number.NaN),
    fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(null, Number.NaN)), { maxLength: 5 }),
    fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.constant(null)), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
})).object

/** Returns a line as Python writes it, with NaN as a bare word. */
function lineOf(value: object): string {
  const text = JSON.stringify(value, (_, inner) => (Number.isNaN(inner) ? '\u0001NaN' : inner))
  return `${text.replaceAll('"\\u0001NaN"', 'NaN')}\n`
}

test('an object means the same to a learner and as a line of JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.constantFrom('strings', 'all'),
      fc.constantFrom(0, 7),
      fc.constantFrom('value', 'absent'),
      fc.constantFrom('full', 'number', 'off'),
      async (drawn, hash, hashSeed, missingAs, dates) => {
        // a Date is an error where what is missing is absent
        const features = missingAs === 'absent' ? JSON.parse(lineOf(drawn).replaceAll('NaN', 'null')) : drawn
        const hashing = { hash, hashSeed, constant: true, bits: 'grow', missingAs, input: { dates } } as const
        const builder = new BatchBuilder(hashing, 'real')
        builder.add({ features: features as never, label: 2 })
        const expected = builder.take()
        for (const line of [
          { label: 2, features },
          { label: 2, ...(features as object) },
        ]) {
          const batches = []
          const options = { format: 'jsonl', hash, hashSeed, wide: true, missingAs, dates } as const
          for await (const batch of read(bytesOf(lineOf(line)), options)) batches.push(batch)
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
