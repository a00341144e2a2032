import type { Model } from '@ol/pipeline'
import { read } from '@ol/reader'
import { OLError, optionsWhere, type ReadingOption, type ReadOptions, readingEntry } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { train } from '../../packages/pipeline/test/small.js'

// A model is trained with one value of each option of the table, and its next input read with another.

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const head =
  'age,built,sold,price,importance,copies,id,code,rooms,zip,floor,title,comment,row,date,paid,open,since,due'
const rows = [
  '30,1990,1,250,1,2,x1,c1,3,0150,2,blue house,quite good,1,5,TRUE,true,2020-01-31,2020-01-02',
  '45,1870,2,-80,2,1,x2,c2,4,0151,3,red,not at all,2,6,false,yes,2019-12-05,soon',
  '61,2001,1,120,0.5,1,x3,c3,5,0150,2,blue door red,quite,3,7,true,no,2021-06-15,2020-03-04',
  '22,1950,2,99.5,1,1,x5,c5,2,0152,1,green house,so so,5,9,False,false,2020-07-01,never',
]
const csv = bytes([head, ...rows].join('\n'))
const vw = bytes(
  [
    '1 |a 30 31:2 house |b good:0.5 door red',
    '2 |a 45 |b quite red:3',
    '1 |c z |a 61 y 7:2',
    '2 | n |b door:2 red good',
  ].join('\n'),
)

const columns: ReadOptions = { label: 'sold', weight: 'importance', tag: 'id' }

async function trained(options: ReadOptions, name: ReadingOption): Promise<Model> {
  const isTable = readingEntry(name).needs !== undefined || name === 'schema'
  const reading = isTable ? { ...columns, ...options } : { format: 'vw', ...options }
  // a decision of the model is not for whoever reads
  const { model } = await train(isTable ? csv : vw, { rule: 'nag', ...reading } as object)
  return model
}

/** The predictions, or the code of the error. */
async function outcomeOf(model: Model, input: Uint8Array, options: object): Promise<string> {
  try {
    const found: unknown[] = []
    for await (const { prediction } of model.predict(input, options)) found.push(prediction)
    return JSON.stringify(found)
  } catch (error) {
    if (error instanceof OLError) return error.code
    throw error
  }
}

// without a header there is no column of the name that the model knows
const refusals = /^OL_(MODEL_MISMATCH|INPUT_COLUMNS?)$/

async function codeOf(run: PromiseLike<unknown>): Promise<string> {
  try {
    await run
    return 'none'
  } catch (error) {
    if (error instanceof OLError) return error.code
    throw error
  }
}

const ofModel = optionsWhere(({ part }) => part === 'model')
const refused = ofModel.filter((name) => readingEntry(name).override?.rule === 'refused')
const allowed = ofModel.filter((name) => readingEntry(name).override?.rule === 'allowed')

/** Options that are not said at all: they follow from the model. */
const managed: readonly ReadingOption[] = ['labels', 'task', 'classes', 'wide', 'groups']

/** Values that differ where the table's do not, because inference finds the same. */
const sharper: { readonly [Name in ReadingOption]?: readonly [ReadOptions, ReadOptions] } = {
  header: [{ header: false, label: 3, weight: 5, tag: 7 }, { header: true }],
  numeric: [{ categorical: ['zip'] }, { numeric: ['zip'] }],
  constant: [{ constant: false }, { constant: true }],
  words: [
    { text: ['title'], words: 'spaces' },
    { text: ['title'], words: 'prose' },
  ],
  charNgrams: [
    { text: ['title'], charNgrams: 3 },
    { text: ['title'], charNgrams: 4 },
  ],
}

/** Options without which others do nothing, and are refused. */
const beside: { readonly [Name in ReadingOption]?: ReadOptions } = {
  skips: { ngrams: ['2'] },
  permutations: { interactions: ['aa'] },
}

test.each(refused)('%s: another value than the model has is refused, or changes nothing', async (name) => {
  const { examples } = readingEntry(name)
  if (managed.includes(name)) {
    const model = await trained({}, name)
    expect(await outcomeOf(model, vw, { [name]: examples?.[1] })).toBe('OL_PARAMETER')
    return
  }
  const base = beside[name] ?? {}
  const one = (value: unknown): ReadOptions => ({ ...base, [name]: value })
  const pairs: (readonly [ReadOptions, ReadOptions])[] =
    name === 'schema'
      ? [[{}, { schema: await read(csv, { ...columns, hashSeed: 3 }).open() }]]
      : [
          [base, one(examples?.[0])],
          [base, one(examples?.[1])],
          // without a header columns are named by their places, see `sharper`
          ...(name === 'header'
            ? []
            : ([
                [one(examples?.[0]), one(examples?.[1])],
                [one(examples?.[1]), one(examples?.[0])],
              ] as const)),
        ]
  const found: string[] = []
  for (const [own, other] of [...pairs, ...(sharper[name] === undefined ? [] : [sharper[name]])]) {
    const model = await trained(own, name)
    const input = readingEntry(name).needs === undefined && name !== 'schema' ? vw : csv
    const plain = await outcomeOf(model, input, {})
    expect(plain).toMatch(/^\[/)
    expect(await outcomeOf(model, input, own)).toBe(plain)
    const outcome = await outcomeOf(model, input, other)
    if (outcome !== plain) expect([other, outcome]).toEqual([other, expect.stringMatching(refusals)])
    found.push(outcome)
    // measuring and learning on are held to the same
    const rest = { ...other, signal: undefined }
    const codes = [
      await codeOf(model.evaluate(input, rest)),
      await codeOf(train(input, { initialModel: model.toBytes(), ...rest } as object)),
    ]
    const code = outcome === plain ? 'none' : outcome
    expect([other, codes]).toEqual([other, [code, code]])
  }
  expect(found).toContain('OL_MODEL_MISMATCH')
})

/** The same features in another guise, for each option that may have another value. */
const guises: { readonly [Name in ReadingOption]?: readonly [Uint8Array, ReadOptions] } = {
  format: [
    bytes(
      rows
        .map((row) => {
          const fields = row.split(',').map((text) => (/^-?[1-9][\d.]*$/.test(text) ? Number(text) : text))
          const example = Object.fromEntries(head.split(',').map((column, k) => [column, fields[k]]))
          const { importance, id, sold, zip, ...features } = example
          return JSON.stringify({ ...features, zip: Number(zip), sold })
        })
        .join('\n'),
    ),
    { format: 'jsonl' },
  ],
  delimiter: [bytes([head, ...rows].join('\n').replaceAll(',', ';')), { delimiter: ';' }],
  decimal: [
    bytes([head, ...rows].join('\n').replaceAll(',', ';').replaceAll('.', ',')),
    { decimal: ',', delimiter: ';' },
  ],
  label: [bytes([head.replace('sold', 'bought'), ...rows].join('\n')), { label: 'bought' }],
  weight: [bytes([head.replace('importance', 'mass'), ...rows].join('\n')), { weight: 'mass' }],
  tag: [bytes([head.replace(',id,', ',key,'), ...rows].join('\n')), { tag: 'key' }],
  ignore: [bytes([`${head},more`, ...rows.map((row, k) => `${row},${k}`)].join('\n')), { ignore: ['more'] }],
  ignoreNamespaces: [
    bytes([`${head},q`, ...rows.map((row, k) => `${row},${k}`)].join('\n')),
    { ignoreNamespaces: 'q' },
  ],
  keepNamespaces: [
    bytes([`${head},q`, ...rows.map((row, k) => `${row},${k}`)].join('\n')),
    { keepNamespaces: 'abcdfprtz' },
  ],
  missing: [
    bytes([`${head},more`, ...rows.map((row) => `${row},none`)].join('\n')),
    { missing: ['none'], ignore: ['more'] },
  ],
  positive: [
    bytes([head, ...rows.map((row) => row.replace(/^(\d+,\d+),[12]/, '$1,high'))].join('\n')),
    { positive: 'high' },
  ],
}

test('every option that may have another value has an input that shows it', () => {
  expect(new Set(Object.keys(guises))).toEqual(new Set(allowed))
})

test.each(allowed)('%s: another file may have another', async (name) => {
  const model = await trained({}, 'label')
  const [input, options] = guises[name] ?? [csv, {}]
  const plain = JSON.parse(await outcomeOf(model, csv, {})) as number[]
  const found = JSON.parse(await outcomeOf(model, input, options)) as number[]
  expect(found.length).toBe(rows.length)
  // in another order the same features have another sum
  for (const [k, prediction] of found.entries()) expect(prediction).toBeCloseTo(plain[k], 9)
})

test('a column that was a feature does not become the label; a label in place of another leaves that out', async () => {
  const model = await trained({}, 'label')
  for (const options of [{ label: 'price' }, { tag: 'age' }, { weight: 'rooms' }])
    expect([options, await outcomeOf(model, csv, options)]).toEqual([options, 'OL_MODEL_MISMATCH'])
  for (const [options, why] of [
    [{ tag: 'age' }, 'so it cannot be the tag: name another column (--tag)'],
    [{ label: 'price' }, 'so it cannot be the label: name another column (--label)'],
    [{ numeric: ['sold'] }, 'the model does not predict from this column'],
    [{ categorical: ['age'] }, 'a number and a categorical value are different features'],
  ] as const)
    await expect(model.evaluate(csv, options)).rejects.toThrow(why)
  const both = bytes([`${head},bought`, ...rows.map((row) => `${row},1`)].join('\n'))
  const plain = await outcomeOf(model, csv, { raw: true })
  expect(await outcomeOf(model, both, { raw: true, label: 'bought' })).toBe(plain)
  expect(await outcomeOf(model, both, { raw: true, label: 'bought', ignore: ['sold'] })).toBe(plain)
  expect(await outcomeOf(model, both, { numeric: ['sold'] })).toBe('OL_MODEL_MISMATCH')
})

// Options that say what the model knows, or something of one column alone, change nothing else of how a file is read.
describe('a further file is read by the model, whatever options say of single columns', () => {
  const cells = (k: number) => [
    `r${k}`,
    `${13 + (k % 15)}/0${1 + (k % 9)}/2020`,
    `"${1 + k},${100 + k}"`,
    `c${k % 3}`,
  ]
  const rowsOf = (some: number, day = (k: number) => 13 + (k % 15)) =>
    Array.from({ length: some }, (_, k) => [
      cells(k)[0],
      `${day(k)}/0${1 + (k % 9)}/2020`,
      ...cells(k).slice(2),
    ])
  const first = bytes(
    ['id,when,price,town,y', ...rowsOf(60).map((row, k) => `${row.join(',')},${(k % 9) * 3.5}`)].join('\n'),
  )
  // day and month fit either way, and each price has a mark of thousands
  const next = rowsOf(9, (k) => k + 1)
  const said: readonly ReadOptions[] = [
    { tag: 'id' },
    { tag: 1 },
    { missing: ['none'] },
    { decimal: '.' },
    { numeric: ['price'], date: ['when'] },
    { categorical: ['town'] },
  ]

  test.each([
    ['the same columns', bytes(['id,when,price,town', ...next.map((row) => row.join(','))].join('\n'))],
    ['another case', bytes(['ID,When,Price,Town', ...next.map((row) => row.join(','))].join('\n'))],
    [
      'another delimiter',
      bytes(['"id";"when";"price";"town"', ...next.map((row) => row.join(';'))].join('\n')),
    ],
    ['no header', bytes(next.map((row) => row.join(',')).join('\n'))],
  ])('%s', async (_, input) => {
    const { model } = await train(first, { tag: 'id' })
    const plain = await outcomeOf(model, input, { raw: true })
    expect(JSON.parse(plain)).toHaveLength(9)
    for (const options of said)
      expect([options, await outcomeOf(model, input, { raw: true, ...options })]).toEqual([options, plain])
    const labelled = await outcomeOf(model, first, { raw: true })
    expect(await outcomeOf(model, first, { raw: true, label: 'y' })).toBe(labelled)
    expect(await outcomeOf(model, input, { label: 'yy' })).toBe('OL_INPUT_COLUMN')
  })

  test('training continues to the same bytes', async () => {
    const { model } = await train(first, { tag: 'id' })
    const again = async (options: ReadOptions): Promise<Uint8Array> =>
      (await train(first, { initialModel: model.toBytes(), ...options } as object)).model.toBytes()
    expect(await again({ label: 'y', tag: 'id' })).toEqual(await again({}))
  })
})

test('ignored columns are not used for predictions', async () => {
  const model = await trained({}, 'label')
  const without = await outcomeOf(model, csv, { raw: true, ignore: ['age', 'price'] })
  expect(without).toMatch(/^\[/)
  expect(without).not.toBe(await outcomeOf(model, csv, { raw: true }))
})
