import { readFileSync } from 'node:fs'
import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { arrowOf, parquetOf } from '../../packages/reader/test/tables.js'
import { json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()

interface Format {
  readonly flags: readonly string[]
  readonly head: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

const csv: Format = {
  // a cell that is no number is missing otherwise, and its line is good
  flags: ['--label', 'y', '--loss', 'logistic', '--numeric', 'n', '--missing-as', 'absent'],
  head: 'n,c,y\n',
  good: ['1,red,1', '2,"a ""b""",-1', ',blue,1', '-3e-2,red,-1'],
  bad: ['x,red,1', '1,red', '1,red,1,1', '1,"red,1', '1,"red"x,1', '1e300,red,1', '1,red,5x', '1,r\0d,1'],
}

const formats: Record<string, Format> = {
  vw: {
    flags: ['--format', 'vw', '--loss', 'logistic'],
    head: '',
    good: ['1 | a:1 b:2', '-1 |n c:3', '1 2 0.5 | a:2 d', '-1 | c:1 e:0.5'],
    bad: ['x | a', '1 | a:nan', '1 | a:inf', '1 -2 | a', 'no bar', '1 | a:1e300', '1 | a\0', '5x | a'],
  },
  svmlight: {
    flags: ['--format', 'svmlight', '--loss', 'logistic'],
    head: '',
    good: ['1 1:1 2:2', '-1 3:1 # c', '+1 4294967295:2', '-1 1:-1e-3'],
    bad: ['x 1:1', '1 1:x', '1 a:1', '1 -1:1', '1 1:1e300', '7x 1:1', '1 9223372036854775808:1', '1 1'],
  },
  csv,
  tsv: {
    ...csv,
    flags: [...csv.flags, '--format', 'tsv'],
    head: csv.head.replaceAll(',', '\t'),
    // with tabs quotes may be text
    good: csv.good.filter((line) => !line.includes('"')).map((line) => line.replaceAll(',', '\t')),
    bad: csv.bad.filter((line) => !line.includes('"')).map((line) => line.replaceAll(',', '\t')),
  },
  jsonl: {
    flags: ['--format', 'jsonl', '--loss', 'logistic'],
    head: '',
    good: ['{"label":1,"a":1}', '{"label":-1,"n":{"b":"x"}}', '{"label":1,"c":[1,2]}', '{"a":2}'],
    bad: [
      '{"label":1',
      '{"label":1,"a":[1,"b"]}',
      '{"label":[5],"a":1}',
      '{"weight":-1}',
      '{"a":1e300}',
      '[]',
      '{"a":1}}',
      '{"a":01}',
    ],
  },
  vwjson: {
    flags: ['--format', 'vwjson', '--loss', 'logistic'],
    head: '',
    good: ['{"_label":1,"a":1}', '{"_label":-1,"n":{"b":"x"}}', '{"_label":"1 2","c":[1,2]}', '{"a":2}'],
    bad: [
      '{"_label":1',
      '{"a":["b"]}',
      '{"_label":"5x","a":1}',
      '{"_label":{"Weight":-1}}',
      '{"a":1e300}',
      '[]',
      '{"a":1}}',
      '{"_multi":[]}',
    ],
  },
  counts: {
    flags: ['--format', 'counts', '--loss', 'logistic', '--positive', 'good'],
    head: '',
    good: ['a:1 b:2 #label#:good', 'c:1 #label#:bad', 'a:3 #label#:bad', 'd:0.5 #label#:good'],
    bad: [
      'a:x #label#:good',
      'a #label#:bad',
      'a: #label#:bad',
      ':1 #label#:good',
      'a:1e300 #label#:bad',
      'a\0:1 #label#:bad',
      'a:1:2 #label#:bad',
      'b:nan #label#:good',
    ],
  },
  arff: {
    flags: ['--loss', 'logistic', '--missing-as', 'absent'],
    head: '@relation r\n@attribute n real\n@attribute c {red, blue}\n@attribute y real\n@data\n',
    good: ['1,red,1', '{0 2, 2 1}', '?,blue,1', '{1 blue}'],
    bad: ['x,red,1', '1,red', '1,red,1,1', "1,'red,1", '{3 1}', '{0 1e300, 2 1}', '1,red,5x', '{1 blue'],
  },
}

describe.each(Object.entries(formats))('%s', (name, { flags, head, good, bad }) => {
  test('the model has only the good lines, every bad one is named, and --strict stops at the first', () => {
    const mixed = `${head}${bad.map((line, i) => `${good[i % good.length]}\n${line}\n`).join('')}`
    const clean = `${head}${bad.map((_, i) => `${good[i % good.length]}\n`).join('')}`
    const a = folder.path(`${name}-mixed.ol`)
    const b = folder.path(`${name}-clean.ol`)
    const file = folder.put(`${name}-mixed`, mixed)
    const ran = ol(['train', '--rule', 'nag', file, ...flags, '-o', a, '--json'])
    expect(json(ran)).toMatchObject({ skippedLines: bad.length, examples: bad.length })
    const first = head.split('\n').length + 1
    for (const i of bad.keys())
      expect(ran.stderr).toMatch(new RegExp(`-mixed:${first + 2 * i}:\\d+: .*\\(OL_LINE_[A-Z]+\\)`))
    json(ol(['train', '--rule', 'nag', folder.put(`${name}-clean`, clean), ...flags, '-o', b, '--json']))
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true)
    const strict = ol(['train', '--rule', 'nag', file, ...flags, '--strict', '-o', folder.path('never.ol')])
    expect(strict).toMatchObject({ code: 65 })
    expect(strict.stderr).toMatch(new RegExp(`^ol-cli: .*-mixed:${first}:\\d+: .*OL_LINE_`, 'm'))
  })
})

const rows = 40
const n = Array.from({ length: rows }, (_, i) => i - 7)
const c = Array.from({ length: rows }, (_, i) => `c${i % 3}`)
const y = Array.from({ length: rows }, (_, i) => (i % 2 ? 1 : -1))
const clean = [
  ['n', n],
  ['c', c],
  ['y', y],
] as const

describe.each([
  ['parquet', (columns: typeof clean) => parquetOf(columns)],
  ['arrow', (columns: typeof clean) => arrowOf(columns, 'file')],
] as const)('%s', (name, make) => {
  test('the model has only the good rows, as from the same CSV; every bad row is named', () => {
    const wrong = [5, 17, 18]
    const spread = <T>(values: readonly T[], bad: T) =>
      wrong.reduce<T[]>((all, at) => all.toSpliced(at, 0, bad), [...values])
    const mixed = [
      ['n', spread(n, 1e300)],
      ['c', spread(c, 'c0')],
      ['y', spread(y, 1)],
    ] as const
    const flags = ['--label', 'y', '--loss', 'logistic', '--missing-as', 'absent', '--json']
    const models = ['mixed', 'clean', 'csv'].map((kind) => folder.path(`${name}-${kind}.ol`))
    const file = folder.put(`mixed.${name}`, make(mixed as never))
    const ran = ol(['train', '--rule', 'nag', file, ...flags, '-o', models[0]])
    expect(json(ran)).toMatchObject({ skippedLines: 3, examples: rows })
    for (const at of wrong)
      expect(ran.stderr).toMatch(new RegExp(`mixed\\.${name}:${at + 1}:\\d+: .*OL_LINE_VALUE`))
    json(ol(['train', '--rule', 'nag', folder.put(`clean.${name}`, make(clean)), ...flags, '-o', models[1]]))
    const csv = `n,c,y\n${n.map((_, i) => `${n[i]},${c[i]},${y[i]}`).join('\n')}\n`
    const text = ['--delimiter', ',', '--header']
    json(ol(['train', '--rule', 'nag', folder.put('clean.csv', csv), ...flags, ...text, '-o', models[2]]))
    const [a, b] = models.map((model) => readFileSync(model))
    expect(a.equals(b)).toBe(true)
    const predicted = models.map((model) => ol(['predict', file, '-m', model]).stdout)
    // a bad row has an empty line
    expect(predicted[0].split('\n').length).toBe(rows + wrong.length + 1)
    expect(predicted[2]).toBe(predicted[0])
    expect(ol(['train', '--rule', 'nag', file, ...flags, '--strict'])).toMatchObject({ code: 65 })
  })
})

test.each([
  ['gzip', zlib.gzipSync],
  ['brotli', zlib.brotliCompressSync],
  [
    'deflate within gzip members',
    (data: Buffer) =>
      Buffer.concat([zlib.gzipSync(data.subarray(0, 900)), zlib.gzipSync(data.subarray(900))]),
  ],
] as const)('%s cut in the middle: exit 65, and the offset', (kind, pack) => {
  const text = Buffer.from(Array.from({ length: 300 }, (_, i) => `${i % 2} | a${i}:${i / 7}`).join('\n'))
  const packed = pack(text)
  const name = kind === 'brotli' ? 'cut.br' : 'cut.gz'
  for (const length of [3, packed.length >> 1, packed.length - 1]) {
    const ran = ol([
      'train',
      '--rule',
      'nag',
      folder.put(name, packed.subarray(0, length)),
      '--format',
      'vw',
      '-o',
      folder.path('cut.ol'),
    ])
    expect(ran).toMatchObject({ code: 65, stdout: '' })
    expect(ran.stderr).toMatch(
      new RegExp(`${name}: .* ${length} .*OL_INPUT_TRUNCATED|${name}: .*byte ${length} `),
    )
  }
  expect(
    json(ol(['train', '--rule', 'nag', folder.put(name, packed), '--format', 'vw', '--json'])),
  ).toMatchObject({
    examples: 300,
  })
})
