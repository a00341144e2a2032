import { hashText, murmur3 } from '@ol/fallback'
import { expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string) => hashText(name, 0, 'strings')
const cat = (column: string, value: string) => {
  const bytes = bytesOf(value)
  return murmur3(bytes, 0, bytes.length, h(column))
}

const header = `% a comment
@RELATION weather

@attribute outlook {sunny, overcast}
@attribute 'air temperature' REAL
@attribute code string
@attribute windy {TRUE, FALSE}
@attribute class {no, yes}

@data
`

test('columns are what the header says', async () => {
  const text = `${header}sunny, 85, 7, FALSE, no\n% more\n\novercast,?,'it''s, so',TRUE,yes\nsunny,1e1,'?',?,?\n`
  const { examples, report, schema } = await collect(bytesOf(text), { labels: 'sign' })
  expect(faultsOf(report)).toEqual([])
  expect(schema).toMatchObject({ format: 'csv', arff: true, labelTexts: ['no', 'yes'] })
  expect(schema?.columns?.map((column) => column.role)).toEqual([
    'categorical',
    'numeric',
    'categorical',
    'categorical',
    'label',
  ])
  const sunny = cat('outlook', 'sunny')
  const temperature = h('air temperature')
  expect(examples).toEqual([
    `11 -1 ${sunny}:1 ${temperature}:85 ${cat('code', '7')}:1 ${cat('windy', 'FALSE')}:1`,
    `14 1 ${cat('outlook', 'overcast')}:1 ${cat('code', "it's, so")}:1 ${cat('windy', 'TRUE')}:1`,
    `15 NaN ${sunny}:1 ${temperature}:10`,
  ])
  const again = await collect(bytesOf(text), { schema: JSON.parse(JSON.stringify(schema)) })
  expect(again.examples).toEqual(examples)
  const other = header
    .replace('@attribute code string\n', '')
    .replace('@attribute class', '@attribute code string\n@attribute class')
  const moved = await collect(bytesOf(`${other}sunny,85,FALSE,7,no\n`), { schema })
  expect(moved.examples).toEqual([
    `11 -1 ${sunny}:1 ${temperature}:85 ${cat('windy', 'FALSE')}:1 ${cat('code', '7')}:1`,
  ])
})

test('bad lines and headers', async () => {
  const { report, examples } = await collect(
    bytesOf(`${header}sunny,hot,7,FALSE,no\nsunny,1,7,FALSE\n{1 2}\nsunny,1,7,TRUE,yes\n`),
    {
      labels: 'sign',
    },
  )
  expect(faultsOf(report)).toEqual(['11:7 OL_LINE_TYPE', '12:16 OL_LINE_COLUMNS', '13:6 OL_LINE_COLUMNS'])
  expect(examples.length).toBe(1)
  await expect(collect(bytesOf('@relation x\n@attribute a real\n1\n'))).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
  })
})
