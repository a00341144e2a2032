import type { Schema } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { featuresOf, readBoth, refusal, rows } from './read-both.js'

// A further input of a known schema: its columns are found by their names.

const table = (header: string, cells: (k: number) => string) => `${header}\n${rows(20, cells)}`
const first = table('size,town,y', (k) => `${k + 0.5},c${k % 3},${k % 2}`)
const names = ['size', 'town=c0', 'town=c1', 'town=c2', 'size=missing', 'town=missing']
const types = { size: 'numeric', town: '{c0,c1,c2}', y: '{0,1}' } as const

/** Returns an ARFF file of these attributes. */
function arff(columns: readonly (keyof typeof types)[], cells: (k: number) => string): string {
  const attributes = columns.map((name) => `@attribute ${name} ${types[name]}\n`)
  return `% made by a tool\n@relation towns\n${attributes.join('')}@data\n${rows(20, cells)}`
}

const schemaOf = async (text: string): Promise<Schema> => (await readBoth(text)).schema

/** Returns the features of the first example of an input that follows the first one. */
async function following(text: string, options: object = {}) {
  const found = await readBoth(text, { schema: await schemaOf(first), ...options })
  const [, label] = found.examples[0].split(' ')
  return { ...found, label, features: featuresOf(found.examples[0], names).toSorted() }
}

describe('columns are matched', () => {
  test.each([
    ['in another order', table('y,town,size', (k) => `${k % 2},c${k % 3},${k + 0.5}`), []],
    ['in another case', table('SIZE,Town,y', (k) => `${k + 0.5},c${k % 3},${k % 2}`), ['matched']],
    ['with white space and quotes', table('" size ", town,"y"', (k) => `${k + 0.5},c${k % 3},${k % 2}`), []],
    ['as JSON Lines', rows(20, (k) => JSON.stringify({ y: k % 2, town: `c${k % 3}`, size: k + 0.5 })), []],
    ['as ARFF', arff(['y', 'town', 'size'], (k) => `${k % 2},'c${k % 3}',${k + 0.5}`), []],
    ['as sparse ARFF', arff(['y', 'size', 'town'], (k) => `{0 ${k % 2}, 1 ${k + 0.5}, 2 "c${k % 3}"}`), []],
    ['in another dialect', table('size;town;y', (k) => `${k + 0.5};c${k % 3};${k % 2}`), []],
    ['in another dialect, quoted', table('"size";"town";"y"', (k) => `${k + 0.5};"c${k % 3}";${k % 2}`), []],
    ['behind comments', `# made by a tool\n${first}`, ['preamble']],
    ['without a header', first.slice(first.indexOf('\n') + 1), ['no-header']],
    [
      'without a header behind a title and a blank line',
      `Towns\n\n${first.slice(first.indexOf('\n') + 1)}`,
      ['preamble', 'no-header'],
    ],
    ['with an index', table(',size,town,y', (k) => `${k},${k + 0.5},c${k % 3},${k % 2}`), []],
    [
      'with an index without a name above',
      table('size,town,y', (k) => `r${k},${k + 0.5},c${k % 3},${k % 2}`),
      [],
    ],
  ] as const)('%s', async (_, text, notices) => {
    const found = await following(text)
    expect([found.label, found.features, found.examples.length]).toEqual(['0', ['size:0.5', 'town=c0'], 20])
    expect(found.notices).toEqual(notices)
  })

  test('by their places if the schema has no names, after a title and comments', async () => {
    const text = rows(20, (k) => `${k + 0.5},c${k % 3},${k % 2}`)
    const titled = `# Towns, 2024, all\n# of one country\n\n${text}`
    const { schema, examples, notices } = await readBoth(titled)
    expect([schema.header, examples.length, notices]).toEqual([false, 20, ['preamble']])
    const texts = (lines: readonly string[]) => lines.map((line) => line.slice(line.indexOf(' ')))
    const plain = await readBoth(text, { schema })
    expect([texts(plain.examples), plain.notices]).toEqual([texts(examples), []])
    const again = await readBoth(titled, { schema, skippedLines: true })
    expect([again.examples, again.notices]).toEqual([examples, ['preamble']])
  })

  describe('with names in several rows', () => {
    const cells = (k: number) => `${k + 0.5},c${k % 3},${k % 2}`
    const grouped = table('trip,place,\nsize,town,y', cells)

    test.each([
      ['the same', grouped],
      ['with a preamble', `# a tool\n${grouped}`],
      ['in another order', table('place,trip,y\ntown,size,', (k) => `c${k % 3},${k + 0.5},${k % 2}`)],
      ['in one row', table('trip size,place town,place y', cells)],
    ])('%s', async (_, text) => {
      const schema = await schemaOf(grouped)
      expect(schema.columns?.map(({ name }) => name)).toEqual(['trip size', 'place town', 'place y'])
      const { examples } = await readBoth(text, { schema, newColumns: 'ignore' })
      expect(examples).toHaveLength(20)
      const known = ['trip size', 'place town=c0']
      expect(featuresOf(examples[0], known).toSorted()).toEqual(['place town=c0', 'trip size:0.5'])
    })

    test('of several files each has its rows of names', async () => {
      expect((await readBoth([grouped, grouped])).examples).toHaveLength(40)
    })

    test('the first of which alone names most columns', async () => {
      const text = table(
        'size,town,price,rooms,y\nc,,,,class',
        (k) => `${k + 0.5},t${k % 3},${k},${k + 2},${k % 2}`,
      )
      const schema = await schemaOf(text)
      const found = schema.columns?.map(({ name }) => name)
      expect(found).toEqual(['size c', 'town', 'price', 'rooms', 'y class'])
      expect((await readBoth(text, { schema })).examples).toHaveLength(20)
    })
  })

  test('without the label, which is to be predicted', async () => {
    const { label, features } = await following(table('town,size', (k) => `c${k % 3},${k + 0.5}`))
    expect([label, features]).toEqual(['NaN', ['size:0.5', 'town=c0']])
  })

  test('with one name over two columns, as the first file', async () => {
    const text = table(',y', (k) => `${k},${(k % 4) + 0.5}`)
    const { examples, report } = await readBoth(text, { schema: await schemaOf(text) })
    expect([examples.length, report.skipped]).toEqual([20, 0])
  })

  test('with new columns, which are ignored if an option says so', async () => {
    const text = table('size,town,extra,y', (k) => `${k + 0.5},c${k % 3},9,${k % 2}`)
    const { features, report } = await following(text, { newColumns: 'ignore' })
    expect(features).toEqual(['size:0.5', 'town=c0'])
    expect(report.warnings).toMatchObject([{ why: 'new-columns', columns: ['extra'] }])
    const refused = await refusal(text, { schema: await schemaOf(first) })
    expect(refused).toMatchObject({ code: 'OL_INPUT_COLUMNS', message: expect.stringContaining('"extra"') })
  })

  test('two names that differ only by case stay two', async () => {
    const both = table('a,A,y', (k) => `${k},${2 * k + 0.5},${k % 2}`)
    const schema = await schemaOf(both)
    const found = await readBoth(
      table('A,a,y', (k) => `${2 * k + 0.5},${k},${k % 2}`),
      { schema },
    )
    expect(featuresOf(found.examples[1], ['a', 'A'])).toEqual(['A:2.5', 'a:1'])
    expect(
      await refusal(
        table('a,B,y', (k) => `${k},1,${k % 2}`),
        { schema },
      ),
    ).toMatchObject({ code: 'OL_INPUT_COLUMNS' })
  })

  test('a name that is two of them in another case is neither', async () => {
    const schema = await schemaOf(table('ab,AB,y', (k) => `${k},${2 * k + 0.5},${k % 2}`))
    const text = table('ab,Ab,y', (k) => `${k},${2 * k + 0.5},${k % 2}`)
    expect(await refusal(text, { schema })).toMatchObject({ code: 'OL_INPUT_COLUMNS' })
  })

  test('several files in one reading', async () => {
    const { examples, report } = await readBoth([
      first,
      table('y,town,size', (k) => `${k % 2},c${k % 3},${k + 0.5}`),
    ])
    expect([examples.length, report.skipped]).toEqual([40, 0])
  })
})

describe('columns are not matched', () => {
  test('one is missing: named, with the new ones', async () => {
    const { code, message } = await refusal(
      table('size,city,y', (k) => `${k},c,${k % 2}`),
      { schema: await schemaOf(first) },
    )
    expect(code).toBe('OL_INPUT_COLUMNS')
    expect(message).toMatch(/"town".*missing.*"city"/)
  })

  test('nothing matches', async () => {
    const { code, line } = await refusal(
      table('a,b,c', (k) => `t${k},c,${k % 2}`),
      { schema: await schemaOf(first) },
    )
    expect([code, line]).toEqual(['OL_INPUT_COLUMNS', 1])
  })

  test('the line of the header, after titles', async () => {
    const schema = await schemaOf(first)
    for (const names of ['size,city,y', 'a,b,c', 'size,town,extra,y']) {
      const cells = names.split(',').map((name, k) => (name === 'y' ? '1' : `t${k}`))
      const text = `Sales of shops\n\n# by town\n${table(names, () => cells.join(','))}`
      const { code, line } = await refusal(text, { schema })
      expect([names, code, line]).toEqual([names, 'OL_INPUT_COLUMNS', 4])
    }
  })

  test('a long preamble before the header, as in the first file', async () => {
    const cells = (k: number) => `${k + 0.5},c${k % 3},${k % 2}`
    const text = `${rows(30, (k) => `note ${k} about the shops`)}size,town,y\n${rows(60, cells)}`
    const { examples } = await readBoth(text, { schema: await schemaOf(text) })
    expect(examples).toHaveLength(60)
    // rows before a header that are no preamble
    const joined = `${rows(30, cells)}${first}`
    expect((await readBoth(joined, { schema: await schemaOf(first) })).examples).toHaveLength(50)
  })

  test('never by place, if the first line is a header of other names over values that fit', async () => {
    const text = table('weight,city,label', (k) => `${k},c,${k % 2}`)
    expect((await refusal(text, { schema: await schemaOf(first) })).code).toBe('OL_INPUT_COLUMNS')
  })
})

describe('after ARFF', () => {
  const own = arff(['size', 'town', 'y'], (k) => `${k + 0.5},c${k % 3},${k % 2}`)

  test.each([
    ['ARFF in another order', arff(['y', 'town', 'size'], (k) => `${k % 2},c${k % 3},${k + 0.5}`), []],
    ['rows alone', rows(20, (k) => `${k + 0.5},'c${k % 3}',${k % 2}`), ['no-header']],
    ['CSV', table('size,town,y', (k) => `${k + 0.5},"c${k % 3}",${k % 2}`), []],
    ['CSV in another order', table('y;size;town', (k) => `${k % 2};${k + 0.5};c${k % 3}`), []],
    ['JSON Lines', rows(20, (k) => JSON.stringify({ y: k % 2, town: `c${k % 3}`, size: k + 0.5 })), []],
  ])('%s', async (_, text, notices) => {
    const { examples } = await readBoth(own)
    const again = await readBoth(text, { schema: await schemaOf(own) })
    expect(again.examples).toHaveLength(20)
    expect(again.notices).toEqual(notices)
    const sorted = (lines: readonly string[]) => lines.map((line) => line.split(' ').slice(1).toSorted())
    expect(sorted(again.examples)).toEqual(sorted(examples))
  })

  test('a table with other columns is refused', async () => {
    const text = table('width,town,y', (k) => `${k + 0.5},c${k % 3},${k % 2}`)
    expect(await refusal(text, { schema: await schemaOf(own) })).toMatchObject({ code: 'OL_INPUT_COLUMNS' })
  })
})

test('JSON Lines whose first line is bad are refused with the flag that reads them', async () => {
  const text = `{"size":\n${rows(20, (k) => JSON.stringify({ size: k + 0.5, town: `c${k % 3}`, y: k % 2 }))}`
  const { code, message } = await refusal(text, { schema: await schemaOf(first) })
  expect([code, message]).toEqual(['OL_INPUT_BINARY', expect.stringContaining('--format jsonl')])
})

describe('by place', () => {
  test('without a header if the values fit, with a notice', async () => {
    const { features, label, notices } = await following(rows(20, (k) => `${k + 0.5},c${k % 3},${k % 2}`))
    expect([label, features, notices]).toEqual(['0', ['size:0.5', 'town=c0'], ['no-header']])
  })

  test.each([';', '\t', '";"'])('in another dialect, %j', async (delimiter) => {
    const quote = delimiter.replace(/[;\t]+"?$/, '')
    const cells = (k: number) => [k + 0.5, `c${k % 3}`, k % 2].join(delimiter)
    const text = rows(20, (k) => `${quote}${cells(k)}${quote}`)
    const { features, label, notices } = await following(text)
    expect([label, features, notices]).toEqual(['0', ['size:0.5', 'town=c0'], ['no-header']])
    const schema = await schemaOf(rows(20, (k) => `${k + 0.5},c${k % 3},${k % 2}`))
    const { examples, report } = await readBoth(text, { schema })
    expect([examples.length, report.skipped]).toEqual([20, 0])
    expect(featuresOf(examples[0], ['1', '2=c0']).toSorted()).toEqual(['1:0.5', '2=c0'])
  })

  test('if the first input had none', async () => {
    const text = rows(20, (k) => `${k + 0.5},c${k % 3},${k % 2}`)
    const schema = await schemaOf(text)
    expect((await readBoth(text, { schema })).examples).toHaveLength(20)
    const unlabelled = await readBoth(
      rows(20, (k) => `${k + 0.5},c${k % 3}`),
      { schema },
    )
    expect(unlabelled.examples[0]).toMatch(/^1 NaN /)
  })
})

describe('types do not change', () => {
  test('a column of numbers that now has only words', async () => {
    const { features, report } = await following(table('size,town,y', (k) => `NA,c${k % 3},${k % 2}`))
    expect(features).toEqual(['size:NaN', 'size=missing', 'town=c0'])
    expect(report.columns?.[0]).toMatchObject({ missing: 20, odd: 0 })
  })

  test('a column of strings that now has only numbers', async () => {
    const schema = await schemaOf(first)
    const { examples } = await readBoth(
      table('size,town,y', (k) => `${k},7,${k % 2}`),
      { schema },
    )
    expect(featuresOf(examples[0], ['town=7'])).toContain('town=7')
  })

  test('dates in the order of the first file', async () => {
    const schema = await schemaOf(table('v,y', (k) => `${1 + k}/05/2026,${k % 2}`))
    const { examples } = await readBoth(
      table('v,y', (k) => `01/05/2026,${k % 2}`),
      { schema },
    )
    expect(featuresOf(examples[0], ['v=May', 'v=January'])).toContain('v=May')
  })
})

describe('a file without rows', () => {
  test.each([
    ['the first', ['size,town,y\n', first]],
    ['the second', [first, 'size,town,y\n']],
    ['both ends', ['size,town,y\n', first, 'size,town,y\n']],
  ])('%s decides nothing', async (_, texts) => {
    const { examples, roles } = await readBoth(texts)
    expect([examples.length, roles.size]).toEqual([20, 'numeric'])
  })

  test('alone it has its columns, and no examples', async () => {
    const { names: own, examples } = await readBoth('size,town,y\n', { label: null })
    expect([own, examples]).toEqual([['size', 'town', 'y'], []])
  })
})
