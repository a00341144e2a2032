import { OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { decideTask } from '../src/sniff/decide-task.js'

const range = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, k) => String(first + k))

describe('the task of labels', () => {
  test.each([
    [
      ['0', '1'],
      ['0', '1'],
    ],
    [
      ['1', '0', '1'],
      ['0', '1'],
    ],
    [
      ['2', '1'],
      ['1', '2'],
    ],
    [
      ['+1', '-1'],
      ['-1', '1'],
    ],
    [
      ['1.0', '0.0', '1'],
      ['0', '1'],
    ],
    [
      ['1e0', '-1'],
      ['-1', '1'],
    ],
    [
      ['yes', 'no'],
      ['no', 'yes'],
    ],
    [
      ['Y', 'N'],
      ['N', 'Y'],
    ],
    [
      ['true', 'false'],
      ['false', 'true'],
    ],
    [
      ['TRUE', 'FALSE'],
      ['FALSE', 'TRUE'],
    ],
    [
      ['spam', 'ham'],
      ['ham', 'spam'],
    ],
    [
      ['positive', 'negative'],
      ['negative', 'positive'],
    ],
    // one of the two says what it is
    [
      ['no', 'abc'],
      ['no', 'abc'],
    ],
    [
      ['yes', 'zzz'],
      ['zzz', 'yes'],
    ],
    // otherwise the later in byte order
    [
      ['UP', 'DOWN'],
      ['DOWN', 'UP'],
    ],
    [
      ['>50K', '<=50K'],
      ['<=50K', '>50K'],
    ],
    [
      ['é', 'z'],
      ['z', 'é'],
    ],
    [
      ['100', '-7.5'],
      ['-7.5', '100'],
    ],
    [
      ['a', '', 'NA', '?', 'b', undefined],
      ['a', 'b'],
    ],
  ])('%j are two classes', (labels, names) => {
    expect(decideTask(labels)).toEqual({ task: 'binary', names })
  })

  test.each([
    [['b', 'a', 'c'], { count: 1000, names: ['b', 'a', 'c'], grows: true }],
    [['1', '3', '2'], { count: 1000, names: ['1', '2', '3'], grows: true }],
    [['2', '0', '1'], { count: 1000, names: ['0', '1', '2'], grows: true }],
    [range(1, 30), { count: 1000, names: range(1, 30), grows: true }],
    [range(0, 30), { count: 1000, names: range(0, 30), grows: true }],
    [['1.0', '2.0', '3.0'], { count: 3, names: null }],
  ])('%j are classes', (labels, classes) => {
    expect(decideTask(labels)).toEqual({ task: 'multiclass', classes })
  })

  test.each([
    [range(1, 31)],
    [range(0, 31)],
    [range(1999, 5)],
    [['3', '4', '5', '6', '7', '8']],
    [['1', '2', '4']],
    [['0', '0.5', '1']],
    [['-1', '0', '1']],
    [['7']],
    [[]],
    // a string among numbers is a bad line
    [['1.5', '2.5', '9', 'oops']],
  ])('%j are numbers', (labels) => {
    expect(decideTask(labels)).toEqual({ task: 'regression' })
  })

  test('a requested task must suit the labels', () => {
    expect(decideTask(['0', '1'], 'regression')).toEqual({ task: 'regression' })
    expect(decideTask(['7', '5', '6'], 'multiclass')).toEqual({
      task: 'multiclass',
      classes: { count: 1000, names: ['5', '6', '7'], grows: true },
    })
    expect(decideTask(['0', '1'], 'multiclass')).toEqual({
      task: 'multiclass',
      classes: { count: 1000, names: ['0', '1'], grows: true },
    })
    for (const few of [['1'], ['-1'], []])
      expect(decideTask(few, 'binary')).toEqual({ task: 'binary', names: undefined })
    for (const zeros of [
      ['0', '0'],
      ['0.0', '-0'],
    ])
      for (const task of ['auto', 'binary'] as const)
        expect(decideTask(zeros, task)).toEqual({ task: 'binary', names: ['0', '1'] })
    const refused = (labels: string[], task: Parameters<typeof decideTask>[1]): OLError => {
      try {
        decideTask(labels, task)
      } catch (error) {
        if (error instanceof OLError) return error
      }
      throw new Error('nothing was thrown')
    }
    expect(refused(['1', '2', '3'], 'binary').message).toMatch(
      /received 3 \("1", "2", "3"\): ask for task multi/,
    )
    expect(refused(['a', 'b'], 'regression').message).toMatch(/numbers for task regression/)
    expect(refused(['a'], 'auto').code).toBe('OL_LABEL')
    expect(refused(['5'], 'binary').message).toMatch(/two distinct labels/)
    expect(refused(['5'], 'multiclass').message).toMatch(/two or more/)
    const texts = Array.from({ length: 1001 }, (_, k) => `c${k}`)
    expect(refused(texts, 'auto').message).toMatch(/at most 1000 classes/)
  })
})

describe('reading by a task', () => {
  const labelsOf = async (text: string, options: Parameters<typeof read>[1] = {}) => {
    const reader = read(new TextEncoder().encode(text), { task: 'auto', ...options })
    const labels: number[] = []
    for await (const batch of reader) for (const label of batch.labels) labels.push(label)
    return { labels, schema: reader.schema, report: reader.report }
  }

  test.each([
    ['csv', 'x,y\n1,2\n2,1\n3,2\n', { label: 'y' }],
    ['tsv', 'x\ty\n1\t2\n2\t1\n3\t2\n', { label: 'y' }],
    ['arff', '@relation r\n@attribute x numeric\n@attribute y {1,2}\n@data\n1,2\n2,1\n3,2\n', { label: 'y' }],
    ['vw', '2 | a\n1 | b\n2 | c\n', {}],
    ['svmlight', '2 1:1\n1 1:2\n2 1:3\n', {}],
    ['jsonl', '{"y":2,"x":1}\n{"y":1,"x":2}\n{"y":2,"x":3}\n', { label: 'y' }],
    ['counts', 'a:1 #label#:2\nb:1 #label#:1\nc:1 #label#:2\n', {}],
  ] as const)('the labels 1 and 2 of %s are -1 and 1', async (format, text, options) => {
    const { labels, schema } = await labelsOf(text, { format, ...options })
    expect(labels).toEqual([1, -1, 1])
    expect(schema).toMatchObject({ labels: 'sign', labelTexts: ['1', '2'] })
  })

  test.each([
    ['csv', 'x,y\n1,02\n2,01\n3,2.00\n4,2\n', { label: 'y' }],
    ['vw', '02 | a\n01 | b\n2.00 | c\n2 | a\n', {}],
    ['jsonl', '{"y":"02","x":1}\n{"y":"01","x":2}\n{"y":2.00,"x":3}\n{"y":2,"x":3}\n', { label: 'y' }],
  ] as const)('zeros before the numbers of %s do not matter', async (format, text, options) => {
    const { labels, schema } = await labelsOf(text, { format, ...options })
    expect(labels).toEqual([1, -1, 1, 1])
    expect(schema).toMatchObject({ labels: 'sign', labelTexts: ['1', '2'] })
  })

  test('among strings, numbers that are written in two ways are two classes', async () => {
    const { labels, schema } = await labelsOf('x,y\n1,a\n2,01\n3,1\n4,1.0\n5,b\n6,c\n', {
      label: 'y',
    })
    expect(schema?.classes?.names).toEqual(['a', '01', '1', '1.0', 'b', 'c'])
    expect(labels).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('numbers are labels however they are written', async () => {
    const { labels } = await labelsOf(
      '1 | a\n+1 | a\n1.0 | a\n1.000000e+00 | a\n0 | a\n0.00 | a\n-1 | a\n'.slice(0, -7),
    )
    expect(labels).toEqual([1, 1, 1, 1, -1, -1])
  })

  test('a later label that contradicts the task ends the reading at its line', async () => {
    const many = (label: (i: number) => unknown) =>
      Array.from({ length: 18_000 }, (_, i) => `${i % 9}.${'0'.repeat(60)},${label(i)}`).join('\n')
    const third = `x,y\n${many((i) => i % 2)}\n5,2\n`
    await expect(labelsOf(third, { label: 'y' })).rejects.toMatchObject({
      code: 'OL_LABEL',
      line: 18_002,
      column: 3,
    })
    const half = `x,y\n${many((i) => 1 + (i % 7))}\n5,3.7\n`
    await expect(labelsOf(half, { label: 'y' })).rejects.toThrow(
      /whole numbers, as the classes of the first 1 MiB are.*3\.7.*--task regression/,
    )
    // whatever the size of chunks
    for (const chunkBytes of [1 << 12, 1 << 16])
      await expect(labelsOf(third, { label: 'y', chunkBytes })).rejects.toMatchObject({ line: 18_002 })
  })

  test('a bad line contradicts nothing, and a missing label is none', async () => {
    const { labels, report } = await labelsOf('x,y\n1,yes\n2,no,3\n3,no\nbad,line,maybe\n4,\n', {
      label: 'y',
    })
    expect(labels).toEqual([1, -1, Number.NaN])
    expect(report.skipped).toBe(2)
  })
})

describe('labels with other decimal marks than the input', () => {
  const numbers = (mark: (k: number) => string) => Array.from({ length: 1200 }, (_, k) => `${k}${mark(k)}5`)
  const message = (labels: readonly string[]): string => {
    try {
      decideTask(labels, undefined)
    } catch (error) {
      return (error as OLError).message
    }
    throw new Error('expected a refusal')
  }

  test('too many classes that are numbers of both marks name the option', () => {
    const text = message(numbers((k) => (k % 3 === 0 ? '.' : ',')))
    expect(text).toContain('at most 1000 classes')
    expect(text).toContain('800 have decimal commas, such as "1,5", and 400 points, such as "0.5"')
    expect(text).toContain('--decimal')
  })

  test('labels with only the other mark do, too; other strings do not', () => {
    expect(message(numbers(() => ','))).toContain('--decimal')
    expect(message(numbers(() => 'x'))).not.toContain('decimal')
  })
})
