import type { Batch, Features } from '@ol/core'
import type { Prediction, TrainOptions } from '@ol/pipeline'
import { type ReadOptions, read } from '@ol/reader'
import { OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { backends } from './data.js'
import { train } from './small.js'

const count = 120
const words = ['Good', "isn't", 'red,', 'näh', 'slow']
const dayOf = (i: number): Date => new Date(Date.UTC(2020, i % 12, 1 + (i % 28)))

/** A row as a program has it. */
const rowOf = (i: number) => ({
  age: 18.5 + ((i * 7) % 60),
  price: 1000 * (1 + (i % 90)) + i,
  member: i % 3 === 0,
  joined: dayOf(i),
  zip: String(100 + (i % 9)),
  comment: `${words.filter((_, k) => (i >> k) % 2 === 0).join(' ')} fine w${i}x of ${i % 7}`,
  unused: `u${i}`,
})
type Row = ReturnType<typeof rowOf>
const rows: readonly Row[] = Array.from({ length: count }, (_, i) => rowOf(i))

/** Returns the file of the rows: commas or semicolons, points or decimal commas. */
function fileOf(all: readonly { readonly [Name in keyof Row]: unknown }[], mark: '.' | ','): Uint8Array {
  const delimiter = mark === '.' ? ',' : ';'
  const lines = all.map(({ age, price, member, joined, zip, comment, unused }, i) => {
    const date =
      joined instanceof Date ? joined.toISOString().slice(0, 10).split('-').reverse().join('/') : ''
    const group = mark === '.' ? ',' : '.'
    const thousands = typeof price === 'number' ? String(price).replace(/(\d{3})$/, `${group}$1`) : ''
    const cells = [
      typeof age === 'number' ? String(age).replace('.', mark) : '',
      `"${thousands}"`,
      ...[member ?? '', date, zip ?? '', `"${String(comment ?? '').replaceAll('"', '""')}"`, unused, i % 2],
    ]
    return cells.join(delimiter)
  })
  const names = ['age', 'price', 'member', 'joined', 'zip', 'comment', 'unused', 'y'].join(delimiter)
  return new TextEncoder().encode(`${names}\n${lines.join('\n')}\n`)
}

const options = {
  label: 'y',
  categorical: ['zip'],
  ignore: ['unused'],
  rule: 'nag',
  loss: 'logistic',
  holdout: false,
} as const

const features = ({ indices, upper, groups, values, offsets }: Batch) => ({
  offsets: [...offsets],
  indices: [...(indices ?? [])],
  upper: [...(upper ?? [])],
  groups: [...(groups ?? [])],
  values: [...values],
})

async function batchOf(bytes: Uint8Array, reading: ReadOptions): Promise<Batch> {
  for await (const batch of read(bytes, reading)) return batch
  throw new Error('no batch')
}

async function scoresOf(run: AsyncIterable<Prediction>): Promise<readonly unknown[]> {
  const own: unknown[] = []
  for await (const { score } of run) own.push(score)
  return own
}

const settings: readonly (readonly [name: string, mark: '.' | ',', given: TrainOptions])[] = [
  ['defaults', '.', {}],
  ['decimal commas', ',', { decimal: ',' }],
  ['missing is absent', '.', { missingAs: 'absent', ignore: ['unused', 'price', 'joined'] }],
  ['missing words of its own', '.', { missing: ['-999', '103', '18.5'] }],
  ['days alone', '.', { dates: 'number' }],
  ['character n-grams', '.', { charNgrams: 3 }],
  ['words between spaces', '.', { words: 'spaces' }],
  ['all names hashed', '.', { hash: 'all' }],
  ['a table that grows', '.', { bits: 'grow' }],
  [
    'a factor of each namespace',
    '.',
    {
      ...{ rule: 'adagrad-cmd-dense', regularizer: 'group-linf', strength: 0.01, bits: 10 },
      groupFactors: { a: 20, z: 3 },
    },
  ],
  ['crosses', '.', { interactions: [['member', 'zip'], 'ac'] }],
]

describe.each(backends)('rows as objects for models of the %s backend', (backend) => {
  test.each(settings)('have the features that they have in a file: %s', async (_, mark, given) => {
    const absent = given.missingAs === 'absent'
    const all = rows.map((row, i) => ({
      ...row,
      ...(i % 10 === 3 && !absent ? { age: null, price: null, member: null, joined: null, zip: null } : {}),
      ...(i % 10 === 4 ? { comment: null } : {}),
      ...(i % 20 === 5 && given.missing !== undefined ? { age: -999 } : {}),
    }))
    const file = fileOf(all, mark)
    const { model } = await train(file, { ...options, ...given, backend } as TrainOptions)
    const roles = model.schema?.columns?.map(({ role }) => role)
    if (!absent)
      expect(roles).toEqual([
        'numeric',
        'numeric',
        'boolean',
        'date',
        'categorical',
        'text',
        'ignore',
        'label',
      ])
    // the order of members is any
    const objects = all.map((row) => ({
      features: Object.fromEntries(Object.entries(row).reverse()) as Features,
    }))
    const ofFile = await scoresOf(model.predict(file))
    expect(ofFile.length).toBe(count)
    expect(await scoresOf(model.predict(objects))).toEqual(ofFile)
    // after a way through JSON
    const sent = JSON.parse(JSON.stringify(objects)) as typeof objects
    expect(await scoresOf(model.predict(sent))).toEqual(ofFile)
    // as JSON Lines
    const lines = new TextEncoder().encode(
      `${all.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).reverse()))).join('\n')}\n`,
    )
    expect(await scoresOf(model.predict(lines))).toEqual(ofFile)
    expect(await scoresOf(model.predict(lines, { format: 'jsonl' }))).toEqual(ofFile)
    if (given.interactions !== undefined) return
    const read = await batchOf(file, { ...model.readOptions({}), backend: undefined })
    expect(features(model.learner.batch(objects.map((one) => ({ ...one, label: 1 }))))).toEqual(
      features(read),
    )
    expect([...(model.learner.scores(objects[3].features as object) ?? [])]).toEqual([ofFile[3]])
  })
})

describe('a model of a table', () => {
  const trained = train(fileOf(rows, '.'), options)
  const scores = async (given: object): Promise<number> =>
    (await trained).model.learner.scores(given as Features)[0]

  test.each([
    ['a number as a string', { age: '25.5', price: '3,002' }, { age: 25.5, price: 3002 }],
    ['a number in quotes with blanks', { age: ' 25.5 ' }, { age: 25.5 }],
    ['true and false of numbers', { age: true, price: false }, { age: 1, price: 0 }],
    ['a boolean as a string', { member: 'FALSE' }, { member: false }],
    ['a date as the file has it', { joined: '03/04/2020' }, { joined: new Date('2020-04-03') }],
    ['a date of ISO 8601', { joined: '2020-04-03' }, { joined: new Date('2020-04-03') }],
    ['a category that is a number', { zip: 104 }, { zip: '104' }],
    ['words one by one', { comment: ['Good', 'w7x', '3'] }, { comment: 'good w7x 3' }],
    ['words for missing values', { age: 'NA', member: '?', joined: 'null' }, {}],
    ['an empty string', { zip: '', comment: '' }, {}],
    ['NaN and an invalid date', { age: Number.NaN, joined: new Date(Number.NaN) }, {}],
    ['columns that are ignored, or the label', { unused: 'u3', y: 1 }, {}],
  ])('reads %s', async (_, given, same) => {
    const { comment, ...others } = rows[7]
    const rest = Object.keys(given).length === 0 ? rows[7] : { ...others, comment }
    const without = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in given)))
    expect(await scores({ ...without, ...given })).toBe(await scores({ ...without, ...same }))
    const changed = await scores(rows[7])
    expect(Number.isFinite(changed)).toBe(true)
  })

  test('has a value if a column is missing: it is not zero', async () => {
    const { age: _, ...rest } = rows[7]
    expect(await scores(rest)).toBe(await scores({ ...rows[7], age: null }))
    const { learner } = (await trained).model
    const [row] = [learner.batch([{ features: rest as unknown as Features, label: 1 }])]
    expect([...row.values].filter(Number.isNaN)).toHaveLength(1)
  })

  test('takes features that are no columns as those of any other object', async () => {
    const { model } = await trained
    const learner = model.learner
    const names = learner.explain({ ...rows[7], more: 'x', deep: { er: 2 } } as unknown as Features)
    const given = names.features.map(({ name }) => name)
    expect(given).toEqual(expect.arrayContaining(['age', 'zip=107', 'comment=fine', 'more=x', 'deep^er']))
    expect(given.some((name) => name?.startsWith('unused') === true)).toBe(false)
  })

  test.each([
    [{ age: 'old' }, 'OL_VALUE', 'age', 'a number'],
    [{ age: Number.POSITIVE_INFINITY }, 'OL_VALUE', 'age', 'a magnitude'],
    [{ member: 'yes' }, 'OL_VALUE', 'member', 'true or false'],
    [{ member: 1 }, 'OL_VALUE', 'member', 'true or false'],
    [{ joined: '04/13/2020' }, 'OL_VALUE', 'joined', 'a date as D/M/Y or Y-M-D'],
    [{ joined: 18355 }, 'OL_VALUE', 'joined', 'a date'],
    [{ age: [1, 2] }, 'OL_FEATURES', 'age', 'a number'],
    [{ zip: 2 ** 53 }, 'OL_VALUE', 'zip', 'a number up to 2^53, or a string'],
    [{ zip: '\ud800' }, 'OL_VALUE', 'zip', 'without lone surrogates'],
    [{ comment: ['good', '\udc00'] }, 'OL_VALUE', 'comment', 'without lone surrogates'],
    [{ joined: new Date(1e15) }, 'OL_VALUE', 'joined', 'a date'],
    [{ zip: { code: 104 } }, 'OL_FEATURES', 'zip', 'a string'],
    [{ comment: [['good']] }, 'OL_FEATURES', 'comment', 'a string'],
    [{ Age: 25.5 }, 'OL_FEATURES', 'features', 'age, price, member'],
  ])('refuses %j with its column', async (given, code, name, expected) => {
    const { model } = await trained
    const { learner } = model
    const before = learner.toBytes()
    const caught = (() => {
      try {
        learner.learn({ features: given as unknown as Features, label: 1 })
        return undefined
      } catch (error) {
        return error as OLError
      }
    })()
    expect(caught).toBeInstanceOf(OLError)
    expect(caught?.code).toBe(code)
    expect(caught?.message).toContain(name)
    expect(caught?.message).toContain(expected)
    expect(learner.toBytes()).toEqual(before)
  })
})
