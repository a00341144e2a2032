import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../packages/reader/test/collect.js'
import { readBoth, refusal, rows } from './read-both.js'

// The lines before, between and after the rows of a table, and how records are cut into fields.

const body = rows(12, (k) => `${k * 1.5},c${k % 3},${k % 2}`)
const plain = `size,town,y\n${body}`

describe('a table is no text of features', () => {
  test.each([
    ['bars and cells of several words', rows(12, (k) => `${k}|the quick fox|c${k % 3}|${k % 2}`), '|'],
    ['an empty first cell', rows(12, (k) => `${k % 3 ? k : ''}|red||a b|${k % 2}`), '|'],
    [
      'tabs and times of day',
      rows(12, (k) => `${k % 2}\t1${k % 10}:${30 + k}\t2026-01-0${1 + (k % 9)}`),
      '\t',
    ],
    ['tabs and times of day alone', rows(12, (k) => `${k % 2}\t1${k % 10}:${30 + k}`), '\t'],
  ] as const)('%s', async (_, text, delimiter) => {
    const { schema, examples } = await readBoth(text, { label: null })
    expect([schema.format, schema.delimiter, examples.length]).toEqual(['csv', delimiter, 12])
  })

  test.each([
    ['a blank before each bar but the first', rows(12, (k) => `${k % 2} |a x y|b z\n`), 'vw'],
    ['tags without labels', rows(12, (k) => `t${k}|a x y |b z`), 'vw'],
    ['numbers of features', rows(12, (k) => `${k % 2} 1:30 12:30 25:4`), 'svmlight'],
  ])('these have features: %s', async (_, text, format) => {
    expect((await readBoth(text)).schema.format).toBe(format)
  })
})

describe('before the table', () => {
  test.each([
    ['lines of comment', `# made by a tool\n# 2026\n${plain}`, 2],
    ['a title', `Report of May\n${plain}`, 1],
    ['a title with the commas of a spreadsheet', `Report of May,,\n,,\n${plain}`, 2],
    ['several lines', `Report\nby the office\n\n${plain}`, 2],
  ])('%s', async (_, text, lines) => {
    const { names, roles, examples, report } = await readBoth(text)
    expect(names).toEqual(['size', 'town', 'y'])
    expect(roles).toEqual({ size: 'numeric', town: 'categorical', y: 'label' })
    expect([examples.length, report.skipped]).toEqual([12, 0])
    expect(report.warnings).toMatchObject([
      { why: 'preamble', line: 1, text: expect.stringMatching(new RegExp(`^${lines} lines? `)) },
    ])
  })

  test('a title of two cells above a row without text', async () => {
    const text = `Report,May,,,,,,\n,,,,,,,\na,b,c,d,e,f,g,y\n${rows(12, (k) => `${k},1.5,${k},4,5,6,7,${k % 2}`)}`
    const { names, examples } = await readBoth(text)
    expect([names, examples.length]).toEqual([['a', 'b', 'c', 'd', 'e', 'f', 'g', 'y'], 12])
  })

  test('a header above rows that lack their last cells', async () => {
    const short = rows(3, (k) => `${k},c${k}`)
    const { names, examples, report } = await readBoth(`size,town,y\n${short}${body}`)
    expect([names, examples.length, report.shortRows]).toEqual([['size', 'town', 'y'], 15, 3])
    expect(report.warnings).toBeUndefined()
  })

  test('a commented header is a header', async () => {
    const { names, examples } = await readBoth(`#size,town,y\n${body}`)
    expect([names, examples.length]).toEqual([['size', 'town', 'y'], 12])
  })

  test('the places of rows are places in the file', async () => {
    const { examples } = await readBoth(`# one\n# two\n${plain}`)
    expect(examples[0]).toMatch(/^4 /)
  })
})

describe('between and after the rows', () => {
  test('blank lines and rows without any text are skipped', async () => {
    const { examples, report } = await readBoth(`size,town,y\n\n${body}\n   \n,,\n"","",""\n3,c0,1\n`)
    expect([examples.length, report.blankRows, report.skipped]).toEqual([13, 2, 0])
  })

  test('a footer of another width', async () => {
    const { examples, report } = await readBoth(`${plain}Total: 12 rows\n`)
    expect([examples.length, faultsOf(report)]).toEqual([12, ['14:15 OL_LINE_COLUMNS']])
  })

  test('a repeated header is skipped, and counted', async () => {
    for (const text of [`${plain}${plain}`, `"size",town,y\r\n${body}"size",town,y\r\n${body}`]) {
      const { examples, report, roles } = await readBoth(text)
      expect([examples.length, report.repeatedHeaders, report.skipped]).toEqual([24, 1, 0])
      expect(roles.size).toBe('numeric')
    }
  })

  test('a row that is one cell short has it missing', async () => {
    const { examples, report } = await readBoth(`size,town,y\n${body}7,c1\n`)
    expect([examples.length, report.shortRows, report.skipped]).toEqual([13, 1, 0])
    expect(examples.at(-1)).toMatch(/^14 NaN /)
  })

  test('a row that is mostly short is a bad line, and so is a longer one', async () => {
    const { report } = await readBoth(`${plain}7\n1,c1,0,9\n`)
    expect(faultsOf(report)).toEqual(['14:2 OL_LINE_COLUMNS', '15:8 OL_LINE_COLUMNS'])
  })

  test('an empty last field everywhere is no column', async () => {
    const { examples, report } = await readBoth(`size,town,y\n${rows(12, (k) => `${k},c${k % 3},${k % 2},`)}`)
    expect([examples.length, report.skipped]).toEqual([12, 0])
  })

  test('a second table ends the run, and is named by its line', async () => {
    const other = `a,b,c,d,e,f\n${rows(8, (k) => `${k},1,2,3,4,5`)}`
    expect(await refusal(`${plain}${other}`)).toMatchObject({ code: 'OL_INPUT_COLUMNS', line: 14 })
  })

  test('more than a tenth of 1,000 lines of another width end the run', async () => {
    const many = rows(6000, (k) => `${k},a long enough text ${'x'.repeat(200)},${k % 2}`)
    const uneven = rows(300, (k) => `${k},a,1,c,d`)
    const { code, line } = await refusal(`size,town,y\n${many}${uneven}`)
    expect(code).toBe('OL_INPUT_COLUMNS')
    expect(line).toBeGreaterThan(6001)
  })
})

describe('dialects', () => {
  test.each([
    ['comma', ',', 'size,town,y\n'],
    ['semicolon', ';', 'size;town;y\n'],
    ['tab', '\t', 'size\ttown\ty\n'],
    ['bar', '|', 'size|town|y\n'],
    ['space', ' ', 'size town y\n'],
  ])('%s', async (_, delimiter, header) => {
    const text = header + body.replaceAll(',', delimiter)
    const { schema, examples } = await readBoth(text)
    expect(schema.delimiter).toBe(delimiter)
    expect(examples).toEqual((await readBoth(plain)).examples)
  })

  test('times do not make a colon the delimiter', async () => {
    const { schema, roles } = await readBoth(`at,n,y\n${rows(12, (k) => `10:${10 + k}:00,${k},${k % 2}`)}`)
    expect([schema.delimiter, roles.at]).toEqual([',', 'date time'])
  })

  test('a first line sep=; names it', async () => {
    const { schema, names, examples, notices } = await readBoth(`sep=;\n${plain.replaceAll(',', ';')}`)
    expect([schema.delimiter, names, examples.length]).toEqual([';', ['size', 'town', 'y'], 12])
    expect(notices).toEqual([])
    expect(examples[0]).toMatch(/^3 /)
  })

  test('single quotes', async () => {
    const { schema, examples, report } = await readBoth(
      `size,town,y\n${rows(12, (k) => `${k},'a, b ${k % 2}',${k % 2}`)}`,
    )
    expect([schema.quote, examples.length, report.skipped]).toEqual(["'", 12, 0])
  })

  test('an apostrophe is no quote', async () => {
    const { schema, report } = await readBoth(
      `size,town,y\n${rows(12, (k) => `${k},o'neil ${k % 2},${k % 2}`)}`,
    )
    expect([schema.quote, report.skipped]).toEqual([undefined, 0])
  })

  test('quotes after a backslash', async () => {
    const { schema, report, examples } = await readBoth(
      `size,town,y\n${rows(12, (k) => `${k},"a \\"b\\", c",${k % 2}`)}`,
    )
    expect([schema.escape, report.skipped, examples.length]).toEqual(['\\', 0, 12])
    const doubled = await readBoth(`size,town,y\n${rows(12, (k) => `${k},"a ""b"", c",${k % 2}`)}`)
    expect(doubled.examples).toEqual(examples)
    expect(doubled.schema.escape).toBeUndefined()
  })

  test('line feeds within quotes', async () => {
    const { report, examples } = await readBoth(`size,town,y\n${rows(12, (k) => `${k},"a\nb",${k % 2}`)}`)
    expect([report.skipped, examples.length]).toEqual([0, 12])
    expect(examples[1]).toMatch(/^4 /)
  })

  test('one column', async () => {
    const { names, examples, notices } = await readBoth(`y\n${rows(20, (k) => String(k % 7))}`)
    expect([names, examples.length, notices]).toEqual([['y'], 20, ['constant']])
  })
})
