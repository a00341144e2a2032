import type { ReadOptions } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { decodeText, encodingsOf } from '../src/token-plan/encoding.js'
import { bytesOf, collect, faultsOf } from './collect.js'

// Labels with letters beyond ASCII, in files of either encoding.

const names = ['müde', 'wach', 'früh', 'spät']
const rows = Array.from({ length: 40 }, (_, k) => names[k % 4])

const formats: Record<string, (labels: readonly string[]) => string> = {
  csv: (labels) => `n,größe,y\n${labels.map((label, k) => `${k},1,${label}`).join('\n')}\n`,
  vw: (labels) => labels.map((label, k) => `${label} | größe:${k + 1}\n`).join(''),
  svmlight: (labels) => labels.map((label, k) => `${label} 1:${k + 1}\n`).join(''),
  jsonl: (labels) => labels.map((label, k) => `{"label":"${label}","n":${k}}\n`).join(''),
  counts: (labels) => labels.map((label, k) => `word:${k + 1} #label#:${label}\n`).join(''),
  arff: (labels) =>
    `@relation r\n@attribute 'größe' real\n@attribute y {${names}}\n@data\n${labels.map((label, k) => `${k},${label}\n`).join('')}`,
}

const encodings: Record<string, (text: string) => Uint8Array> = {
  'Latin-1': (text) => Buffer.from(text, 'latin1'),
  'UTF-8': bytesOf,
}

const labelsOf = (examples: readonly string[]): string[] => examples.map((one) => one.split(' ')[1])

describe.each(Object.keys(formats))('labels of %s', (format) => {
  test.each(Object.keys(encodings))('name classes in %s', async (encoding) => {
    const encode = encodings[encoding]
    const options: ReadOptions = { format: format as 'csv', labels: 'class', classes: 4 }
    const { examples, report, schema } = await collect(encode(formats[format](rows)), options)
    expect(faultsOf(report)).toEqual([])
    expect(schema?.classes?.names).toEqual(names)
    expect(labelsOf(examples)).toEqual(rows.map((name) => `${names.indexOf(name) + 1}`))
    // names after schema inference, and in files of the other encoding, are the same
    const late = await collect([encode(formats[format](['wach', 'müde'])), bytesOf(formats[format](rows))], {
      ...options,
      chunkBytes: 100,
    })
    expect(faultsOf(late.report)).toEqual([])
    expect(late.schema?.classes?.names).toEqual(['wach', 'müde', 'früh', 'spät'])
    const given = await collect(encode(formats[format](rows)), { ...options, classes: names.toReversed() })
    expect(faultsOf(given.report)).toEqual([])
    expect(labelsOf(given.examples)).toEqual(rows.map((name) => `${4 - names.indexOf(name)}`))
  })

  test.each(Object.keys(encodings))('mean -1 and +1 in %s', async (encoding) => {
    const two = rows.map((_, k) => (k % 2 === 0 ? 'müde' : 'wach'))
    const input = encodings[encoding](formats[format](two))
    const positive = await collect(input, { format: format as 'csv', labels: 'sign', positive: 'müde' })
    expect(faultsOf(positive.report)).toEqual([])
    expect(labelsOf(positive.examples)).toEqual(two.map((_, k) => (k % 2 === 0 ? '1' : '-1')))
    if (format === 'vw' || format === 'svmlight') return
    const found = await collect(input, { format: format as 'csv', labels: 'sign' })
    expect(found.schema?.labelTexts).toEqual(['müde', 'wach'])
    expect(faultsOf(found.report)).toEqual([])
    expect(labelsOf(found.examples)).toEqual(two.map((_, k) => (k % 2 === 0 ? '-1' : '1')))
  })
})

test('columns with other letters have other names', async () => {
  const text = 'é,è,y\n1,2,1\n3,4,2\n'
  const { examples, schema } = await collect(Buffer.from(text, 'latin1'), { format: 'csv' })
  expect(schema?.columns?.map(({ name }) => name)).toEqual(['é', 'è', 'y'])
  expect(examples).toEqual((await collect(bytesOf(text), { format: 'csv' })).examples)
})

test.each([
  ['shift_jis', [0x83, 0x41], ''],
  ['shift_jis', [0xff, 0x2c, 0x80], '; 2 characters are U+FFFD, which replaces invalid bytes'],
  ['shift_jis', [0x83], '; 1 character is U+FFFD, which replaces invalid bytes'],
])('a notice counts the characters of %s that %j do not have', async (encoding, cell, notice) => {
  const text = Buffer.concat([bytesOf('1 |f a\n-1 |f '), Uint8Array.from(cell)])
  const { report } = await collect(text, { format: 'vw', encoding })
  expect(report.warnings).toMatchObject([{ why: 'encoding', text: `read as ${encoding}${notice}` }])
})

test('a text is in one encoding at a time', () => {
  // the Latin-1 bytes of the second are the UTF-8 bytes of the first
  expect(encodingsOf('é')).toEqual([Uint8Array.of(0xc3, 0xa9), Uint8Array.of(0xe9)])
  expect(encodingsOf('Ã©')).toEqual([bytesOf('Ã©')])
  expect(encodingsOf('abc')).toEqual([bytesOf('abc')])
  expect(encodingsOf('€é')).toEqual([bytesOf('€é')])
  for (const text of ['', 'abc', 'é', '€', '\ufffd', '\ufeffa', '\x80\x9f'])
    for (const bytes of encodingsOf(text)) expect(decodeText(bytes)).toBe(text)
  expect(decodeText(Uint8Array.of(0xef, 0xbf, 0xbd, 0xff))).toBe('ï¿½ÿ')
})
