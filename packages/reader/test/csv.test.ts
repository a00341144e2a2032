import { hashText, murmur3 } from '@ol/numerics'
import { OLError, type ReadOptions } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string) => hashText(name, 0, 'strings')
const cat = (column: string, value: string) => {
  const bytes = bytesOf(value)
  return murmur3(bytes, 0, bytes.length, h(column))
}

describe('CSV with missingAs absent: the meaning of a record', () => {
  const options: ReadOptions = {
    missingAs: 'absent',
    format: 'csv',
    delimiter: ',',
    header: true,
    label: 'y',
    numeric: ['n'],
    categorical: ['c'],
  }
  const cases: [string, string][] = [
    ['1,red,5', `2 5 1:1 ${cat('c', 'red')}:1`],
    ['1.5, red , 5 ', `2 5 ${h('n')}:1.5 ${cat('c', 'red')}:1`],
    ['"1.5","red","5"', `2 5 ${h('n')}:1.5 ${cat('c', 'red')}:1`],
    ['1,"a ""b"" c",5', `2 5 ${h('n')}:1 ${cat('c', 'a "b" c')}:1`],
    ['1,"a,b",5', `2 5 ${h('n')}:1 ${cat('c', 'a,b')}:1`],
    ['1," a ",5', `2 5 ${h('n')}:1 ${cat('c', ' a ')}:1`],
    ['1,"a\nb",5', `2 5 ${h('n')}:1 ${cat('c', 'a\nb')}:1`],
    ['1,"a\r\nb",5', `2 5 ${h('n')}:1 ${cat('c', 'a\r\nb')}:1`],
    ['1,a"b,5', `2 5 ${h('n')}:1 ${cat('c', 'a"b')}:1`],
    [',red,5', `2 5 ${cat('c', 'red')}:1`],
    ['?,NA,5', '2 5'],
    ['NaN,null,5', '2 5'],
    ['nan,NULL,5', '2 5'],
    ['"","?",5', '2 5'],
    ['0,red,5', `2 5 ${cat('c', 'red')}:1`],
    ['1,red,', `2 NaN ${h('n')}:1 ${cat('c', 'red')}:1`],
    ['1,7,5', `2 5 ${h('n')}:1 ${cat('c', '7')}:1`],
    ['-1e3,none,5', `2 5 ${h('n')}:-1000 ${cat('c', 'none')}:1`],
    ['  1  ,red,5', `2 5 ${h('n')}:1 ${cat('c', 'red')}:1`],
  ]
  test.each(cases)('%j', async (line, expected) => {
    const wanted = expected.replace(' 1:1 ', ` ${h('n')}:1 `)
    for (const text of [line, `${line}\n`, `${line}\r\n`, `${line}\n\n \n`]) {
      const { examples, report } = await collect(bytesOf(`n,c,y\n${text}`), options)
      expect(faultsOf(report)).toEqual([])
      expect(examples).toEqual([wanted])
    }
  })

  test('label, weight, tag and ignored columns, by name and number', async () => {
    const text = 'id,w,a,b,y\nx1,2,3,4,1\nx2,1,5,6,-1\n'
    const byName = await collect(bytesOf(text), { weight: 'w', tag: 'id', ignore: ['b'], label: 'y' })
    expect(byName.examples).toEqual([`2 1 w=2 t=x1 ${h('a')}:3`, `3 -1 t=x2 ${h('a')}:5`])
    const byNumber = await collect(bytesOf(text), { weight: 2, tag: '1', ignore: [-2], label: -1 })
    expect(byNumber.examples).toEqual(byName.examples)
    const none = await collect(bytesOf('a,b\n1,2\n3,4\n'), { label: null })
    expect(none.examples).toEqual([`2 NaN ${h('a')}:1 ${h('b')}:2`, `3 NaN ${h('a')}:3 ${h('b')}:4`])
  })
})

describe('a table between runs of blanks and tabs', () => {
  const names = ['name', 'size', 'staff', 'bills']
  const rows = Array.from({ length: 12 }, (_, k) => [`n${k}`, String(10 + k), String(k / 4), String(k % 5)])
  const written = (cells: readonly string[][], gaps: readonly string[], lead: string): string =>
    cells
      .map((row, r) => lead + row.reduce((text, cell, k) => text + gaps[(r + k) % gaps.length] + cell))
      .join('\n')
  const gaps = [' ', '\t', '   \t ', '\t\t', ' \t  \t']

  test('is the same whatever the runs are, with and without the name of the first column', async () => {
    for (const header of [names, names.slice(1)]) {
      const plain = await collect(bytesOf(written([header, ...rows], [' '], '')), {})
      expect(plain.schema).toMatchObject({ delimiter: ' ', header: true })
      expect(plain.schema?.columns?.at(-1)).toMatchObject({ name: 'bills', role: 'label' })
      for (const lead of ['', ' ', '\t', '  \t '])
        for (const end of ['\n', ' \t\n', '\t \r\n']) {
          const mixed = `${written([header, ...rows], gaps, lead).replaceAll('\n', end)}${end}`
          const { examples, report, schema } = await collect(bytesOf(mixed), {})
          expect(faultsOf(report)).toEqual([])
          expect(schema).toEqual(plain.schema)
          expect(examples).toEqual(plain.examples)
        }
    }
  })

  test('keeps tabs within quotes, and takes one after a quote as the end of the field', async () => {
    const options: ReadOptions = { delimiter: ' ', header: true, label: 'y', categorical: ['c'] }
    const { examples, report } = await collect(bytesOf('c x y\n"a\tb"\t\t1 2\n"a\tb" 1\t2\n'), options)
    expect(faultsOf(report)).toEqual([])
    expect(examples).toEqual([2, 3].map((line) => `${line} 2 ${cat('c', 'a\tb')}:1 ${h('x')}:1`))
  })

  test('is no table of tabs: there a blank is a part of the cell, and two tabs enclose an empty one', async () => {
    const text = 'name\tsize\ty\na b\t1\t2\nc d\t\t3\ne f\t2\t4\n'
    const { examples, schema } = await collect(bytesOf(text), { label: 'y', missingAs: 'absent' })
    expect(schema?.delimiter).toBe('\t')
    expect(examples[1]).toBe(`3 3 ${cat('name', 'c d')}:1`)
  })
})

describe('CSV with missingAs absent: bad records', () => {
  const options: ReadOptions = {
    missingAs: 'absent',
    delimiter: ',',
    header: false,
    label: 3,
    numeric: [1],
    categorical: [2],
  }
  const cases: [string, string][] = [
    ['x,red,5', '2:1 OL_LINE_TYPE'],
    ['1 2,red,5', '2:1 OL_LINE_TYPE'],
    ['1,red', '2:6 OL_LINE_COLUMNS'],
    ['1', '2:2 OL_LINE_COLUMNS'],
    ['1,red,5,', '2:9 OL_LINE_COLUMNS'],
    ['1,red,5,6,7', '2:9 OL_LINE_COLUMNS'],
    ['1,red,x', '2:7 OL_LINE_LABEL'],
    ['1,red,inf', '2:7 OL_LINE_LABEL'],
    ['inf,red,5', '2:1 OL_LINE_TYPE'],
    ['1e300,red,5', '2:1 OL_LINE_VALUE'],
    ['1e-300,red,5', '2:1 OL_LINE_VALUE'],
    ['1e-400,red,5', '2:1 OL_LINE_VALUE'],
    ['1,"red"x,5', '2:8 OL_LINE_QUOTE'],
    ['1,"red,5', '2:3 OL_LINE_QUOTE'],
    ['1,re\0d,5', '2:5 OL_LINE_ENCODING'],
    ['1,"r\ne\0d",5', '3:2 OL_LINE_ENCODING'],
    ['1,"r\ned",x', '3:5 OL_LINE_LABEL'],
  ]
  test.each(cases)('%j', async (line, expected) => {
    const among = await collect(bytesOf(`1,a,5\n${line}\n2,b,6\n`), options)
    expect(faultsOf(among.report)).toEqual([expected])
    const [first, last] = among.examples.map((e) => e.split(' ').slice(1).join(' '))
    expect(among.examples.length).toBe(2)
    expect(first).toBe(`5 1:1 ${cat('2', 'a')}:1`)
    expect(last).toBe(`6 1:2 ${cat('2', 'b')}:1`)
  })

  test('a quote that is not closed takes its own line only', async () => {
    const text = '1,a,5\n1,"b,5\n1,c,5\n1,"d",5\n1,e,5\n'
    const { report, examples } = await collect(bytesOf(text), options)
    expect(faultsOf(report)).toEqual(['2:3 OL_LINE_QUOTE'])
    expect(examples.map((e) => e.split(' ')[0])).toEqual(['1', '3', '4', '5'])
    const second = await collect(bytesOf('1,a,5\n1,"b\nc","d"x\n1,e,5\n'), options)
    expect(faultsOf(second.report)).toEqual(['2:3 OL_LINE_QUOTE', '3:1 OL_LINE_TYPE'])
    expect(second.examples.map((e) => e.split(' ')[0])).toEqual(['1', '4'])
  })
})

describe('CSV: schema inference', () => {
  const sniffed = async (text: string, options: ReadOptions = {}) => {
    const { schema, examples } = await collect(bytesOf(text), options)
    return { schema, examples }
  }
  test.each([
    ['a,b,y\n1,2,3\n4,5,6\n', ','],
    ['a;b;y\n1,5;2;3\n4,5;5;6\n', ';'],
    ['a\tb\ty\n1\t2\t3\n', '\t'],
    ['a|b|y\n1|2|3\n', '|'],
    ['1 2  3\n4  5 6\n', ' '],
    ['1, a b, 3\n4, c d, 6\n', ','],
  ])('the delimiter of %j', async (text, delimiter) => {
    expect((await sniffed(text)).schema?.delimiter).toBe(delimiter)
  })

  test.each([
    ['a,b\n1,2\n', true],
    ['1,2\n3,4\n', false],
    ['a,1\nb,2\n', false],
    ['x,target\nu,v\n', true],
    ['kind,text\nspam,a\nham,b\nspam,c\nham,d\nspam,e\n', true],
    ['spam,a\nham,b\nspam,c\nham,d\nspam,e\n', false],
    ['a,a\n1,2\n', true],
  ])('the header of %j', async (text, header) => {
    expect((await sniffed(text, { labels: 'real', label: null })).schema?.header).toBe(header)
  })

  test.each([
    ['a,Class,b\n1,2,3\n', 'Class'],
    ['a,y,b\n1,2,3\n', 'y'],
    ['y,label\n1,2\n', 'label'],
    ['a,b,c\n1,2,3\n', 'c'],
  ])('the label of %j', async (text, label) => {
    const { schema } = await sniffed(text)
    expect(schema?.columns?.find((column) => column.role === 'label')?.name).toBe(label)
  })

  test('two strings as labels: the later in byte order is +1', async () => {
    const { schema, examples } = await sniffed('a,y\n1,yes\n2,no\n3,yes\n4,maybe\n', {
      labels: 'sign',
      positive: 'yes',
    })
    expect(schema?.positive).toBe('yes')
    expect(examples.map((e) => e.split(' ')[1])).toEqual(['1', '-1', '1', '-1'])
    const two = await sniffed('a,y\n1,50000+.\n2,- 50000.\n3,\n', { labels: 'sign' })
    expect(two.schema?.labelTexts).toEqual(['- 50000.', '50000+.'])
    expect(two.examples.map((e) => e.split(' ')[1])).toEqual(['1', '-1', 'NaN'])
  })

  test('strings as labels that are ambiguous', async () => {
    const code = (text: string, options: ReadOptions) =>
      sniffed(text, options).then(
        () => 'none',
        (error) => (error as OLError).code,
      )
    expect(await code('a,y\n1,yes\n2,no\n', { labels: 'real' })).toBe('OL_LABEL')
    expect(await code('a,y\n1,yes\n2,yes\n', { labels: 'sign' })).toBe('OL_LABEL')
    expect(await code('a,y\n1,u\n2,v\n3,w\n', { labels: 'sign' })).toBe('OL_LABEL')
    expect(await code('a,y\n1,2\n', { label: 'z' })).toBe('OL_INPUT_COLUMN')
    expect(await code('a,y\n1,2\n', { ignore: [3] })).toBe('OL_INPUT_COLUMN')
    expect(await code('a,y\n1,2\n', { ignore: ['a'], numeric: ['a'] })).toBe('OL_PARAMETER')
    expect(await code('1 | a\n', { label: 'y' })).toBe('OL_INPUT_COLUMN')
  })

  test('a later label that is neither string is a bad line', async () => {
    const filler = Array.from({ length: 60000 }, (_, i) => `${i},some filler,${i % 2 ? 'yes' : 'no'}`).join(
      '\n',
    )
    const { report } = await collect(bytesOf(`${filler}\n1,x,maybe\n1,x,yes\n`), { labels: 'sign' })
    expect(faultsOf(report)).toEqual(['60001:5 OL_LINE_LABEL'])
  })

  test('a schema reads a further file the same way, in another order and without labels', async () => {
    const { schema } = await sniffed('a,c,y\n1,u,5\n2,v,6\n')
    if (schema === undefined) throw new Error('no schema')
    const again = JSON.parse(JSON.stringify(schema))
    const same = await collect(bytesOf('y,a,c\n5,1,u\n'), { schema: again })
    expect(same.examples).toEqual([`2 5 ${h('a')}:1 ${cat('c', 'u')}:1`])
    const unlabelled = await collect(bytesOf('a,c\n1,u\n'), { schema: again })
    expect(unlabelled.examples).toEqual([`2 NaN ${h('a')}:1 ${cat('c', 'u')}:1`])
    const headless = await collect(bytesOf('1,u,5\n2,v\n'), { schema: again })
    expect(headless.examples).toEqual([
      `1 5 ${h('a')}:1 ${cat('c', 'u')}:1`,
      `2 NaN ${h('a')}:2 ${cat('c', 'v')}:1`,
    ])
    expect(headless.report).toMatchObject({ skipped: 0, shortRows: 1 })
    await expect(collect(bytesOf('a,y\n1,5\n'), { schema: again })).rejects.toThrow(OLError)
    await expect(collect(bytesOf('a,c,y,z\n1,u,5,7\n'), { schema: again })).rejects.toThrow(OLError)
  })
})

describe('a header of more than a megabyte', () => {
  const names = Array.from({ length: 16_000 }, (_, i) => `column${'_of_a_long_name'.repeat(5)}${i}`)
  const rows = [1, 2, 3].map(
    (y) => `${Array.from({ length: names.length - 1 }, (_, i) => (i === 0 ? y : 0))},${y}`,
  )
  const wide = bytesOf([names.join(','), ...rows].join('\n'))

  const known = [{}, { format: 'csv' }, { delimiter: ',' }] as const
  test.each(isFull ? known : known.slice(0, 1))('is read with %j', async (options) => {
    const { examples, schema } = await collect(wide, options)
    expect(examples.map((line) => line.split(' ')[1])).toEqual(['1', '2', '3'])
    expect(schema?.columns?.map(({ name }) => name)).toEqual(names)
  })

  test('over the cap it is a line that is too long, and not a format to be named', async () => {
    for (const options of [{}, { format: 'csv' }] as const)
      await expect(collect(wide, { ...options, maxLineBytes: 1 << 20 })).rejects.toMatchObject({
        code: 'OL_LINE_LONG',
        line: 1,
        value: 1 << 20,
      })
  })
})

test('without a delimiter the message names what is missing: not a format that was given', async () => {
  const text = 'x,y\nz\np,q,r\ns\nt,u,v,w\nx\n'
  await expect(collect(bytesOf(text), { format: 'csv' })).rejects.toThrow('name the delimiter (delimiter)')
  await expect(collect(bytesOf(text))).rejects.toThrow('name its format (format)')
})
