import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bin, json, ol, sample, temporaryFolder, trainSample } from './run.js'

const folder = temporaryFolder()
const train = (name: string, args: readonly string[], input?: string): string => {
  const model = folder.path(name)
  const ran = ol(
    ['train', '--rule', 'nag', ...args, '-o', model, '--quiet'],
    input === undefined ? {} : { input },
  )
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  return model
}
const binary = train('binary.ol', [sample, '--label', 'y', '--loss', 'logistic'])
const first = (args: readonly string[], lines = 1): string =>
  ol(['predict', sample, '-m', binary, ...args])
    .stdout.split('\n')
    .slice(0, lines)
    .join('\n')

describe('the form of predictions', () => {
  const score = Number(first(['--raw']))
  const p = 1 / (1 + Math.exp(-score))

  test('two classes: the class and the probability of the positive one', () => {
    const [label, probability] = first([]).split(' ')
    expect(label).toBe(score > 0 ? 'yes' : 'no')
    expect(Number(probability)).toBeCloseTo(p, 14)
    expect(first(['--link', 'logistic'])).toBe(probability)
    expect(first(['--probabilities'])).toBe(`${label} ${1 - Number(probability)} ${probability}`)
    const trained = ol([...trainSample, '--predictions', '-', '--quiet'])
    expect(trained.stdout.split('\n')[0]).toBe('no 0.5')
    const tested = folder.path('tested.txt')
    expect(ol(['test', sample, '-m', binary, '--predictions', tested, '--quiet']).code).toBe(0)
    expect(readFileSync(tested, 'utf8')).toBe(ol(['predict', sample, '-m', binary]).stdout)
  })

  test('forms that exclude each other, or that the model does not have', () => {
    // with the default rate its loss would be above the baseline's, which is a warning
    const rate = ['--learning-rate', 'auto', '--outliers', 'keep']
    const hinge = train('hinge.ol', [sample, '--label', 'y', '--loss', 'hinge', ...rate])
    const numbers = train('numbers.ol', [sample, '--label', 'age'])
    const classes = train('classes.ol', [sample, '--label', 'job', '--classes', '12'])
    const off = train('off.ol', [sample, '--label', 'y', '--intervals', 'off'])
    for (const [model, args, message] of [
      [binary, ['--raw', '--link', 'exp'], /--raw and --link exclude each other/],
      [binary, ['--probabilities', '--link', 'exp'], /--link and --probabilities exclude each other/],
      [binary, ['--raw', '--probabilities'], /--raw and --probabilities exclude each other/],
      [off, ['--interval', '0.5'], /learned no intervals.*train it again/],
      [hinge, ['--probabilities'], /hinge loss has none/],
      [numbers, ['--probabilities'], /predicts numbers/],
      [classes, ['--link', 'logistic'], /more than two classes/],
    ] as const) {
      const ran = ol(['predict', sample, '-m', model, ...args])
      expect(ran).toMatchObject({ code: 2, stdout: '' })
      expect(ran.stderr).toMatch(message)
    }
    expect(ol(['predict', sample, '-m', hinge]).stdout).toMatch(/^(no|yes) -?\d/)
    expect(ol(['predict', sample, '-m', numbers]).stdout).toMatch(/^[\d.]+\n/)
  })

  test('an interval has labels: ends of numbers, a set of classes', () => {
    const [first, second] = ol(['predict', sample, '-m', binary, '--interval', '0.99']).stdout.split('\n')
    for (const line of [first, second]) expect(line).toMatch(/^(no|yes) 0\.\d+ (no|yes)(\|(no|yes))?$/)
    const halves = folder.put('halves.csv', `x,y\n${'1,a|b\n2,c\\\n'.repeat(20)}`)
    const ofHalves = train('halves.ol', [halves, '--loss', 'logistic'])
    const half = (format: string) =>
      ol(['predict', halves, '-m', ofHalves, '--interval', '0.999', '--prediction-format', format]).stdout
    // a set of both, whichever comes first
    expect(half('plain')).toMatch(/ (a\\\|b\|c\\\\|c\\\\\|a\\\|b)\n/)
    expect(JSON.parse(half('jsonl').split('\n')[0]).set.toSorted()).toEqual(['a|b', 'c\\'])
    const narrow = ol(['predict', sample, '-m', binary, '--interval', '0.1', '--probabilities']).stdout
    expect(narrow).toMatch(/^no 0\.\d+ 0\.\d+ no\n/)
    const model = train('ages.ol', [sample, '--label', 'age'])
    const numbers = (level: string): number[][] =>
      ol(['predict', sample, '-m', model, '--interval', level])
        .stdout.split('\n')
        .slice(0, -1)
        .map((line) => line.split(' ').map(Number))
    const [wide, slim] = [numbers('0.9'), numbers('0.5')]
    expect(wide).toHaveLength(4521)
    for (const [e, [age, low, high]] of wide.entries()) {
      expect(low).toBeLessThan(age)
      expect(high).toBeGreaterThan(age)
      expect(high - low).toBeGreaterThan(slim[e][2] - slim[e][1])
    }
    const linked = ol(['predict', sample, '-m', model, '--interval', '0.9', '--link', 'exp'])
    expect(linked).toMatchObject({ code: 2, stdout: '' })
    expect(linked.stderr).toMatch(/unit of the labels/)
    const report = json(ol(['train', sample, '--label', 'age', '--json'])).intervals as Record<string, number>
    expect(report).toMatchObject({ level: 0.9, coverage: expect.closeTo(0.9, 1) })
    expect(report.meanWidth).toBeGreaterThan(10)
    const text = ol(['train', sample, '--label', 'y', '--verbose']).stderr
    expect(text).toMatch(/^coverage {7}0\.\d{4} of the labels in 90% sets of classes, mean size 1\.\d\d$/m)
    const card = ol(['train', sample, '--label', 'age']).stderr
    expect(card).toMatch(/^Coverage +90% prediction intervals hold \d\d\.\d% of labels, mean width \d/m)
  })
})

describe('the format of predictions', () => {
  const names = ['a "b"', 'c,d', 'é\nf']
  const lines = names.flatMap((label, k) => Array(9).fill(JSON.stringify({ label, [`x${k}`]: 1 })))
  const data = folder.put('named.jsonl', `${lines.join('\n')}\n`)
  const model = train('named.ol', [data, '--classes', '3'])

  test('follows the extension, or a flag', () => {
    for (const [file, flags] of [
      ['p.csv', []],
      ['p.txt', ['--prediction-format', 'csv']],
    ] as const) {
      const out = folder.path(file)
      expect(json(ol(['predict', sample, '-m', binary, '--output', out, '--json', ...flags]))).toMatchObject({
        examples: 4521,
      })
      const [header, row] = readFileSync(out, 'utf8').split('\n')
      expect(header).toBe('line,tag,class,probability')
      expect(row).toMatch(/^2,,no,0\.\d+$/)
    }
    const trained = folder.path('t.jsonl')
    const args = [...trainSample, '--quiet', '--predictions', trained]
    expect(ol(args).code).toBe(0)
    expect(JSON.parse(readFileSync(trained, 'utf8').split('\n')[0])).toEqual({
      line: 2,
      class: 'no',
      probability: 0.5,
    })
  })

  test('CSV quotes names, and reads back', () => {
    const out = folder.path('named.csv')
    expect(ol(['predict', data, '-m', model, '--output', out]).code).toBe(0)
    const text = readFileSync(out, 'utf8')
    expect(text.split('\n')[1]).toMatch(/^1,,"a ""b""",0\.\d+$/)
    const args = ['train', '--rule', 'nag', out, '--label', 'class', '--classes', '3', '--json', '--quiet']
    expect(json(ol(args)).classes).toEqual(names)
    const all = ol(['predict', data, '-m', model, '--probabilities', '--prediction-format', 'csv']).stdout
    expect(
      all.startsWith('line,tag,class,"probability:a ""b""","probability:c,d","probability:é\nf"\n'),
    ).toBe(true)
  })

  test('JSON Lines have the names as they are', () => {
    const flags = ['--prediction-format', 'jsonl', '--probabilities']
    const found = ol(['predict', data, '-m', model, ...flags])
      .stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(found.map(({ class: label }) => label)).toEqual(names.flatMap((label) => Array(9).fill(label)))
    expect(Object.keys(found[0].probabilities)).toEqual(names)
    const [raw] = ol(['predict', data, '-m', model, '--prediction-format', 'jsonl', '--raw']).stdout.split(
      '\n',
    )
    expect(Object.keys(JSON.parse(raw).scores)).toEqual(names)
  })

  test('a plain line does not end within a name', () => {
    const plain = ol(['predict', data, '-m', model]).stdout
    expect(plain.trimEnd().split('\n')).toHaveLength(27)
    expect(plain).toContain('é\\x0af 0.')
  })
})

describe('over a pipe', () => {
  test.each([
    ['VW text', '1 | a\n-1 | b\n'.repeat(3), [], ['| a', '| b', '|', '| a b']],
    ['CSV', `x,y\n${'1,no\n2,yes\n'.repeat(3)}`, ['--label', 'y'], ['x\n1', '2', '1', '2']],
  ])('each line of %s is answered before the next is written', async (_, data, flags, lines) => {
    const model = train('piped.ol', ['--loss', 'logistic', ...flags], data)
    // the wait of schema inference is for inputs that are not known yet
    const child = spawn(process.execPath, [bin, 'predict', '-m', model, '--patience', '100000000'])
    const answers = child.stdout[Symbol.asyncIterator]()
    try {
      for (const line of lines) {
        child.stdin.write(`${line}\n`)
        const { value } = await answers.next()
        expect(String(value)).toMatch(/^\S+ 0\.\d+\n$/)
      }
    } finally {
      child.stdin.end()
    }
    expect((await answers.next()).done).toBe(true)
  })

  test('so is a bad one, and a blank one, the first ones included', async () => {
    const model = train('rough.ol', ['--label', 'y'], `x,z,y\n${'1,2,no\n2,3,yes\n'.repeat(3)}`)
    const child = spawn(process.execPath, [bin, 'predict', '-m', model, '--patience', '1'])
    const answers = child.stdout[Symbol.asyncIterator]()
    try {
      for (const line of ['4,5,6,7', '', '1,2', '3', '   ', '2,3']) {
        child.stdin.write(`${line}\n`)
        const { value } = await answers.next()
        expect(String(value)).toMatch(/^\d,\d$/.test(line) ? /^\S+ 0\.\d+\n$/ : /^\n$/)
      }
    } finally {
      child.stdin.end()
    }
    expect((await answers.next()).done).toBe(true)
  })
})

describe('a bad or blank line', () => {
  const model = train('lines.ol', ['--label', 'y'], `x,z,y\n${'1,2,no\n2,3,yes\n'.repeat(3)}`)
  const input = 'x,z\n1,2\n\n4,5,6,7\n"2\n\n",3,4,5\n2,3\n\n'
  const predicted = (...flags: string[]) => ol(['predict', '-m', model, ...flags], { input })

  test('has a line without a prediction, in each format', () => {
    const answered = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => line !== '')
    expect(answered(predicted().stdout)).toEqual([true, false, false, false, true, false])
    const [, ...table] = predicted('--prediction-format', 'csv').stdout.trimEnd().split('\n')
    expect(table.map((line) => line.replace(/(no|yes),0\.\d+/, 'p'))).toEqual([
      '2,,p',
      '3,,,',
      '4,,,',
      '7,,,',
      '8,,p',
      '9,,,',
    ])
    const objects = predicted('--prediction-format', 'jsonl').stdout.trimEnd().split('\n')
    expect(objects.map((line) => JSON.parse(line))).toEqual([
      { line: 2, class: expect.any(String), probability: expect.any(Number) },
      { line: 3, error: null },
      { line: 4, error: { code: 'OL_LINE_COLUMNS', message: expect.any(String) } },
      { line: 7, error: { code: 'OL_LINE_COLUMNS', message: expect.any(String) } },
      { line: 8, class: expect.any(String), probability: expect.any(Number) },
      { line: 9, error: null },
    ])
  })

  test('is left out with --on-bad skip, and ends the run with error', () => {
    expect(predicted('--on-bad', 'skip').stdout.split('\n')).toHaveLength(3)
    const failed = predicted('--on-bad', 'error')
    expect(failed).toMatchObject({ code: 65, stderr: expect.stringContaining('OL_LINE_COLUMNS') })
    expect(failed.stdout.split('\n')).toHaveLength(3)
    expect(predicted('--on-bad', 'other').code).toBe(2)
  })

  test('is all there is: a line each, then an error', () => {
    const none = ol(['predict', '-m', model], { input: '4,5,6,7\n\n5,6,7,8\n' })
    expect(none).toMatchObject({
      code: 65,
      stdout: '\n\n\n',
      stderr: expect.stringContaining('OL_INPUT_EMPTY'),
    })
  })
})

test('classes that appear late have scores, too, or a warning if the header is written', () => {
  const pad = 'p'.repeat(40_000)
  const rows = Array.from({ length: 40 }, (_, k) => `${k % 7},${pad},${k < 36 ? 'abc'[k % 3] : 'd|e'}`)
  const data = folder.put('late.csv', `x,pad,y\n${rows.join('\n')}\n`)
  const args = ['train', '--rule', 'nag', data, '--ignore', 'pad', '--raw', '--quiet', '--predictions']
  const objects = folder.path('late.jsonl')
  expect(ol([...args, objects]).stderr).toBe('')
  const lines = readFileSync(objects, 'utf8').trimEnd().split('\n')
  expect([lines[0], lines[39]].map((line) => Object.keys(JSON.parse(line).scores))).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'd|e'],
  ])
  const table = folder.path('late-scores.csv')
  expect(ol([...args, table]).stderr).toMatch(/no column for "d\|e": .*--classes/)
  expect(readFileSync(table, 'utf8').split('\n')[0]).toBe('line,tag,class,score:a,score:b,score:c')
})
