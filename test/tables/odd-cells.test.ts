import { describe, expect, test } from 'vitest'
import { featuresOf, readBoth, refusal, rows } from './read-both.js'

// Cells that do not fit the type of their column: missing, counted, shown; too many of them end the run.

const long = 'x'.repeat(400)
/** More than the first 1 MiB, so that types are known before the rest. */
const sample = rows(3000, (k) => `${k},${k % 2 ? 'true' : 'false'},2026-01-${10 + (k % 20)},${long},${k % 2}`)
const header = 'n,b,d,note,y\n'
const row = (n: string, b = 'true', d = '2026-02-01') => `${n},${b},${d},${long},1\n`

test('each type has its own, with their places', async () => {
  const { report, examples } = await readBoth(
    `${header}${sample}${row('12x')}${row('1', 'yes')}${row('1', 'true', 'May 5')}`,
  )
  expect(report.columns?.slice(0, 3)).toMatchObject([
    { odd: 1, missing: 1, oddCells: [{ line: 3002, column: 1, text: '12x' }] },
    { odd: 1, missing: 1, oddCells: [{ line: 3003, text: 'yes' }] },
    { odd: 1, missing: 1, oddCells: [{ line: 3004, text: 'May 5' }] },
  ])
  expect([report.skipped, examples.length]).toEqual([0, 3003])
  expect(featuresOf(examples[3000], ['n', 'n=missing']).slice(0, 2)).toEqual(['n:NaN', 'n=missing'])
})

test('three places are kept for each column, and all are counted', async () => {
  const { report } = await readBoth(`${header}${sample}${rows(50, () => row('odd').trimEnd())}`)
  expect(report.columns?.[0].odd).toBe(50)
  expect(report.columns?.[0].oddCells.map(({ line }) => line)).toEqual([3002, 3003, 3004])
})

test('strict stops at the first', async () => {
  const text = `${header}${sample}${row('1')}${row('odd')}`
  expect(await refusal(text, { strict: true })).toMatchObject({ code: 'OL_LINE_TYPE', line: 3003 })
})

describe('after the sample', () => {
  test.each([
    ['numbers', 0, 'n', 'numbers'],
    ['booleans', 1, 'b', 'true and false'],
    ['dates', 2, 'd', 'dates'],
  ] as const)(
    'more than a fifth of 1,000 odd cells in a column of %s end the run',
    async (_, place, name, kind) => {
      const cells = (k: number) => {
        const own = ['1', 'true', '2026-02-01']
        if (k % 4 === 0) own[place] = `D${k}`
        return row(...(own as [string, string, string])).trimEnd()
      }
      const text = `${header}${sample}${rows(2000, cells)}`
      const { code, message, line } = await refusal(text)
      expect([code, message]).toEqual(['OL_LINE_TYPE', expect.stringContaining(`--categorical ${name}`)])
      expect(message).toContain(kind)
      expect(line).toBeGreaterThan(3001 + 800)
      const { report } = await readBoth(text, { categorical: [name] })
      expect(report.examples).toBe(5000)
    },
  )

  test('a fifth or fewer do not', async () => {
    const { report } = await readBoth(
      `${header}${sample}${rows(2000, (k) => row(k % 5 === 0 ? 'odd' : '1').trimEnd())}`,
    )
    expect(report.columns?.[0].odd).toBe(400)
  })

  test('nor do missing cells', async () => {
    const { report } = await readBoth(`${header}${sample}${rows(2000, () => row('NA').trimEnd())}`)
    expect(report.columns?.[0]).toMatchObject({ odd: 0, missing: 2000 })
  })
})

test('within the sample they may be adjacent', async () => {
  const text = `n,y\n${rows(300, () => 'odd,1')}${rows(9000, (k) => `${k},${k % 2}`)}`
  const { report, roles } = await readBoth(text)
  expect([roles.n, report.columns?.[0].odd, report.examples]).toEqual(['numeric', 300, 9300])
})

describe('a column of which a quarter are odd', () => {
  const quarter = (from: number, count: number) =>
    rows(count, (k) => `${(from + k) % 4 === 0 ? 'unknown' : k},true,2026-01-01,${long},${k % 2}`)

  test('is read if an option requests its type, even after the sample', async () => {
    const { report } = await readBoth(`${header}${quarter(0, 6000)}`, { numeric: ['n'] })
    expect(report.columns?.[0]).toMatchObject({ odd: 1500, missing: 1500 })
  })

  test('is read if its type was known before, unless most cells are odd', async () => {
    const { schema } = await readBoth(`${header}${sample}`)
    const { report } = await readBoth(`${header}${quarter(0, 3000)}`, { schema })
    expect(report.columns?.[0]).toMatchObject({ odd: 750, missing: 750 })
    const most = `${header}${rows(3000, (k) => row(k % 5 < 2 ? '1' : 'odd').trimEnd())}`
    expect(await refusal(most, { schema })).toMatchObject({
      code: 'OL_LINE_TYPE',
      message: expect.stringContaining('"n", as before, but more than 500 of 1000 cells'),
    })
  })

  test('may occur in each of many files', async () => {
    const files = Array.from(
      { length: 12 },
      () => `n,y\n${rows(100, (k) => `${k % 25 === 0 ? 'odd' : k},${k % 2}`)}`,
    )
    const { report } = await readBoth(files)
    expect([report.examples, report.columns?.[0].odd]).toEqual([1200, 48])
  })
})

test('the end of the run does not depend on the size of chunks', async () => {
  const text = `${header}${sample}${rows(1500, () => row('D1').trimEnd())}`
  const expected = await refusal(text)
  for (const chunkBytes of [5000, 70_001, 1 << 20])
    expect(await refusal(text, { chunkBytes })).toEqual(expected)
})
