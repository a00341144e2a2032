import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { hashText } from '@ol/numerics'
import type { ReadOptions, TokenBackend } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from '../../packages/reader/test/collect.js'

const native = load()
const backends: TokenBackend[] = 'backend' in native ? [fallback, native.backend] : [fallback]

interface Format {
  readonly options: ReadOptions
  /** the text before the examples */
  readonly head: string
  /** an example with features of these names, values 1, 2, ... and the label 1 */
  readonly example: (...names: string[]) => string
  /** whether names may be anything */
  readonly names: 'any' | 'words' | 'numbers' | 'columns'
}

const quoted = (names: string[]) => names.map((name, i) => `${JSON.stringify(name)}:${i + 1}`).join()

const formats: Record<string, Format> = {
  vw: {
    options: { format: 'vw' },
    head: '',
    example: (...names) => `1 | ${names.map((name, i) => `${name}:${i + 1}`).join(' ')}`,
    names: 'words',
  },
  svmlight: {
    options: { format: 'svmlight' },
    head: '',
    example: (...names) => `1 ${names.map((name, i) => `${name}:${i + 1}`).join(' ')}`,
    names: 'numbers',
  },
  jsonl: {
    options: { format: 'jsonl' },
    head: '',
    example: (...names) => `{"label":1,"features":{${quoted(names)}}}`,
    names: 'any',
  },
  vwjson: {
    options: { format: 'vwjson' },
    head: '',
    example: (...names) => `{"_label":1,"n":1${names.length === 0 ? '' : `,${quoted(names)}`}}`,
    names: 'any',
  },
  counts: {
    options: { format: 'counts' },
    head: '',
    example: (...names) => `${names.map((name, i) => `${name}:${i + 1} `).join('')}#label#:1`,
    names: 'words',
  },
  csv: {
    options: { delimiter: ',', header: true, label: 'y' },
    head: 'a,b,y\n',
    example: () => '1,2,1',
    names: 'columns',
  },
  tsv: {
    options: { format: 'tsv', header: true, label: 'y' },
    head: 'a\tb\ty\n',
    example: () => '1\t2\t1',
    names: 'columns',
  },
  arff: {
    options: { format: 'arff' },
    head: '@relation r\n@attribute a real\n@attribute b real\n@attribute y real\n@data\n',
    example: () => '1,2,1',
    names: 'columns',
  },
}

const cases = backends.flatMap((backend) =>
  Object.entries(formats).map(([name, format]) => [backend.name, name, backend, format] as const),
)

/** Returns the examples without the numbers of their lines. */
const bare = (examples: readonly string[]) => examples.map((example) => example.replace(/^\d+ /, ''))

describe.each(cases)('%s, %s', (_, name, backend, { options, head, example, names }) => {
  const reading: ReadOptions = { ...options, backend }
  const row = example(...(names === 'numbers' ? ['3', '5'] : ['a', 'b']))

  test('a byte order mark, carriage returns, blank lines, no line feed at the end change nothing', async () => {
    const text = `${head}${row}\n${row}\n`
    const expected = await collect(bytesOf(text), reading)
    expect(expected.examples.length).toBe(2)
    for (const same of [
      `\uFEFF${text}`,
      text.trimEnd(),
      text.replaceAll('\n', '\r\n'),
      `\uFEFF${text.trimEnd()}\r\n`,
    ]) {
      const found = await collect(bytesOf(same), reading)
      expect(found.examples).toEqual(expected.examples)
      expect(found.report.skipped).toBe(0)
    }
    const blank = await collect(bytesOf(`${head}\n${row}\n\n \r\n${row}\n\n`), reading)
    expect(bare(blank.examples)).toEqual(bare(expected.examples))
    expect(blank.report.skipped).toBe(0)
  })

  test('a NUL byte is a bad line, and so is one past the cap', async () => {
    const at = head.split('\n').length + 1
    const nul = row.replace('1', '1\0')
    const found = await collect(bytesOf(`${head}${row}\n${nul}\n${row}\n`), reading)
    expect(faultsOf(found.report)).toEqual([
      expect.stringMatching(new RegExp(`^${at}:\\d+ OL_LINE_(ENCODING|SYNTAX)$`)),
    ])
    expect(found.examples.length).toBe(2)
    const long = `${row}${' '.repeat(300)}`
    const capped = await collect(bytesOf(`${head}${row}\n${long}\n${row}\n`), {
      ...reading,
      maxLineBytes: 200,
    })
    expect(faultsOf(capped.report)).toEqual([`${at}:1 OL_LINE_LONG`])
    expect(capped.examples.length).toBe(2)
  })

  test('bytes that are no UTF-8 are a name like any other', async () => {
    if (names === 'numbers') return
    const text = `${head}${names === 'columns' ? row.replace('2', '\u00e9\u00fe') : example('\u00e9\u00fe')}\n`
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0))
    const found = await collect(bytes, names === 'columns' ? { ...reading, categorical: ['b'] } : reading)
    expect(found.report.skipped).toBe(0)
    expect(found.examples.length).toBe(1)
    const other = Uint8Array.from(bytes, (c) => (c === 0xfe ? 0xfd : c))
    const differs = await collect(other, names === 'columns' ? { ...reading, categorical: ['b'] } : reading)
    expect(differs.examples).not.toEqual(found.examples)
  })

  test('names that objects have, an empty one, one of 64 KB, and one twice are features like any', async () => {
    if (names === 'numbers' || names === 'columns') return
    const long = 'x'.repeat(65536)
    // for VW a member that starts with an underscore is none
    const proto = name === 'vwjson' ? 'a__proto__' : '__proto__'
    const given = [
      proto,
      'constructor',
      'toString',
      'hasOwnProperty',
      long,
      'twice',
      'twice',
      ...(names === 'any' ? [''] : []),
    ]
    const { examples, report } = await collect(bytesOf(`${example(...given)}\n`), reading)
    expect(report.skipped).toBe(0)
    const features = examples[0].split(' ').filter((word) => /^\d+:/.test(word))
    const own = given.map((text, i) => `${text === '' ? 0 : hashText(text, 0, 'strings')}:${i + 1}`)
    expect(features.slice(-own.length)).toEqual(own)
  })

  test('indices at and past the edge', async () => {
    const edges = ['-1', '0', '2147483647', '2147483648', '4294967295', '4294967296', '9223372036854775808']
    if (names === 'columns') return
    const { examples, report } = await collect(
      bytesOf(edges.map((edge) => example(edge)).join('\n')),
      reading,
    )
    if (names === 'numbers') {
      expect(bare(examples)).toEqual(['1 0:1', '1 2147483647:1', '1 2147483648:1', '1 4294967295:1'])
      expect(report.badCounts).toEqual({ OL_LINE_VALUE: 3 })
      return
    }
    // a name of digits alone is a number modulo 2^32, any other is hashed
    const expected = [hashText('-1', 0, 'strings'), 0, 2147483647, 2147483648, 4294967295, 0, 0]
    expect(examples.map((one) => one.split(' ').at(-1))).toEqual(expected.map((index) => `${index}:1`))
  })

  if (names === 'columns')
    test('columns with the names that objects have, and one of 64 KB', async () => {
      if (name === 'arff') return
      const delimiter = name === 'tsv' ? '\t' : ','
      const long = 'x'.repeat(65536)
      const header = ['__proto__', 'constructor', 'toString', long, 'y']
      const text = `${header.join(delimiter)}\n${[1, 2, 3, 4, 1].join(delimiter)}\n`
      const { examples, schema } = await collect(bytesOf(text), reading)
      const index = (column: string) => hashText(column, 0, 'strings')
      const own = header.slice(0, 4).map((column, i) => `${index(column)}:${i + 1}`)
      expect(bare(examples)).toEqual([`1 ${own.join(' ')}`])
      const again = JSON.parse(JSON.stringify(schema))
      const moved = `${[...header].reverse().join(delimiter)}\n${[1, 4, 3, 2, 1].join(delimiter)}\n`
      const found = await collect(bytesOf(moved), { schema: again, backend })
      expect(bare(found.examples)).toEqual([`1 ${[...own].reverse().join(' ')}`])
      await expect(
        collect(bytesOf(text.replace('toString', 'valueOf')), { schema: again, backend }),
      ).rejects.toMatchObject({ code: 'OL_INPUT_COLUMNS', value: 'toString' })
    })
})
