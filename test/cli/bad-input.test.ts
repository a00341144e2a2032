import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { json, ol, sample, sampleLines, temporaryFolder, trainSample } from './run.js'

const folder = temporaryFolder()
const model = folder.path('bank.ol')
expect(ol([...trainSample, '-o', model, '--quiet']).code).toBe(0)
const modelBytes = readFileSync(model)
const logistic = ['--label', 'y', '--loss', 'logistic']

/** Bytes that are no text: a linear congruential generator. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
}

const corrupted = Uint8Array.from(modelBytes)
corrupted[corrupted.length - 5] ^= 4
const later = Buffer.from(modelBytes)
later.write('"format_version":"9"', later.indexOf('"format_version":"2"'))

interface Case {
  readonly what: string
  readonly args: () => readonly string[]
  readonly exit: number
  readonly says: RegExp
  readonly input?: string
}

const cases: readonly Case[] = [
  {
    what: 'an empty file',
    args: () => ['train', '--rule', 'nag', folder.put('empty.csv', ''), ...logistic],
    exit: 65,
    says: /empty\.csv: expected examples but found none.*OL_INPUT_EMPTY/,
  },
  {
    what: 'an empty gzip file',
    args: () => ['train', '--rule', 'nag', folder.put('empty.gz', gzipSync(''))],
    exit: 65,
    says: /OL_INPUT_EMPTY/,
  },
  {
    what: 'nothing on standard input',
    args: () => ['predict', '-m', model],
    exit: 65,
    says: /standard input: .*OL_INPUT_EMPTY/,
  },
  {
    what: 'a header without rows',
    args: () => ['train', '--rule', 'nag', '--label', 'y'],
    input: 'a,b,y\n',
    exit: 65,
    says: /OL_INPUT_EMPTY/,
  },
  {
    what: 'a directory',
    args: () => {
      mkdirSync(folder.path('folder'), { recursive: true })
      return ['train', '--rule', 'nag', folder.path('folder')]
    },
    exit: 66,
    says: /folder: .*OL_FILE_DIRECTORY/,
  },
  {
    what: 'a missing file',
    args: () => ['train', '--rule', 'nag', folder.path('missing.csv')],
    exit: 66,
    says: /missing\.csv: .*OL_FILE_MISSING/,
  },
  {
    what: 'a missing second file',
    args: () => ['train', '--rule', 'nag', sample, folder.path('missing.csv'), ...logistic],
    exit: 66,
    says: /missing\.csv: .*OL_FILE_MISSING/,
  },
  {
    what: 'a binary file',
    args: () => ['train', '--rule', 'nag', folder.put('noise', noise(20_000))],
    exit: 65,
    says: /OL_INPUT_BINARY/,
  },
  {
    what: 'a truncated gzip file',
    args: () => [
      'train',
      '--rule',
      'nag',
      folder.put('cut.gz', readFileSync(sample).subarray(0, 20_000)),
      ...logistic,
    ],
    exit: 65,
    says: /cut\.gz: .* 20000 .*OL_INPUT_TRUNCATED/,
  },
  {
    what: 'labels that are strings with a loss of numbers',
    args: () => ['train', '--rule', 'nag', sample, '--label', 'y', '--loss', 'squared'],
    exit: 65,
    says: /"no", "yes".*OL_LABEL[\s\S]*hint: --task names/,
  },
  {
    what: 'a column that is not there',
    args: () => ['train', '--rule', 'nag', sample, '--label', 'nothing'],
    exit: 65,
    says: /"nothing".*OL_INPUT_COLUMN/,
  },
  {
    what: 'data of another kind than the model has learned',
    args: () => ['test', folder.put('other.csv', 'a;b;y\n1;2;yes\n2;1;no\n'), '-m', model],
    exit: 65,
    says: /OL_(INPUT_EMPTY|INPUT_COLUMN|LINE_COLUMNS)/,
  },
  {
    what: 'only bad lines',
    args: () => ['train', '--rule', 'nag', '--format', 'vw'],
    input: '1 | a:nan\n1 | b:inf\n',
    exit: 65,
    says: /expected examples but all 2 lines are bad; the first: stdin:1:\d+: .*OL_LINE_VALUE/,
  },
  {
    what: 'a model that is not there',
    args: () => ['test', sample, '-m', folder.path('missing.ol')],
    exit: 66,
    says: /missing\.ol: .*OL_FILE_MISSING/,
  },
  {
    what: 'a model that is text',
    args: () => ['test', sample, '-m', folder.put('text.ol', 'I am no model, but I am longer than a header')],
    exit: 65,
    says: /text\.ol: .*OL_MODEL_FORMAT/,
  },
  {
    what: 'an empty model',
    args: () => ['test', sample, '-m', folder.put('none.ol', '')],
    exit: 65,
    says: /none\.ol: .*OL_MODEL_FORMAT/,
  },
  {
    what: 'a truncated model',
    args: () => ['test', sample, '-m', folder.put('cut.ol', modelBytes.subarray(0, 4000))],
    exit: 65,
    says: /cut\.ol: .*4000.*OL_MODEL_FORMAT/,
  },
  {
    what: 'a model with a flipped bit',
    args: () => ['predict', sample, '-m', folder.put('flipped.ol', corrupted)],
    exit: 65,
    says: /flipped\.ol: .*OL_MODEL_CHECKSUM/,
  },
  {
    what: 'a model of a later version',
    args: () => ['inspect', folder.put('later.ol', later)],
    exit: 65,
    says: /later\.ol: .*OL_MODEL_(VERSION|CHECKSUM)/,
  },
  {
    what: 'a model of another rule',
    args: () => ['train', sample, '-i', model, '--rule', 'sgd'],
    exit: 65,
    says: /"nag".*"sgd".*OL_MODEL_MISMATCH/,
  },
  {
    what: 'a model of another loss',
    args: () => ['train', sample, '-i', model, '--loss', 'hinge'],
    exit: 65,
    says: /"logistic".*"hinge".*OL_MODEL_MISMATCH/,
  },
  {
    what: 'a model of another size',
    args: () => ['train', sample, '-i', model, '-b', '12'],
    exit: 65,
    says: /18.*12.*OL_MODEL_MISMATCH/,
  },
  {
    what: 'a model of another precision',
    args: () => ['train', sample, '-i', model, '--precision', 'float64'],
    exit: 65,
    says: /float32.*float64.*OL_MODEL_MISMATCH/,
  },
]

test.each(cases)('$what: exit $exit, one clear message, no stack trace', ({ args, exit, says, input }) => {
  const out = folder.path('never.ol')
  const given = args()
  const ran = ol(given[0] === 'train' ? [...given, '-o', out] : given, { input: input ?? '' })
  expect(ran.stderr).toMatch(says)
  expect(ran.stderr).toMatch(/^ol-cli: /m)
  expect(ran.stderr).not.toMatch(/^\s+at /m)
  expect(ran).toMatchObject({ code: exit, stdout: '' })
  expect(existsSync(out)).toBe(false)
})

describe('bad lines among good ones', () => {
  const good = ['1 | a:1 b:2', '-1 | c:3', '1 | a:2 d', '-1 | c:1 e:0.5']
  const bad: readonly [line: string, code: string][] = [
    ['abc | a:1', 'OL_LINE_LABEL'],
    ['nan | a:1', 'OL_LINE_LABEL'],
    ['inf | a:1', 'OL_LINE_LABEL'],
    ['1x | a:1', 'OL_LINE_LABEL'],
    ['1 -2 | a:1', 'OL_LINE_WEIGHT'],
    ['1 | a:nan', 'OL_LINE_VALUE'],
    ['1 | a:inf', 'OL_LINE_VALUE'],
    ['1 | a:1e300', 'OL_LINE_VALUE'],
    ['1 a b c d | a', 'OL_LINE_SYNTAX'],
    ['no bar here', 'OL_LINE_SYNTAX'],
    ['1 | a\u0000b', 'OL_LINE_ENCODING'],
  ]
  const mixed = bad.flatMap(([line], i) => [good[i % good.length], line])
  const clean = bad.map((_, i) => good[i % good.length])
  const flags = ['--loss', 'logistic', '--format', 'vw']

  test('each is named, counted and not learned: the model has only the good lines', () => {
    const a = folder.path('mixed.ol')
    const b = folder.path('clean.ol')
    const ran = ol([
      'train',
      '--rule',
      'nag',
      folder.put('mixed.vw', mixed.join('\n')),
      ...flags,
      '-o',
      a,
      '--json',
    ])
    const report = json(ran)
    expect(report.skippedLines).toBe(bad.length)
    const counts: Record<string, number> = {}
    for (const [, code] of bad) counts[code] = (counts[code] ?? 0) + 1
    expect(report.badLines).toEqual(counts)
    for (const [i, [, code]] of bad.slice(0, 10).entries())
      expect(ran.stderr).toMatch(new RegExp(`mixed\\.vw:${2 * i + 2}:\\d+: .*\\(${code}\\)`))
    expect(ran.stderr).toMatch(/11 lines skipped, 1 of them not shown/)
    json(
      ol(['train', '--rule', 'nag', folder.put('clean.vw', clean.join('\n')), ...flags, '-o', b, '--json']),
    )
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true)
  })

  test.each(bad)('--strict stops at %j', (line, code) => {
    const out = folder.path('strict.ol')
    const ran = ol(['train', '--rule', 'nag', ...flags, '--strict', '-o', out], {
      input: `${good.join('\n')}\n${line}\n`,
    })
    expect(ran.code).toBe(65)
    expect(ran.stderr).toMatch(new RegExp(`ol-cli: stdin:5:\\d+: .*\\(${code}\\)`))
    expect(existsSync(out)).toBe(false)
  })

  test('they are reported under --quiet, too', () => {
    const ran = ol(['train', '--rule', 'nag', ...flags, '--quiet'], { input: mixed.join('\n') })
    expect(ran).toMatchObject({ code: 0, stdout: '' })
    expect(ran.stderr).toMatch(/11 lines skipped/)
  })

  test('test and predict skip and report them, but for labels, which predict does not read', () => {
    const saved = folder.path('vw.ol')
    expect(
      ol(['train', '--rule', 'nag', ...flags, '-o', saved, '--quiet'], { input: clean.join('\n') }).code,
    ).toBe(0)
    const tested = ol(['test', '-m', saved, '--json'], { input: mixed.join('\n') })
    expect(json(tested)).toMatchObject({ examples: clean.length, skippedLines: bad.length })
    const skipped = bad.filter(([, code]) => code !== 'OL_LINE_LABEL').length
    expect(skipped).toBeLessThan(bad.length)
    const predicted = ol(['predict', '-m', saved], { input: mixed.join('\n') })
    expect(predicted.code).toBe(0)
    expect(predicted.stdout.split('\n').slice(0, -1)).toHaveLength(mixed.length)
    expect(predicted.stderr).toContain(`${skipped} lines skipped`)
    const skipping = ol(['predict', '-m', saved, '--on-bad', 'skip'], { input: mixed.join('\n') })
    expect(skipping.stdout.split('\n').filter((line) => line !== '')).toEqual(
      predicted.stdout.split('\n').filter((line) => line !== ''),
    )
    expect(skipping.stdout.trimEnd().split('\n')).toHaveLength(mixed.length - skipped)
  })
})

test('an input with mostly bad lines ends with 65, after its lines', () => {
  const saved = folder.path('mostly.ol')
  ol(['train', '--rule', 'nag', '-o', saved, '--quiet'], { input: '1 | a\n-1 | b\n' })
  const input = '1 | a\n1 | a:nan\n1 | b:nan\n'
  const output = folder.path('mostly.txt')
  const says =
    /standard input: expected examples but 2 of 3 lines are bad: 2 OL_LINE_VALUE, the first: stdin:2:\d+/
  const refused = [
    ['predict', '-m', saved],
    ['predict', '-m', saved, '-o', output],
    ['explain', saved],
    ['stats', '--format', 'vw'],
  ].map((args) => ol(args, { input }))
  for (const { code, stderr } of refused) {
    expect(code).toBe(65)
    expect(stderr).toMatch(says)
  }
  expect(refused[0].stdout).toMatch(/^1 \S+\n\n\n$/)
  expect(refused[3].stdout).toBe('')
  expect(existsSync(output)).toBe(false)
  // the choice accepts any number of bad lines
  expect(ol(['predict', '-m', saved, '--on-bad', 'empty'], { input })).toMatchObject({
    code: 0,
    stdout: refused[0].stdout,
  })
})

test('a cell of a numeric column that is not a number is missing, with a warning', () => {
  const [header, ...rows] = sampleLines()
  // after the lines of schema inference
  const many = Array.from({ length: 5 }, () => rows).flat()
  const turned = many.length - 3
  many[turned] = many[turned].replace(/^\d+/, 'old')
  const file = folder.path('turned.csv')
  writeFileSync(file, [header, ...many].join('\n'))
  const ran = ol(['train', '--rule', 'nag', file, ...logistic, '--json'])
  expect(json(ran)).toMatchObject({ skippedLines: 0 })
  expect(ran.stderr).toMatch(new RegExp(`turned\\.csv:${turned + 2}:1: .*age.*"old"`))
})
