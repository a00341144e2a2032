import { hashText, murmur3 } from '@ol/numerics'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'

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

test('columns come from the header', async () => {
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
    `14 1 ${cat('outlook', 'overcast')}:1 ${temperature}:NaN ${cat('air temperature', 'missing')}:1 ${cat('code', "it's, so")}:1 ${cat('windy', 'TRUE')}:1`,
    `15 NaN ${sunny}:1 ${temperature}:10 ${cat('code', '?')}:1 ${cat('windy', '?')}:1`,
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

describe('a nominal label declares its classes', () => {
  const table = (type: string, labels: readonly string[]) =>
    bytesOf(
      `@relation r\n@attribute x real\n@attribute class ${type}\n@data\n${labels.map((label, k) => `${k},${label}\n`).join('')}`,
    )

  test('numbers that are no numbers of classes', async () => {
    const labels = ['3', '5', '8', '3']
    const nominal = await collect(table('{3, 5,8}', labels), { task: 'auto' })
    expect(nominal.schema).toMatchObject({ labels: 'class', classes: { names: ['3', '5', '8'] } })
    const numeric = await collect(table('integer', labels), { task: 'auto' })
    expect(numeric.schema).toMatchObject({ labels: 'real' })
    const asked = await collect(table('{3,5,8}', labels), { task: 'regression' })
    expect(asked.schema).toMatchObject({ labels: 'real' })
  })

  test.each([
    ['{0,1}', '0', { labels: 'sign', labelTexts: ['0', '1'] }],
    ['{ no, yes }', 'yes', { labels: 'sign', labelTexts: ['no', 'yes'] }],
    [`{'a, b', "c}" ,d}`, 'd', { labels: 'class', classes: { names: ['d', 'a, b', 'c}'] } }],
    [`{a, 'b\\u0041', c}`, 'c', { labels: 'sign', labelTexts: ['a', 'c'] }],
  ])('%s where the first rows have one of them', async (type, label, schema) => {
    const read = await collect(table(type, [label, label]), { task: 'auto' })
    expect(read.schema).toMatchObject(schema)
    expect(read.examples.length).toBe(2)
  })

  test('of which a task may need the two that occur', async () => {
    const read = await collect(table('{a,b,c}', ['a', 'c']), { task: 'binary' })
    expect(read.schema).toMatchObject({ labels: 'sign', labelTexts: ['a', 'c'] })
  })
})

test('bad lines and headers', async () => {
  const { report, examples } = await collect(
    bytesOf(`${header}sunny,hot,7,FALSE,no\nsunny,1,7,FALSE\n{1 2\nsunny,1,7,TRUE,yes\n`),
    {
      missingAs: 'absent',
      labels: 'sign',
    },
  )
  expect(faultsOf(report)).toEqual(['11:7 OL_LINE_TYPE', '12:16 OL_LINE_COLUMNS', '13:5 OL_LINE_COLUMNS'])
  expect(examples.length).toBe(1)
  await expect(collect(bytesOf('@relation x\n@attribute a real\n1\n'))).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
  })
})

test('sparse rows: a value that is not listed is 0, or the first value of a nominal attribute', async () => {
  const dense = `${header}sunny,85,?,FALSE,no\novercast,0,'it''s, so',TRUE,yes\nsunny,0,?,TRUE,no\novercast,-1e-3,?,TRUE,no\n`
  const rows = ['{1 85, 3 FALSE}', "  { 0 overcast ,2 'it''s, so', 4 yes }\r", '{}', '{1 -1e-3,0 overcast}']
  const sparse = `${header}${rows.join('\n')}`
  for (const options of [{ labels: 'sign' }, { labels: 'real', label: 'air temperature' }] as const) {
    const expected = await collect(bytesOf(dense), options)
    const found = await collect(bytesOf(sparse), options)
    expect(found).toEqual(expected)
    expect(found.examples.length).toBe(4)
    for (let length = 1; length < 40; length++)
      expect(
        (await collect(pieces(bytesOf(sparse), length), { ...options, chunkBytes: 9 })).examples,
      ).toEqual(expected.examples)
    const again = await collect(bytesOf(sparse), { schema: expected.schema })
    expect(again.examples).toEqual(expected.examples)
  }
  const bad = [
    '{5 1}',
    '{1 1, 1 2}',
    '{1}',
    '{1 2} x',
    '{1 2',
    "{0 'sunny}",
    '{a b}',
    '{99999999999999999999 1}',
    '{1 hot}',
    '{,}',
  ]
  const { report, examples } = await collect(
    bytesOf(`${header}${bad.join('\n')}\n{3 TRUE}\n${dense.slice(header.length)}`),
    {
      missingAs: 'absent',
      labels: 'sign',
    },
  )
  expect(report.badLines.map((one) => one.line)).toEqual(bad.map((_, k) => 11 + k))
  expect(new Set(Object.keys(report.badCounts))).toEqual(new Set(['OL_LINE_COLUMNS', 'OL_LINE_TYPE']))
  expect(examples.length).toBe(5)
})

describe('headers in other encodings', () => {
  const text = `% Größe\n@relation "München à la carte"
@attribute 'größe à' real\n@attribute farbe\u00a0x {früh,grün}\n@attribute class {no,yes}
@data\n1,grün,no\n2,früh,yes\n{0 3, 2 yes}\n`
  const encodings: Record<string, Uint8Array> = {
    'Latin-1': Buffer.from(text, 'latin1'),
    'UTF-8': bytesOf(text),
    'UTF-8 with a byte order mark': bytesOf(`\ufeff${text}`),
  }
  test.each(Object.entries(encodings))('%s: no row is lost, in one file or several', async (name, bytes) => {
    const { examples, report, schema } = await collect([bytes, bytes], { labels: 'sign' })
    expect(faultsOf(report)).toEqual([])
    expect(schema?.columns?.length).toBe(3)
    if (name !== 'Latin-1')
      expect(schema?.columns?.map((c) => c.name)).toEqual(['größe à', 'farbe\u00a0x', 'class'])
    expect(examples.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      '7 -1',
      '8 1',
      '9 1',
      '7 -1',
      '8 1',
      '9 1',
    ])
    // the first value of the nominal attribute: written, and left out of a sparse row
    const [, written, left] = examples.map((one) => one.split(' ')[3])
    expect(left).toBe(written)
    expect(examples[0].split(' ')[2].split(':')[1]).toBe('1')
  })
})

describe('quotes and escapes', () => {
  const row = (code: string, outlook = 'sunny') => `${outlook},85,${code},FALSE,no\n`
  const other = "overcast,1,'x',TRUE,yes\n"

  test.each([
    ['double quotes', '"a, b"', "'a, b'"],
    ['quotes of the other kind', `"it's 5''"`, "'it''s 5'''''"],
    ['doubled quotes', '"say ""so"""', `'say "so"'`],
    ['escaped quotes', String.raw`'it\'s'`, "'it''s'"],
    ['escaped double quotes', String.raw`"say \"so\""`, `'say "so"'`],
    ['backslashes and percent signs', String.raw`'a\\b 5\%'`, 'a\\b 5%'],
    ['line ends and tabs', String.raw`'a\nb\tc'`, "'a b c'"],
    ['characters by number', String.raw`'caf\u00E9'`, "'café'"],
    ['backslashes that escape nothing', String.raw`'C:\data\u12'`, String.raw`C:\data\u12`],
    ['backslashes without quotes', String.raw`C:\new`, String.raw`C:\new`],
    ['a value that only has them within', '5"', `'5"'`],
  ])('%s', async (_, written, plain) => {
    const expected = await collect(bytesOf(header + row(plain) + other), { labels: 'sign' })
    expect(expected.examples.length).toBe(2)
    for (const text of [row(written), row(written, '"sunny"'), `{1 85, 2 ${written}, 3 FALSE}\n`]) {
      const found = await collect(bytesOf(header + text + other), { labels: 'sign' })
      expect(found.examples).toEqual(expected.examples)
      expect(faultsOf(found.report)).toEqual([])
    }
  })

  test('a pair of escapes is one character', async () => {
    const text = `@relation x\n@attribute c string\n@attribute y {no,yes}\n@data\n'\\ud83d\\ude00\\u00e9',no\n'\\ud83d',yes\n'\\ude00',yes\n`
    const { examples } = await collect(bytesOf(text), { labels: 'sign' })
    expect(examples).toEqual([
      `5 -1 ${cat('c', '\u{1f600}é')}:1`,
      // half of a pair is no character
      ...['d83d', 'de00'].map((half, i) => `${6 + i} 1 ${cat('c', `\\u${half}`)}:1`),
    ])
  })

  test('labels, the first values of sparse rows, and dates are read without their quotes', async () => {
    const dated = (quote: string) =>
      `@relation x\n@attribute when date "yyyy-MM-dd HH:mm:ss"\n@attribute c {"a, b",d}\n@attribute y {"no","yes"}\n@data\n${quote}2026-05-06 10:00:00${quote},${quote}a, b${quote},${quote}no${quote}\n`
    const last = '{0 "2026-05-07 11:00:00",2 "yes"}\n'
    const expected = await collect(bytesOf(dated("'") + last), { labels: 'sign' })
    const found = await collect(bytesOf(dated('"') + last), { labels: 'sign' })
    expect(found.schema).toMatchObject({ labelTexts: ['no', 'yes'] })
    expect(found).toEqual(expected)
    expect(found.examples.map((line) => line.includes(`${cat('c', 'a, b')}:1`))).toEqual([true, true])
    expect(found.report.columns?.map(({ odd }) => odd)).toEqual([0, 0, 0])
  })

  test('a quote that is not closed is a bad line', async () => {
    const { report } = await collect(bytesOf(`${header}${row('b')}${row('"a')}${other}`), { labels: 'sign' })
    expect(faultsOf(report).map((fault) => fault.split(' ')[1])).toEqual(['OL_LINE_QUOTE'])
  })
})

describe('dates in a pattern', () => {
  const fileOf = (type: string, cells: readonly string[]) =>
    bytesOf(
      `@relation x\n@attribute when ${type}\n@attribute y numeric\n@data\n${cells.map((cell) => `${cell},1\n`).join('')}`,
    )
  const features = async (bytes: Uint8Array) => {
    const { examples, report } = await collect(bytes, { label: 'y' })
    return { examples, odd: report.columns?.[0].odd, type: report.columns?.[0].type }
  }

  test.each([
    ['"dd/MM/yyyy"', '31/01/2020', '2020-01-31'],
    ["'MM/dd/yy'", "'01/31/20'", '2020-01-31'],
    ['"dd.MM.yy"', '"1.2.69"', '1969-02-01'],
    ['yyyyMMdd', '20200131', '2020-01-31'],
    ['"yyyy-dd-MM HH:mm"', '"2020-02-03 10:30"', '2020-03-02 10:30'],
    ['"EEE, d MMM yyyy HH:mm:ss Z"', '"Fri, 31 Jan 2020 10:30:15 +0200"', '2020-01-31T10:30:15+0200'],
    ["'dd-MMMM-yyyy \\'at\\' hh:mm a'", "'31-January-2020 at 12:05 PM'", '2020-01-31T12:05'],
    ['"yyyy-MM-dd\'T\'HH:mm:ss.SSSX"', '"2020-01-31T10:30:15.5Z"', '2020-01-31T10:30:15.005'],
    ['"yyyy-MM"', '2020-03', '2020-03-01'],
    ['"yyyy-MM-dd HH:mm:ss z"', '"2020-01-31 10:30:15 GMT+02:00"', '2020-01-31T10:30:15+02:00'],
  ])('%s: %s', async (pattern, cell, iso) => {
    const expected = await features(fileOf('date', [`'${iso}'`, '?']))
    expect(expected).toMatchObject({ odd: 0, type: 'date' })
    expect(await features(fileOf(`DATE ${pattern}`, [cell, '?']))).toEqual(expected)
    const sparse = fileOf(`date ${pattern}`, [])
    const rows = bytesOf(`{0 ${cell}, 1 1}\n{1 1}\n`)
    expect(await features(new Uint8Array([...sparse, ...rows]))).toEqual(expected)
  })

  test('a cell that does not fit is odd, and stays as it is written', async () => {
    const { report } = await collect(
      fileOf('date "dd/MM/yyyy"', ['31/01/2020', '30/02/2020', '01/02/2020', '2/1/2020', '03/03/2020']),
      { label: 'y' },
    )
    expect(report.columns?.[0]).toMatchObject({ odd: 1, oddCells: [{ text: '30/02/2020', line: 6 }] })
  })

  test('times of day, years, and patterns with other letters', async () => {
    expect(await features(fileOf('date "hh:mm a"', ['"01:30 PM"', '"12:00 AM"']))).toMatchObject({
      odd: 0,
      type: 'time',
      examples: [expect.stringContaining(`${h('when')}:0.5625`), '6 1'],
    })
    expect(await features(fileOf('date "yyyy"', ['1999', '2001', '?']))).toMatchObject({
      odd: 0,
      type: 'number',
      examples: ['5 1', '6 1', '7 1'].map((start, k) =>
        expect.stringContaining(`${start} ${h('when')}:${[1999, 2001, Number.NaN][k]}`),
      ),
    })
    expect(await features(fileOf('date "YYYY-ww"', ['2020-05', '2020-06']))).toMatchObject({
      odd: 0,
      type: 'string',
    })
  })

  test('a model reads a further file in another pattern', async () => {
    const first = await collect(fileOf('date "dd/MM/yyyy"', ['31/01/2020', '2/1/2020']), { label: 'y' })
    const { schema } = first
    for (const next of [
      fileOf('date', ['2020-01-31', '2020-01-02']),
      fileOf('date "MM/dd/yyyy"', ['01/31/2020', '1/2/2020']),
    ])
      expect((await collect(next, { schema })).examples).toEqual(first.examples)
  })
})

test('relational attributes are refused', async () => {
  const text = (kind: string) =>
    bytesOf(
      `@relation x\n@attribute 'the bag' ${kind}\n@attribute f numeric\n@end 'the bag'\n@attribute y {a,b}\n@data\n'1\\n2',a\n`,
    )
  const expected = {
    code: 'OL_INPUT_COLUMNS',
    message: expect.stringContaining('the bag'),
  }
  await expect(collect(text('RELATIONAL'))).rejects.toMatchObject(expected)
  const { schema } = await collect(bytesOf(`${header}sunny,85,7,FALSE,no\n`), { labels: 'any' })
  await expect(collect(text('relational'), { schema })).rejects.toMatchObject(expected)
})
