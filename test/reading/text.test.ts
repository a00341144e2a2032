import { Learner } from '@ol/core'
import { csvText, leanLearner, nag, type TextReader, vwText } from '@ol/core/lean'
import { read } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { rejected, thrown } from '../../packages/core/test/data.js'

const Small = leanLearner(nag)

/** Options of reading that a model does not have. */
type How = Parameters<typeof read>[1]

/** A string as the reader reads it, as one batch. */
async function readerBatch(text: string, how: How) {
  const batches = []
  for await (const batch of read(new TextEncoder().encode(text), { ...how, strict: true }))
    batches.push(batch)
  expect(batches).toHaveLength(1)
  return batches[0]
}

async function expectSame(reader: TextReader, text: string, how: How): Promise<void> {
  const own = reader(text)
  const { classNames: _, ...other } = await readerBatch(text, how)
  expect(own).toEqual(other)
  expect(reader(new TextEncoder().encode(text))).toEqual(own)
}

const vwLines = [
  '1 | a b c\n-1 |x price:3.5 city=oslo 12:2 |y:0.5 b:1e-3 c\n',
  "1 2.5 0.25 'tag-1|f a:1 b\n\n-1 0.5 tag|f c\n",
  '1 |næm blåbær:2 7 8:3\r\n| unlabelled\n-1 | zero:0 last',
]
const csvLines =
  'price,city,y,note,w,id\n3.5,oslo,1,"a ""b"" c",2,r1\n,"x, y",-1,,0.5,"r""2"\r\n1e3,?,1,one two,1,\n'

describe('lines of text for a lean learner', () => {
  test.each([{}, { hash: 'all' }, { hashSeed: 7 }, { constant: false }] as const)(
    'VW makes the batches of the reader, with %j',
    async (own) => {
      const model = new Small({ rule: 'nag', ...own })
      for (const text of vwLines)
        await expectSame(vwText(model), text, { format: 'vw', labels: 'real', ...own })
    },
  )

  test('a growing table has both halves of keys', async () => {
    const model = new Learner({ rule: 'nag', bits: 'grow' })
    for (const text of vwLines)
      await expectSame(vwText(model), text, { format: 'vw', labels: 'real', wide: true })
    const columns = { label: 'y', ignore: ['city', 'note', 'w', 'id'] }
    const how = { ...columns, format: 'csv', labels: 'real', wide: true, numeric: ['price'] } as const
    await expectSame(csvText(model, columns), csvLines, how)
  })

  test.each([{ hash: 'strings' }, { hash: 'all', hashSeed: 3, constant: false }] as const)(
    'CSV makes the batches of the reader, with %j',
    async (own) => {
      const model = new Small({ rule: 'nag', loss: 'logistic', ...own })
      const columns = {
        label: 'y',
        weight: 'w',
        tag: 'id',
        categorical: ['city'],
        text: ['note'],
      }
      const how = {
        ...columns,
        words: 'spaces',
        format: 'csv',
        labels: 'sign',
        numeric: ['price'],
        ...own,
      } as const
      await expectSame(csvText(model, columns), csvLines, how)
      const body = csvLines.slice(csvLines.indexOf('\n') + 1)
      const header = ['price', 'city', 'y', 'note', 'w', 'id']
      const { lines: _, ...batch } = csvText(model, { ...columns, header })(body)
      expect(batch).toEqual({
        ...(await readerBatch(csvLines, how)),
        lines: undefined,
        classNames: undefined,
      })
      const tabs = csvLines.replaceAll(',', '\t')
      for (const delimiter of ['\t', 'tab'])
        await expectSame(csvText(model, { ...columns, delimiter }), tabs, { ...how, delimiter: '\t' })
    },
  )

  test.each(['x | a\n', '1 a\n', '1 | a:1e300\n', '1 | a\n1 | b:\n', '1 -2 | a\n', '1 | a\0\n'])(
    'refuses %j as the reader does',
    async (text) => {
      const failed = await rejected(readerBatch(text, { format: 'vw', labels: 'real' }))
      const { code, message, line, column, value } = failed as never
      const error = thrown(() => vwText(new Small({ rule: 'nag' }))(text))
      expect(error).toMatchObject({ code, message, line, column, value })
    },
  )

  test('refuses a lone surrogate', () => {
    const error = thrown(() => vwText(new Small({ rule: 'nag' }))('1 | \ud800\n'))
    expect(error).toMatchObject({ code: 'OL_PARAMETER', value: '1 | \ud800\n' })
  })

  test.each(['a,y\n1,2\n1\n', 'a,y\n1,2\n1,2,3\n', 'a,y\nb,1\n', 'a,y\n1,1\n"1,2\n', '\na,y\n\n1e200,1\n'])(
    'refuses %j as the reader does',
    async (text) => {
      const how = { format: 'csv', label: 'y', labels: 'real', numeric: ['a'], header: true } as const
      const failed = await rejected(readerBatch(text, how))
      const { code, line, column } = failed as never
      const error = thrown(() => csvText(new Small({ rule: 'nag' }), { label: 'y' })(text))
      expect(error).toMatchObject({ code, line, column })
    },
  )

  test('knows the namespaces of columns if the rule has a factor for each', async () => {
    const model = new Learner({
      ...{ rule: 'adagrad-cmd-dense', regularizer: 'group-linf', strength: 0.01, bits: 6, loss: 'logistic' },
      groupFactors: { a: 20 },
    })
    const text = 'age,zoo,y\n1,2,1\n'
    const how = { format: 'csv', label: 'y', labels: 'sign', groups: true } as const
    const { groups } = csvText(model as never, { label: 'y' })(text)
    expect([...(groups ?? [])]).toEqual([97, 122, 0])
    expect(groups).toEqual((await readerBatch(text, how)).groups)
  })

  test('names a column that is not there, and a model whose labels are names', () => {
    const model = new Small({ rule: 'nag' })
    expect(thrown(() => csvText(model, { label: 'lable' })('a,label\n1,2\n'))).toMatchObject({
      code: 'OL_INPUT_COLUMN',
      value: 'lable',
    })
    const misspelt = { lable: 'label' } as never
    expect(thrown(() => csvText(model, misspelt))).toMatchObject({ code: 'OL_PARAMETER', value: 'lable' })
    for (const delimiter of ['', '||', ';;', 'é', '"', 7])
      expect(thrown(() => csvText(model, { delimiter } as never))).toMatchObject({
        code: 'OL_PARAMETER',
        value: delimiter,
      })
    const named = new Learner({ rule: 'nag', task: 'binary', classes: ['no', 'yes'] })
    expect(thrown(() => vwText(named)).code).toBe('OL_PARAMETER')
  })

  test('learns and predicts the same as Learner with the batches of the reader', async () => {
    const options = { rule: 'nag', loss: 'logistic', backend: 'fallback' } as const
    const [small, whole] = [new Small(options), new Learner(options)]
    const text = '1 | a b:2\n-1 | b c:0.5\n1 2 |x a\n'
    const batch = await readerBatch(text, { format: 'vw', labels: 'sign' })
    const reader = vwText(small)
    expect(small.learn(reader(text))).toEqual(whole.learn(batch))
    expect(small.predict(reader(text))).toEqual(whole.predict(batch))
  })
})
