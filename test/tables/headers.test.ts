import { describe, expect, test } from 'vitest'
import { readBoth, rows } from './read-both.js'

// Which record is the header, what the columns are called, which is the index, and which the label.

/** A table of n numbered columns and a label. */
const wide = (n: number): string =>
  `${Array.from({ length: n }, (_, k) => k).join()},label\n${rows(4, (r) => `${Array.from({ length: n }, (_, k) => (k * r) % 7).join()},${r % 2}`)}`

const body = rows(12, (k) => `${k * 1.5},c${k % 3},${k % 2}`)

describe('whether there is a header', () => {
  test.each([
    ['names over numbers', 'a,b\n1,2\n3,4\n5,6\n', true],
    ['numbers alone', '1,2\n3,4\n5,6\n', false],
    ['strings and a number in the first record', 'oak,1\nelm,2\nash,3\n', false],
    ['years over numbers', 'place,2019,2020,2021\na,1.5,2.5,3\nb,2.5,3,4\nc,1,2,3\n', true],
    ['years with gaps over numbers', 'place,1990,2000,2015\na,1.5,2.5,3\nb,2.5,3,4\nc,1,2,3\n', true],
    [
      'years and a word over numbers',
      'place,1990,2000,2015,sum\na,1.5,2.5,3,7\nb,2.5,3,4,9.5\nc,1,2,3,6\n',
      true,
    ],
    ['years in each row', 'n,1990,2000,2015\nk,1991,2003,2015\nl,1990,2001,2002\nn,1980,1981,1999\n', false],
    ['numbers that count on in each row', '1,2,3\n2,3,4\n3,4,5\n4,5,6\n5,6,7\n', false],
    [
      'identifiers that count on',
      '100001,100002,100003\n100004,100002,100009\n100007,100001,100003\n',
      false,
    ],
    ['numbers that count on beside an odd cell', '1,2,3,unknown\n4,7,9,1\n2,5,1,2\n7,1,3,1\n', false],
    ['more numbered columns than four digits count', wide(10_002), true],
    ['strings that do not occur again', 'town,club\nrome,a\noslo,b\nrome,c\noslo,d\n', true],
    ['strings that occur again', 'ham,go until\nham,ok lar\nspam,free\nham,ok\nspam,win\n', false],
    ['an empty name over an index', ',a,y\n0,1,0\n1,2,1\n2,3,0\n3,4,1\n', true],
    ['dates below', 'sold,n\n2026-01-02,x\n2026-01-03,z\n2026-01-04,x\n', true],
    ['a missing value in the first row', 'NA,1\n2,3\n4,5\n6,7\n', false],
  ])('%s', async (_, text, header) => {
    expect((await readBoth(text)).schema.header).toBe(header)
  })

  test.each([
    ['empty in its first cell', ',2.5,1'],
    ['numbers that count on', '1,2,3'],
    ['in quotes', '"3","4","5"'],
  ])('a first row %s is a row, and no second row of names', async (_, first) => {
    const { names, examples, notices } = await readBoth(
      `a,b,c\n${first}\n${rows(12, (k) => `${k % 5},${k * 0.5},${k % 2}`)}`,
    )
    expect([names, examples.length, notices]).toEqual([['a', 'b', 'c'], 13, []])
  })

  test('nor is one with an empty first cell a header', async () => {
    const { examples } = await readBoth(`,2.5,1\n${rows(12, (k) => `${k % 5},${k * 0.5},${k % 2}`)}`)
    expect(examples).toHaveLength(13)
  })

  test('names over strings with numbers of rows that have gaps', async () => {
    const { names, examples } = await readBoth(
      `"","a","b"\n${rows(12, (k) => `"${k + (k > 5 ? 2 : 1)}","s${k}","t${k % 2}"`)}`,
    )
    expect([names, examples.length]).toEqual([['column 1', 'a', 'b'], 12])
  })

  test('numbers over an index are names', async () => {
    const shuffled = await readBoth(`,0,1\n${rows(12, (k) => `${(k * 5) % 13},${k * 0.5},${k % 2}`)}`)
    expect(shuffled.names).toEqual(['column 1', '0', '1'])
    const { names } = await readBoth(`,0\n${rows(12, (k) => `${k},${k * 0.5}`)}`)
    expect(names).toEqual(['column 1', '0'])
  })

  test('--header and --no-header override it', async () => {
    expect((await readBoth('1,2\n3,4\n5,6\n', { header: true })).names).toEqual(['1', '2'])
    const without = await readBoth('a,b\n1,2\n3,4\n', { header: false, label: null })
    expect([without.names, without.examples.length]).toEqual([['1', '2'], 3])
  })

  test('a single record with a number in it is a row, and names nothing', async () => {
    const { schema, names, examples } = await readBoth('5.1,oak,7\n')
    expect([schema.header, names, examples.length]).toEqual([false, ['1', '2', '3'], 1])
    expect((await readBoth('1,oak,3\n', { schema })).examples).toHaveLength(1)
  })

  test.each([
    ['beside numbers', 'n,m,y\n', 'unknown,2.5,1\n', (k: number) => `${k},${k * 0.5},${k % 2}`],
    ['beside a label', 'n,y\n', 'unknown,1\n', (k: number) => `${k},${k % 2}`],
    ['beside a string', 'n,town\n', 'unknown,c1\n', (k: number) => `${k},c${k % 3}`],
  ])('an odd cell in the first row %s names nothing', async (_, header, first, row) => {
    const { names, examples, report } = await readBoth(`${header}${first}${rows(40, row)}`, { label: null })
    expect([names, examples.length]).toEqual([header.trim().split(','), 41])
    expect(report.columns?.[0].odd).toBe(1)
  })

  test('nor does one in the first row of a file without a header', async () => {
    const { schema, examples } = await readBoth(`unknown,1,c1\n${rows(40, (k) => `${k},${k % 2},c${k % 3}`)}`)
    expect([schema.header, examples.length]).toEqual([false, 41])
  })

  test('nor does one that is the only typed cell, if two strings occur again', async () => {
    const { schema, examples } = await readBoth(
      `unknown,c1,no\n${rows(40, (k) => `${k},c${k % 3},${k % 2 ? 'yes' : 'no'}`)}`,
      { label: null },
    )
    expect([schema.header, examples.length]).toEqual([false, 41])
  })

  test('two rows of names are joined', async () => {
    const text = `trip,weather,,result\nday,rain,wind,y\n${rows(12, (k) => `${k % 5},${k * 0.5},${k * 2},${k % 2}`)}`
    const { names, notices, roles } = await readBoth(text)
    expect(names).toEqual(['trip day', 'weather rain', 'weather wind', 'result y'])
    expect(roles['weather rain']).toBe('numeric')
    expect(notices).toContain('header-rows')
  })
})

describe('names', () => {
  test.each([
    ['white space', ' a , b ,y\n', ['a', 'b', 'y'], []],
    ['an empty one', 'a,,y\n', ['a', 'column 2', 'y'], ['unnamed']],
    ['one twice', 'a,a,y\n', ['a', 'a.1', 'y'], ['renamed']],
    ['one twice, and the name it would get', 'a,a,a.1\n', ['a', 'a.2', 'a.1'], ['renamed']],
    ['quotes', '"a, b","c",y\n', ['a, b', 'c', 'y'], []],
  ] as const)('%s', async (_, header, names, notices) => {
    const found = await readBoth(header + body)
    expect(found.names).toEqual(names)
    expect(found.notices).toEqual(notices)
  })

  test('a byte order mark is no part of the first', async () => {
    expect((await readBoth(`\ufeffa,b,y\n${body}`)).names).toEqual(['a', 'b', 'y'])
  })
})

describe('the index of rows', () => {
  const numbered = rows(12, (k) => `${k},${(k * 7) % 5},${k % 2}`)
  test.each([
    ['without a name', ',a,y\n', numbered, 'ignore'],
    ['from 1', ',a,y\n', rows(12, (k) => `${k + 1},${(k * 7) % 5},${k % 2}`), 'ignore'],
    ['called Unnamed: 0', 'Unnamed: 0,a,y\n', numbered, 'ignore'],
    ['called index', 'index,a,y\n', numbered, 'ignore'],
    ['names of rows, all distinct', ',a,y\n', rows(12, (k) => `row ${k},${(k * 7) % 5},${k % 2}`), 'ignore'],
    ['called index, with values', 'index,a,y\n', rows(12, (k) => `${(k * 5) % 7},${k},${k % 2}`), 'numeric'],
    [
      'called index, with values that are distinct',
      'index,a,y\n',
      rows(12, (k) => `${k * 1.5},${k},${k % 2}`),
      'numeric',
    ],
    ['another name', 'id,a,y\n', numbered, 'numeric'],
    ['without a name, with values', ',a,y\n', rows(12, (k) => `${k % 3},${k},${k % 2}`), 'numeric'],
  ])('%s', async (_, header, text, role) => {
    const { roles, names, notices } = await readBoth(header + text)
    expect(roles[names[0]]).toBe(role)
    expect(notices.includes('index')).toBe(role === 'ignore')
  })

  test('an option includes it', async () => {
    const { roles } = await readBoth(`,a,y\n${numbered}`, { numeric: ['column 1'] })
    expect(roles['column 1']).toBe('numeric')
  })

  test('a delimiter only at the end of the header', async () => {
    const text = `Report of May\n\nmass,town,y,\n${body}`
    const found = await readBoth(text)
    expect([found.names, found.examples.length]).toEqual([['mass', 'town', 'y'], 12])
    const again = await readBoth(`mass,town,y,\n${body}`, { schema: found.schema })
    expect([again.examples.length, again.report.shortRows, again.notices]).toEqual([12, 0, []])
  })

  test('a header one field shorter than the rows', async () => {
    const { names, roles, examples, notices } = await readBoth(
      `mass,y\n${rows(12, (k) => `"r${k}",${k * 2},${k % 2}`)}`,
    )
    expect([names, roles['column 1'], examples.length]).toEqual([['column 1', 'mass', 'y'], 'ignore', 12])
    expect(notices).toContain('index')
  })
})

describe('the label', () => {
  test.each([
    ['a,label,b', 'label'],
    ['a,Target,b', 'Target'],
    ['a,class,b', 'class'],
    ['outcome,b,c', 'outcome'],
    ['a,y,b', 'y'],
    ['x,y,price', 'price'],
    ['X,Y,price', 'price'],
    ['y,label,b', 'label'],
    ['a,b,c', 'c'],
  ])('of %s is %s', async (header, label) => {
    const text = rows(12, (k) => `${k * 1.5},${(k * 5) % 7},${k % 2}`)
    const { report, roles } = await readBoth(`${header}\n${text}`)
    expect(roles[label]).toBe('label')
    expect(report.label).toEqual({
      column: label,
      by: label === 'c' || label === 'price' ? 'last' : 'name',
    })
  })

  test('the last column is never the index', async () => {
    const { report } = await readBoth(`,a\n${rows(12, (k) => `${k},${k % 2}`)}`)
    expect(report.label?.column).toBe('a')
  })
})

describe('a column that an option names', () => {
  const text = `id,Size,y\n${rows(12, (k) => `r${k},${k * 1.5},${k % 2}`)}`

  test('is found in another case and with white space, if that is unique', async () => {
    const { roles } = await readBoth(text, { tag: ' ID ', label: 'Y', categorical: ['size'] })
    expect(roles).toEqual({ id: 'tag', Size: 'categorical', y: 'label' })
    const two = text.replace('Size', 'ID')
    expect((await readBoth(two, { tag: 'ID' })).roles).toMatchObject({ ID: 'tag' })
    await expect(readBoth(two, { tag: 'Id' })).rejects.toMatchObject({ code: 'OL_INPUT_COLUMN', value: 'Id' })
  })

  test('is found so in a further file, by the name that the file gives it', async () => {
    const { schema } = await readBoth(text, { ignore: ['id'] })
    const further = text.replace('id', 'ID')
    for (const tag of ['id', 'ID'])
      expect((await readBoth(further, { schema, tag })).report.columns?.[0].role).toBe('tag')
    const added = text.replace('id', 'Key')
    const { schema: known } = await readBoth(text.replaceAll(/^[^,\n]*,/gm, ''), {})
    expect((await readBoth(added, { schema: known, tag: 'key' })).notices).toEqual([])
  })
})

test('a label before columns with other roles is not called the last column', async () => {
  const text = `a,y1,b\n${rows(12, (k) => `${k * 1.5},${k % 2},${k}`)}`
  const by = async (options: object) => (await readBoth(text, options)).report.label
  expect(await by({})).toEqual({ column: 'b', by: 'last' })
  expect(await by({ ignore: ['b'] })).toEqual({ column: 'y1', by: 'last-free' })
  expect(await by({ tag: 'b' })).toEqual({ column: 'y1', by: 'last-free' })
})
