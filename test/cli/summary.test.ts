import { writeFileSync } from 'node:fs'
import { changingResults, countText, figureText, percentText } from '@ol/pipeline/internal'
import { describe, expect, test } from 'vitest'
import { textTable } from '../../packages/cli/src/output/text-table.js'
import { json, ol, olProcess, sample, sampleLines, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const train = ['train', sample, '--label', 'y']

/** Returns the lines of a block that begins with a string, up to the next empty line. */
function block(text: string, begin: string): string[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(begin))
  expect(at, `${begin} in ${text}`).toBeGreaterThanOrEqual(0)
  const end = lines.indexOf('', at)
  return lines.slice(at, end < 0 ? lines.length : end)
}

describe('the summary of train', () => {
  const ran = olProcess([...train, '-o', 'bank.ol'], { cwd: folder.path('.') })
  const report = json(ol([...train, '--json'])) as unknown as {
    readonly evaluation: { readonly overall: { readonly confusion: number[][]; readonly accuracy: number } }
  }

  test('fits a screen of 80 columns and 40 lines', () => {
    expect(ran.code).toBe(0)
    const lines = ran.stderr.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    // the path of the sample is the longest word
    for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('has file, label, task, columns, metrics, features, model and next steps', () => {
    expect(ran.stderr).toMatch(/^Label {7}y: 88\.3% "no", 11\.7% "yes"$/m)
    expect(ran.stderr).toMatch(/^Task {8}binary classification, positive class yes \(--task overrides\)$/m)
    expect(ran.stderr).toMatch(/^Columns {5}7 numeric, 9 categorical$/m)
    expect(ran.stderr).toMatch(/^Model .*bank\.ol \(\d+\.\d [kM]B\)$/m)
    expect(block(ran.stderr, 'top features')).toHaveLength(6)
    expect(block(ran.stderr, 'top features')[1]).toMatch(/^duration +raises +▇+$/)
    expect(block(ran.stderr, 'Try next').join('\n')).toContain('ol-cli predict NEW.csv --model bank.ol')
    const byNpx = olProcess([...train, '-o', folder.path('npx.ol')], { env: { npm_command: 'exec' } })
    expect(block(byNpx.stderr, 'Try next').join('\n')).toContain('npx ol-cli predict NEW.csv')
    expect(ol(train).stderr).toMatch(/^Model {7}not saved$/m)
  })

  test('names bins and crosses if they were derived', () => {
    expect(ran.stderr).toMatch(/^Method {6}rule auto: many learning rates, bins and crosses; logistic loss$/m)
    const wordsOf = (k: number): string[] =>
      Array.from({ length: 3 + (k % 9) }, (_, j) => `t${(k * k * 31 + j * j * 17) % 211}`)
    const text = Array.from({ length: 60 }, (_, k) => `${k % 2 === 0 ? 1 : -1} | ${wordsOf(k).join(' ')}`)
    const words = ol(['train', '-', '--format', 'vw', '--loss', 'logistic'], {
      input: `${text.join('\n')}\n`,
    })
    expect(words.stderr).toMatch(/^Method {6}rule auto: many learning rates; logistic loss$/m)
  })

  test('advises passes only over a small file, once', () => {
    const advice = 'add --passes 20 --patience-passes 2'
    expect(ran.stderr).toContain(advice)
    expect(ol([...train, '--rule', 'nag', '--passes', '2']).stderr).not.toContain(advice)
    const many = folder.path('many.csv')
    writeFileSync(many, `x,y\n${Array.from({ length: 10_000 }, (_, k) => `${k % 97},${k % 7}`).join('\n')}\n`)
    expect(ol(['train', many, '--label', 'y', '--rule', 'nag']).stderr).not.toContain(advice)
    expect(ol(['train', '-', '--label', 'y'], { input: 'x,y\n1,2\n3,4\n5,7\n' }).stderr).not.toContain(advice)
  })

  test('has the figures of --json, to four digits', () => {
    const { accuracy, confusion } = report.evaluation.overall
    expect(ran.stderr).toContain(percentText(accuracy, 2))
    const [no, yes] = confusion
    const shown = block(ran.stderr, 'label \\ predicted').map((line) => line.split(/ {2,}/))
    expect(shown[1]).toEqual(['no', countText(no[0]), countText(no[1]), percentText(no[0] / (no[0] + no[1]))])
    expect(shown[2]).toEqual([
      'yes',
      countText(yes[0]),
      countText(yes[1]),
      percentText(yes[1] / (yes[0] + yes[1])),
    ])
  })

  test('reports that the last rows are worse, but not if the rows are in another order', () => {
    expect(ran.stderr.replaceAll('\n', ' ')).toMatch(
      /accuracy is 79\.\d% on the last 1,000 rows and 93\.\d% before\. The share of "yes" rose from 6\.8% to 29\.0%\./,
    )
    const [header, ...rows] = sampleLines()
    const mixed = rows.map((_, k) => rows[(k * 1009) % rows.length])
    const file = folder.put('mixed.csv', [header, ...mixed].join('\n'))
    expect(ol(['train', file, '--label', 'y']).stderr).not.toContain('Results change')
  })

  test('says so if the rows are in the order of their labels, which flatters the results', () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${k % 7},${k < 20 ? 'a' : k < 40 ? 'b' : 'c'}`)
    const of = (lines: readonly string[]) =>
      ol(['train', '-', '--label', 'y'], { input: `x,y\n${lines.join('\n')}\n` }).stderr.replaceAll('\n', ' ')
    expect(of(rows)).toContain('The rows are in an order: neighbours have similar labels (correlation 0.95).')
    expect(of(rows.map((_, k) => rows[(k * 23) % 60]))).not.toContain('in an order')
  })

  test('of standard input through a pipe is the same but for its name and passes, which it cannot have', () => {
    // Node.js does not follow links to packages after the stat of a pipe
    const piped = olProcess(['train', '--label', 'y'], { input: sampleLines().join('\n') })
    const body = (text: string): string => {
      const lines = text.split('\n')
      return lines.slice(2, lines.indexOf('Try next')).join('\n')
    }
    expect(piped.stderr).toContain('Trained on 4,521 rows of standard input in ')
    expect(body(piped.stderr)).toBe(body(ol(train).stderr))
  })

  test('has no colours if stderr is not a terminal, and a name in data does not control the terminal', () => {
    const rows = Array.from({ length: 40 }, (_, k) => `${k % 7},${k % 7 > 3 ? '\u001b[31mred' : 'blue'}`)
    const { stderr } = ol(['train', '-', '--label', 'y'], { input: `x,y\n${rows.join('\n')}\n` })
    expect(stderr).toContain('\\x1b[31mred')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    expect(stderr + ran.stderr).not.toMatch(/\u001b/)
  })
})

test('many classes are listed, the largest first, and the number of the others is named', () => {
  const rows = Array.from({ length: 550 }, (_, k) => {
    const label = Math.floor(Math.sqrt(k / 5))
    return `${label + (k % 3) / 10},"class ${label}"`
  })
  const { stderr } = ol(['train', '-', '--label', 'y'], { input: `x,y\n${rows.join('\n')}\n` })
  const lines = block(stderr, 'class  ')
  expect(lines[0]).toMatch(/^class +rows +recall +precision$/)
  expect(lines[1]).toMatch(/^class 9 +95 /)
  expect(lines).toHaveLength(10)
  expect(lines[9]).toBe('3 more classes: --json has all')
})

test('a regression has the error of the mean next to its own', () => {
  const rows = Array.from({ length: 60 }, (_, k) => `${k % 10},${3 * (k % 10)}`)
  const { stderr } = ol(['train', '-', '--label', 'y'], { input: `x,y\n${rows.join('\n')}\n` })
  // the first prediction is made before any label is known, and is in no metric
  const labels = Array.from({ length: 59 }, (_, k) => 3 * ((k + 1) % 10))
  const mean = labels.reduce((a, b) => a + b) / 59
  const spread = Math.sqrt(labels.reduce((sum, y) => sum + (y - mean) ** 2, 0) / 59)
  expect(stderr).toMatch(new RegExp(`^RMSE +\\d\\.\\d{3} +${figureText(spread)}$`, 'm'))
})

describe('changing results', () => {
  const metrics = (confusion: readonly (readonly [number, number])[]) => {
    const weight = confusion.flat().reduce((a, b) => a + b, 0)
    return { task: 'binary', examples: weight, weight, confusion }
  }
  const of = (overall: object, recent: object): string | undefined =>
    changingResults({ overall, recent } as never, ['no', 'yes'], 'rows')

  test('are no matter of chance, nor of few rows', () => {
    const all = metrics([
      [900, 100],
      [100, 900],
    ])
    expect(
      of(
        all,
        metrics([
          [44, 6],
          [6, 44],
        ]),
      ),
    ).toBeUndefined()
    const worse = metrics([
      [30, 20],
      [20, 30],
    ])
    expect(of(all, worse)).toMatch(/accuracy is 60\.0% on the last 100 rows and 91\.6% before\. If new/)
    expect(of(worse, worse)).toBeUndefined()
  })
})

describe('numbers for people', () => {
  test.each([
    [0, '0'],
    [0.22171453, '0.2217'],
    [12.3456, '12.35'],
    [350834.6, '350,835'],
    [0.0000123456, '1.235e-5'],
    [-1234.6, '-1,235'],
    [Number.NaN, 'n.a.'],
  ])('%d is %s', (value, text) => {
    expect(figureText(value)).toBe(text)
  })

  test('counts keep their digits', () => {
    expect(countText(1_234_567)).toBe('1,234,567')
    expect(countText(12.5)).toBe('12.5')
  })
})

test('a table is as wide as a terminal shows its cells', () => {
  expect(
    textTable(
      [
        ['東京', '1'],
        ['Oslo', '22'],
        ['a\u001bb', '3'],
      ],
      ['left'],
    ),
  ).toEqual(['東京     1', 'Oslo    22', 'a\\x1bb   3'])
})
