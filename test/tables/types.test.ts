import { train } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { columnStats, featuresOf, numbersOf, readBoth, rows } from './read-both.js'

// The type of a column, by the evidence of its cells, and the features of its cells.

/** A table of one column and a label, 100 rows long. */
const column = (cell: (k: number) => string, quoted = false) =>
  `v,y\n${rows(100, (k) => `${quoted ? `"${cell(k)}"` : cell(k)},${k % 2}`)}`

describe('numbers', () => {
  test.each([
    ['95 of 100', 95, 'numeric', []],
    ['94 of 100', 94, 'categorical', ['mixed']],
    ['50 of 100', 50, 'categorical', ['mixed']],
    ['49 of 100', 49, 'categorical', []],
  ] as const)('%s', async (_, numbers, role, notices) => {
    const { roles, ...found } = await readBoth(column((k) => (k < numbers ? `${k}.5` : `text ${k % 3}`)))
    expect(roles.v).toBe(role)
    expect(found.notices).toEqual(notices)
    const { missing, odd } = found.report.columns?.find(({ name }) => name === 'v') ?? {}
    expect([missing, odd]).toEqual(role === 'numeric' ? [5, 5] : [0, 0])
    expect(found.examples).toHaveLength(100)
  })

  test.each([
    ['numbers', (k: number) => `${k + 0.5} `, 'numeric', 0.5],
    ['thousands', (k: number) => `  ${1 + k},${100 + k}\t`, 'numeric thousands', 1100],
    ['percent', (k: number) => ` ${k + 0.5} % `, 'numeric percent', 0.5],
    ['dates', (k: number) => ` 1970-01-${10 + (k % 20)} `, 'date', 9],
  ])('blanks within quotes are no part of %s', async (_, cell, role, first) => {
    const text = column((k) => (k === 1 ? '  ' : cell(k)), true)
    const found = await readBoth(text)
    expect(found.roles.v).toBe(role)
    expect(numbersOf(found, 'v')[0]).toBe(first)
    expect(found.report.columns?.[0]).toMatchObject({ missing: 1, odd: 0 })
    const { report } = await readBoth(text, { schema: found.schema })
    expect(report.columns?.[0]).toMatchObject({ missing: 1, odd: 0 })
  })

  test('nor of true and false, weights and labels, but they are of strings', async () => {
    const text = `b,w,s,y\n${rows(20, (k) => `" ${k % 2 === 0} "," 2 "," a","${k % 2} "`)}`
    const { examples, roles, schema } = await readBoth(text, { weight: 'w', task: 'auto' })
    expect([roles.b, schema.labelTexts, examples.length]).toEqual(['boolean', ['0', '1'], 20])
    expect(examples.slice(0, 2).map((line) => line.split(' ')[1])).toEqual(['-1', '1'])
    const features = featuresOf(examples[0], ['b=true', 's= a', 's=a'])
    expect(features).toEqual(expect.arrayContaining(['b=true', 's= a']))
  })

  test('with missingAs absent blanks within quotes are part of every cell', async () => {
    const { roles } = await readBoth(
      column((k) => `${k}.5 `, true),
      { missingAs: 'absent' },
    )
    expect(roles.v).toBe('categorical')
  })

  test('cells without a value are not counted among them', async () => {
    const { roles } = await readBoth(column((k) => (k < 60 ? '' : k < 98 ? `${k}` : 'text')))
    expect(roles.v).toBe('numeric')
  })

  test.each([
    ['thousands', (k: number) => `${1 + k},${100 + k}`, 'numeric thousands', 1100],
    ['thousands with decimals', (k: number) => `${1 + k},${100 + k}.5`, 'numeric thousands', 1100.5],
    [
      'thousands with points, decimal commas',
      (k: number) => `${1 + k}.${100 + k},5`,
      'numeric thousands',
      1100.5,
    ],
    ['spaces', (k: number) => `${1 + k} ${100 + k}`, 'numeric spaces', 1100],
    ['narrow spaces', (k: number) => `${1 + k}\u202f${100 + k}`, 'numeric spaces', 1100],
    ['apostrophes', (k: number) => `${1 + k}'${100 + k}`, 'numeric apostrophes', 1100],
    ['percent', (k: number) => `${k + 0.5}%`, 'numeric percent', 0.5],
    ['percent after a space', (k: number) => `${k + 0.5} %`, 'numeric percent', 0.5],
    ['dollars', (k: number) => `$${k + 0.5}`, 'numeric currency', 0.5],
    ['euros behind', (k: number) => `${k + 0.5} €`, 'numeric currency', 0.5],
    [
      'negative dollars with thousands',
      (k: number) => `-$${1 + k},${100 + k}`,
      'numeric thousands currency',
      -1100,
    ],
    ['a minus sign of typographers', (k: number) => `\u2212${k + 0.5}`, 'numeric', -0.5],
    ['exponents', (k: number) => `${k + 1}e-3`, 'numeric', 0.001],
  ])('%s', async (_, cell, role, first) => {
    const found = await readBoth(column(cell, true))
    expect(found.roles.v).toBe(role)
    expect(numbersOf(found, 'v')[0]).toBe(first)
    expect(numbersOf(found, 'v')).toHaveLength(100)
    expect(found.report.columns?.[0].odd).toBe(0)
  })

  test('marks of thousands in the wrong places are odd', async () => {
    const { report, roles } = await readBoth(
      column((k) => (k === 7 ? '12,34,567' : `${1 + k},${100 + k}`), true),
    )
    expect(roles.v).toBe('numeric thousands')
    expect(report.columns?.[0].oddCells).toMatchObject([{ line: 9, text: '12,34,567' }])
  })

  test.each([
    ['1e-150', 0],
    ['1e150', 1],
    ['inf', 1],
    ['-Infinity', 1],
    ['0x10', 1],
  ])('%s among numbers', async (cell, odd) => {
    const { report, examples } = await readBoth(column((k) => (k === 7 ? cell : `${k + 1}`)))
    expect([examples.length, report.columns?.[0].odd, report.columns?.[0].missing]).toEqual([100, odd, odd])
  })

  test('categories of numbers keep one spelling as labels of classes do', async () => {
    const { roles } = await readBoth(
      column((k) => `${k % 3}`),
      { categorical: ['v'] },
    )
    expect(roles.v).toBe('categorical')
  })
})

describe('numbers with a mark', () => {
  const value = (k: number) => `${(k * 7) % 90}.${k % 10}`
  test.each([
    ['a unit', (k: number) => `${value(k)} kg`, ['marked-numbers']],
    ['degrees', (k: number) => `-${value(k)}°C`, ['marked-numbers']],
    ['parentheses', (k: number) => (k % 3 ? `(${value(k)})` : value(k)), ['marked-numbers']],
    ['a minus sign behind', (k: number) => (k % 3 ? `${value(k)}-` : value(k)), ['marked-numbers']],
    ['several units', (k: number) => `${value(k)} ${k % 2 ? 'kg' : 'g'}`, []],
    ['few values', (k: number) => `${5 * (k % 4)} km`, []],
    ['codes', (k: number) => `${k % 50}${'abcdef'[k % 6]}`, []],
    ['quarters', (k: number) => `${2000 + (k % 20)}Q${1 + (k % 4)}`, ['periods']],
    ['months', (k: number) => `${2000 + (k % 20)}-${10 + (k % 3)}`, ['periods']],
    ['weeks', (k: number) => `2000-W${10 + (k % 40)}`, ['periods']],
    ['few months', (k: number) => `2000-${10 + (k % 3)}`, []],
    ['ranges of years', (k: number) => `${2000 + (k % 30)}-${20 + (k % 30)}`, []],
    ['durations', (k: number) => (k % 2 ? `PT${k}S` : `P1DT${k}.5H`), ['durations']],
    ['words with P', (k: number) => `P${k}`, []],
    ['coordinates', (k: number) => `"${value(k)}, -${value(k + 1)}"`, ['pairs']],
    ['coordinates in parentheses', (k: number) => `(${value(k)} ${value(k + 1)})`, ['pairs']],
    ['versions', (k: number) => `${k % 9}.${k}.0`, []],
  ] as const)('%s', async (_, cell, notices) => {
    const found = await readBoth(column(cell))
    expect(found.roles.v).toBe('categorical')
    expect(found.notices).toEqual(notices)
  })

  test('gives no notice if strings are requested', async () => {
    const found = await readBoth(
      column((k) => `${value(k)} kg`),
      { categorical: ['v'] },
    )
    expect(found.notices).toEqual([])
  })
})

describe('booleans', () => {
  test.each([
    ['true', 'false'],
    ['True', 'False'],
    ['TRUE', 'FALSE'],
  ])('%s and %s', async (yes, no) => {
    const { roles, examples } = await readBoth(column((k) => (k % 2 ? yes : no)))
    expect(roles.v).toBe('boolean')
    const names = ['v=true', 'v=false']
    expect(examples.slice(0, 2).map((line) => featuresOf(line, names))).toEqual([['v=false'], ['v=true']])
  })

  test('yes and no are strings, and --categorical keeps the spelling', async () => {
    expect((await readBoth(column((k) => (k % 2 ? 'yes' : 'no')))).roles.v).toBe('categorical')
    const { examples } = await readBoth(
      column((k) => (k % 2 ? 'True' : 'False')),
      { categorical: ['v'] },
    )
    expect(featuresOf(examples[0], ['v=False', 'v=false'])).toEqual(['v=False'])
  })

  test('a cell that is neither is odd', async () => {
    const { report, examples } = await readBoth(
      column((k) => (k === 7 ? 'perhaps' : k % 2 ? 'true' : 'false')),
    )
    expect(report.columns?.[0].odd).toBe(1)
    expect(featuresOf(examples[7], ['v=missing'])).toEqual(['v=missing'])
  })
})

describe('dates', () => {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = (k: number) => 1 + (k % 28)
  const month = (k: number) => 1 + (k % 12)
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'July', 'Aug', 'Sept', 'October', 'Nov', 'Dec']
  test.each([
    ['Y-M-D', (k: number) => `2026-${two(month(k))}-${two(day(k))}`, 'date', []],
    ['Y/M/D', (k: number) => `2026/${month(k)}/${day(k)}`, 'date', []],
    ['D.M.Y', (k: number) => `${day(k)}.${month(k)}.2026`, 'date dmy', []],
    ['D/M/Y', (k: number) => `${day(k)}/${month(k)}/2026`, 'date dmy', []],
    ['M/D/Y', (k: number) => `${month(k)}/${day(k)}/2026`, 'date mdy', []],
    ['M/D/y', (k: number) => `${month(k)}/${day(k)}/26`, 'date mdy', []],
    ['M/D/Y or D/M/Y', (k: number) => `${month(k)}/${month(k)}/2026`, 'date mdy', ['date-order']],
    ...[
      (k: number) => `${names[k % 12]} ${day(k)} 2000`,
      (k: number) => `${day(k)} ${names[k % 12]} 2000`,
      (k: number) => `${two(day(k))}-${names[k % 12]}-2000`,
      (k: number) => `${two(day(k))}${names[k % 12].toUpperCase()}2000`,
      (k: number) => `"${names[k % 12]}. ${day(k)}th, 2000"`,
      (k: number) => `"Monday, ${day(k)}/${names[k % 12]}/00 12:${10 + (k % 50)}"`,
    ].map((cell) => [`named months: ${cell(0)}`, cell, 'categorical', ['named-months']] as const),
    ['a month and a number', (k: number) => `${names[k % 12]}${100 + k}`, 'categorical', []],
    ['a month and a year', (k: number) => `${names[k % 12]}-00`, 'categorical', []],
    ['some named months', (k: number) => (k % 8 ? `${day(k)} May 2000` : 'unknown'), 'categorical', []],
    ['with a time', (k: number) => `2026-${two(month(k))}-${two(day(k))} 12:${10 + (k % 50)}:00`, 'date', []],
    ['with a zone', (k: number) => `2026-${two(month(k))}-${two(day(k))}T12:00:00+02:00`, 'date', []],
    ['a time of day', (k: number) => `${two(k % 24)}:15`, 'date time', []],
    ['AM and PM', (k: number) => `${1 + (k % 12)}:15 ${k % 2 ? 'AM' : 'PM'}`, 'date time', []],
    [
      'the 31st of February',
      (k: number) => (k < 90 ? `2026-02-${two(day(k))}` : '2026-02-31'),
      'categorical',
      [],
    ],
  ] as const)('%s', async (_, cell, role, notices) => {
    const found = await readBoth(column(cell))
    expect(found.roles.v).toBe(role)
    expect(found.notices).toEqual(notices)
  })

  const text = column((k) => (k === 0 ? '1970-01-11 13:30' : `2026-${two(month(k))}-${two(day(k))}`))
  const featureNames = ['v', 'v=January', 'v=Sunday', 'v=13:00', 'v=1970-01-11 13:30']
  test.each([
    ['full', ['v:10.5625', 'v=January', 'v=Sunday', 'v=13:00']],
    ['number', ['v:10.5625']],
    ['off', ['v=1970-01-11 13:30']],
  ] as const)('become by --dates %s', async (dates, features) => {
    const { examples } = await readBoth(text, { dates })
    expect(featuresOf(examples[0], featureNames)).toEqual(features)
  })

  test('with names of months give no notice if they are requested as strings', async () => {
    const found = await readBoth(
      column((k) => `${day(k)} May 2000`),
      { dates: 'off' },
    )
    expect(found.notices).toEqual([])
  })

  test('a zone moves the days, and not the hour', async () => {
    const { examples } = await readBoth(column(() => '1970-01-11T13:30:00+01:30'))
    expect(featuresOf(examples[0], featureNames)).toEqual(['v:10.5', 'v=January', 'v=Sunday', 'v=13:00'])
  })
})

describe('missing values', () => {
  const words = [
    '',
    'NA',
    'N/A',
    '#N/A',
    'n/a',
    '<NA>',
    'NaN',
    '-NaN',
    'NULL',
    'null',
    'None',
    'nil',
    '?',
    '-',
    '.',
    'missing',
  ]
  test.each([
    ['numbers', (k: number) => `${k}`],
    ['booleans', (k: number) => (k % 2 ? 'true' : 'false')],
    ['dates', (k: number) => `2026-01-${10 + (k % 20)}`],
  ])('their words in a column of %s', async (_, cell) => {
    const { report, examples } = await readBoth(column((k) => words[k] ?? cell(k)))
    expect(report.columns?.[0]).toMatchObject({ missing: words.length, odd: 0 })
    expect(featuresOf(examples[1], ['v', 'v=missing'])).toContain('v=missing')
  })

  test('in a column of strings they are values, but for the empty cell', async () => {
    const { report, examples } = await readBoth(column((k) => (k < words.length ? words[k] : `c${k % 3}`)))
    expect(report.columns?.[0]).toMatchObject({ role: 'categorical', missing: 1 })
    expect(featuresOf(examples[1], ['v=NA'])).toEqual(['v=NA'])
  })

  test('--missing replaces the words, in each column', async () => {
    const text = `v,c,y\n${rows(100, (k) => `${k === 3 ? '-999' : k === 4 ? 'NA' : k},${k === 3 ? '-999' : 'NA'},${k % 2}`)}`
    const { report } = await readBoth(text, { missing: ['-999'] })
    expect(report.columns).toMatchObject([{ missing: 2, odd: 1 }, { missing: 1, odd: 0 }, {}])
  })

  test('a missing label is predicted, and not learned', async () => {
    const { examples, report } = await readBoth(
      `v,y\n${rows(20, (k) => `${k},${k === 5 ? 'NA' : k === 6 ? '' : k % 2}`)}`,
    )
    expect(examples.map((line) => line.split(' ')[1]).slice(4, 8)).toEqual(['0', 'NaN', 'NaN', '1'])
    expect(report.skipped).toBe(0)
  })

  test('0 is a value: statistics cover the values that are there', async () => {
    const [v] = await columnStats(
      `v,y\n${rows(20, (k) => `${k === 5 ? '' : k === 6 ? 'odd' : k === 7 ? 0 : 10},${k % 2}`)}`,
      { numeric: ['v'] },
    )
    expect(v).toMatchObject({ count: 18, missing: 2, odd: 1, min: 0, max: 10, mean: 170 / 18 })
  })
})

describe('strings', () => {
  test('sentences are text', async () => {
    const { roles } = await readBoth(column((k) => `the ${k} words of a sentence`))
    expect(roles.v).toBe('text')
  })

  test.each([
    ['identifiers', (k: number) => `id${k}`, 1200, ['identifier']],
    ['fewer of them', (k: number) => `id${k}`, 900, []],
    ['categories', (k: number) => `id${k % 500}`, 1200, []],
    ['one value', () => 'a', 100, ['constant']],
    ['one value in the first 5,000 rows', (k: number) => (k < 5000 ? 'a' : 'b'), 6000, []],
    ['no value', () => '', 100, []],
  ] as const)('%s', async (_, cell, count, notices) => {
    const found = await readBoth(`v,y\n${rows(count, (k) => `${cell(k)},${k % 2}`)}`)
    expect([found.roles.v, found.notices]).toEqual(['categorical', notices])
  })

  test('one notice names all columns that have one value', async () => {
    const { report } = await train(
      new TextEncoder().encode(`u,v,w,y\n${rows(60, (k) => `1,${k},b,${k % 2}`)}`),
    )
    expect(report.schema?.notices.filter(({ why }) => why === 'constant')).toEqual([
      expect.objectContaining({
        columns: ['u', 'w'],
        text: 'columns "u", "w" have the same value in each row',
      }),
    ])
  })
})
