import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Ran, temporaryFolder } from '../cli/run.js'
import { commandThread } from '../cli/thread.js'

// Tables that users sent, their values made up: what train, test and stats make of each, with both backends.

const folder = temporaryFolder()
const caseFile = (name: string): string => fileURLToPath(new URL(`cases/${name}`, import.meta.url))
const threads = {
  native: commandThread({ OL_BACKEND: 'auto' }),
  fallback: commandThread({ OL_BACKEND: 'fallback' }),
}
const backends = ['native', 'fallback'] as const

interface Column {
  readonly name: string
  readonly role: string
  readonly type?: string
  readonly missing: number
  readonly odd: number
  readonly oddCells: readonly {
    readonly file?: string
    readonly line: number
    readonly column: number
    readonly text: string
  }[]
}

interface Report {
  readonly backend: string
  readonly examples: number
  readonly features: number
  readonly averageLoss: number
  readonly skippedLines: number
  readonly schema?: {
    readonly delimiter?: string
    readonly label?: { readonly column: string; readonly by: string }
    readonly columns: readonly Column[]
    readonly notices: readonly {
      readonly why: string
      readonly line?: number
      readonly columns: readonly string[]
      readonly text: string
    }[]
    readonly repeatedHeaders: number
  }
  readonly evaluation: {
    readonly overall: { readonly auc: number; readonly confusion: readonly (readonly number[])[] }
  }
}

/** Runs a command with both backends, which must end and print the same, and returns what it printed. */
function both(args: (backend: string) => readonly string[]): Ran {
  const [own, other] = backends.map((backend) => threads[backend].run(args(backend)))
  expect(other.code).toBe(own.code)
  expect(other.stderr.replaceAll('fallback', 'native')).toBe(own.stderr)
  return own
}

const changing = ['seconds', 'backend', 'model'] as const

/** Returns the report of a command, which must equal the other backend's. */
function reportOf(args: (backend: string) => readonly string[]): Report {
  const [own, other] = backends.map((backend) => {
    const ran = threads[backend].run([...args(backend), '--json'])
    if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.stderr}`)
    return JSON.parse(ran.stdout) as Report
  })
  expect([own.backend, other.backend]).toEqual(['native', 'fallback'])
  const settled = (report: Report) => ({
    ...report,
    ...Object.fromEntries(changing.map((name) => [name, 0])),
  })
  expect(settled(other)).toEqual(settled(own))
  return own
}

const modelOf = (name: string, backend: string): string => folder.path(`${name}.${backend}.ol`)

/** Trains with both backends, which must give models of the same bytes, and returns the report. */
function trained(name: string, files: readonly string[], flags: readonly string[] = []): Report {
  const args = (backend: string) => [
    'train',
    ...files,
    '--quiet',
    '--bits',
    '12',
    ...flags,
    '-o',
    modelOf(name, backend),
  ]
  const report = reportOf(args)
  const [own, other] = backends.map((backend) => readFileSync(modelOf(name, backend)))
  expect(other.equals(own)).toBe(true)
  return report
}

const learned = (name: string, ...flags: string[]): Report => trained(name, [caseFile(name)], flags)
const tested = (model: string, file: string): Report =>
  reportOf((backend) => ['test', file, '-m', modelOf(model, backend), '--quiet'])

/** Returns the roles of the columns of a report by their names. */
const rolesOf = ({ schema }: Report) =>
  Object.fromEntries((schema?.columns ?? []).map(({ name, role }) => [name, role]))
const columnOf = ({ schema }: Report, name: string) => schema?.columns.find((column) => column.name === name)
const noticesOf = ({ schema }: Report) => (schema?.notices ?? []).map(({ why }) => why)

describe('headers', () => {
  const plain = learned('header-plain.csv')

  test('a table without a fault', () => {
    expect(rolesOf(plain)).toEqual({ income: 'numeric', age: 'numeric', label: 'label' })
    expect(plain.evaluation.overall.auc).toBeGreaterThan(0.99)
    expect(noticesOf(plain)).toEqual([])
  })

  test('an index without a name, as pandas and R write it, is ignored', () => {
    const report = learned('header-index.csv')
    expect(report.averageLoss).toBe(plain.averageLoss)
    expect(rolesOf(report)).toEqual({ 'column 1': 'ignore', ...rolesOf(plain) })
    expect(noticesOf(report)).toEqual(['index'])
  })

  test('rows that are one field longer than the header, as write.table writes them', () => {
    const report = learned('header-rownames.csv')
    expect(report.examples).toBe(60)
    expect(rolesOf(report)).toEqual({ 'column 1': 'ignore', mass: 'numeric', wing: 'numeric', kind: 'label' })
    expect(report.evaluation.overall.confusion).toHaveLength(2)
    expect(noticesOf(report)).toContain('index')
  })

  test('a name that occurs twice', () => {
    const report = learned('header-dup.csv')
    expect(Object.keys(rolesOf(report))).toContain('age.1')
    expect(report.skippedLines).toBe(0)
    expect(report.evaluation.overall.auc).toBeGreaterThan(0.95)
    expect(report.schema?.notices).toMatchObject([{ why: 'renamed', columns: ['age.1'] }])
  })

  test('a header that is repeated among the rows, as cat joins files', () => {
    const report = learned('header-twice.csv')
    expect([report.examples, report.schema?.repeatedHeaders]).toEqual([60, 1])
    expect(rolesOf(report)).toMatchObject({ size: 'numeric', kind: 'label' })
    expect(report.evaluation.overall.confusion).toHaveLength(2)
  })

  test('a file without rows decides no types', () => {
    const parts = [caseFile('spark-part-0.csv'), caseFile('spark-part-1.csv')]
    const report = trained('spark', parts)
    const alone = trained('spark-alone', parts.slice(1))
    expect([report.features, report.averageLoss]).toEqual([79, alone.averageLoss])
    expect(rolesOf(report)).toEqual(rolesOf(alone))
  })

  test('names in another case and order', () => {
    const report = tested('header-plain.csv', caseFile('columns-renamed.csv'))
    // by position it would be 6.47
    expect(report.averageLoss).toBeLessThan(0.035)
    expect(noticesOf(report)).toEqual(['matched'])
  })
})

describe('types', () => {
  test('one odd cell does not change a column of numbers', () => {
    const report = learned('type-one-cell.csv')
    const column = columnOf(report, 'income')
    expect(column).toMatchObject({
      role: 'numeric',
      missing: 1,
      odd: 1,
      oddCells: [{ line: 302, column: 1, text: 'unknown' }],
    })
    expect(report.evaluation.overall.auc).toBeGreaterThan(0.95)
    const { stderr } = both(() => ['train', caseFile('type-one-cell.csv'), '--quiet'])
    expect(stderr).toMatch(/type-one-cell\.csv:302:1: .*income.*unknown/)
    const strict = both(() => ['train', caseFile('type-one-cell.csv'), '--quiet', '--strict'])
    expect(strict.code).toBe(65)
  })

  test('nor does an infinity in Parquet', () => {
    const report = learned('type-inf.parquet')
    expect(columnOf(report, 'income')).toMatchObject({ role: 'numeric', odd: 1, oddCells: [{ line: 301 }] })
    expect(report.evaluation.overall.auc).toBeGreaterThan(0.95)
  })

  test('words for missing values', () => {
    const report = learned('type-missing-words.csv')
    expect(columnOf(report, 'income')).toMatchObject({ role: 'numeric', missing: 40, odd: 0 })
    expect(report.evaluation.overall.auc).toBeGreaterThan(0.95)
  })

  test('NA is a value of a column of strings, and --missing decides otherwise', () => {
    learned('type-na-code.csv', '--categorical', 'country')
    const names = (model: string) => both((backend) => ['inspect', modelOf(model, backend)]).stdout
    expect(names('type-na-code.csv')).toContain('country=NA')
    const file = caseFile('type-na-code.csv')
    const report = trained('na-missing', [file], ['--categorical', 'country', '--missing', 'NA'])
    expect(columnOf(report, 'country')?.missing).toBeGreaterThan(0)
    expect(names('na-missing')).not.toContain('country=NA')
  })

  test('booleans of Parquet and of its CSV are one value', () => {
    const parquet = learned('bool.parquet')
    expect(columnOf(parquet, 'ok')).toMatchObject({ role: 'boolean', type: 'boolean' })
    const [own, other] = ['bool.parquet', 'bool.csv'].map((name) => tested('bool.parquet', caseFile(name)))
    expect(other.averageLoss).toBe(own.averageLoss)
    expect(learned('bool.csv').averageLoss).toBe(parquet.averageLoss)
  })

  test('quoted strings far behind numbers stop the run', () => {
    const note = 'a'.repeat(1000)
    const rows = Array.from({ length: 1700 }, (_, i) => {
      const account = i < 1150 ? String(10_000_000 + (i % 1000)) : `D${String(i % 1000).padStart(7, '0')}`
      return `"${account}",${note},${i % 7}.5,${i % 2}\n`
    })
    const file = folder.put('late.csv', `"acct","note","amount","label"\n${rows.join('')}`)
    const late = both(() => ['train', file, '--quiet', '--rule', 'nag', '--bits', '12'])
    expect(late.code).toBe(65)
    expect(late.stderr).toMatch(/acct.*--categorical acct/)
    expect(both(() => ['train', file, '--quiet', '--rule', 'nag', '--categorical', 'acct']).code).toBe(0)
  })

  test('two columns of one name in Parquet are refused', () => {
    const refused = both(() => ['train', caseFile('dup-columns.parquet')])
    expect(refused.code).toBe(65)
    expect(refused.stderr).toMatch(/"x".*OL_INPUT_COLUMNS/)
  })

  test('numbers close to 0 count as 0', () => {
    const report = learned('tiny-values.csv')
    expect([report.examples, report.skippedLines]).toEqual([40, 0])
  })

  test('stats of a column without some values', () => {
    const columns = (backend: keyof typeof threads) =>
      (
        JSON.parse(threads[backend].run(['stats', caseFile('missing-stats.csv'), '--json']).stdout) as {
          columns: unknown[]
        }
      ).columns
    expect(columns('native')[0]).toMatchObject({ name: 'year', min: 1950, max: 1970, mean: 1960, missing: 2 })
    expect(columns('fallback')).toEqual(columns('native'))
  })

  test('a number far from 0 that is missing in some rows', () => {
    const report = learned('missing-far.csv')
    expect(report.averageLoss).toBeLessThan(0.42)
    expect(report.evaluation.overall.auc).toBeGreaterThan(0.915)
  })
})

describe('formats', () => {
  test.each([
    ['format-clock.csv', 48, ['when', 'date']],
    ['format-cr.csv', 20, undefined],
    ['format-comment.csv', 20, undefined],
    ['format-array.json', 40, undefined],
    ['format-array-lines.json', 40, undefined],
    ['nan-literal.jsonl', 40, undefined],
  ] as const)('%s', (name, examples, column) => {
    const report = learned(name)
    expect([report.examples, report.skippedLines]).toEqual([examples, 0])
    if (column !== undefined) expect(columnOf(report, column[0])?.type).toBe(column[1])
    if (name === 'format-comment.csv')
      expect(report.schema?.notices).toMatchObject([
        { why: 'preamble', line: 1, text: expect.stringMatching(/^2 lines/) },
      ])
  })

  test('a file of one column', () => {
    const report = learned('format-one-column.csv')
    expect(report.examples).toBe(40)
    expect(report.schema?.notices).toMatchObject([
      { why: 'constant', text: expect.stringContaining('one column') },
    ])
    expect(both(() => ['stats', caseFile('format-one-column.csv')]).code).toBe(0)
  })

  test('another encoding gives the same strings', () => {
    learned('encoding-utf8.csv')
    const own = tested('encoding-utf8.csv', caseFile('encoding-utf8.csv'))
    const other = tested('encoding-utf8.csv', caseFile('encoding-latin1.csv'))
    expect(other.averageLoss).toBe(own.averageLoss)
    expect(other.evaluation.overall.auc).toBe(1)
    expect(noticesOf(other)).toEqual(['encoding'])
  })

  test('a file without rows, with only a header', () => {
    const file = folder.path('header-only.csv')
    writeFileSync(file, 'a,b,label\n')
    expect(both(() => ['train', file]).code).not.toBe(0)
  })
})

describe('tasks', () => {
  test('positives that appear later make two classes', () => {
    let seed = 3
    const random = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed / 0x7fffffff
    }
    const land = 'country_of_a_long_name_'.repeat(4)
    const lines = Array.from({ length: 20_000 }, (_, i) => {
      const late = i > 10_000 && i % 400 === 0
      return `${late ? 1 : -1} | amount:${(random() * 100 + (late ? 80 : 0)).toFixed(2)} hour=${i % 24} ${land}=c${i % 50}\n`
    })
    const file = folder.put('late.vw', lines.join(''))
    const report = trained('late.vw', [file])
    expect(report.evaluation.overall.confusion).toHaveLength(2)
    // the baseline loses four times as much
    expect(report.averageLoss).toBeLessThan(0.0024)
  })

  test('the holdout set of a file with a period has both classes', () => {
    const report = learned('holdout-period.csv', '--passes', '3', '--no-cache')
    const [, [missed, hit]] = report.evaluation.overall.confusion
    expect(missed + hit).toBeGreaterThan(0)
  })

  test('no advice that is in use already', () => {
    const { stderr } = both(() => [
      'train',
      caseFile('warning-weights.csv'),
      '--class-weight',
      'balanced',
      '--quiet',
    ])
    expect(stderr).not.toContain('class-weight')
  })
})
