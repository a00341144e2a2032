import { describe, expect, test } from 'vitest'
import { collect, pieces } from '../../packages/reader/test/collect.js'
import { readBoth, refusal, rows, sourceOf, tokenBackends } from './read-both.js'

// Encodings, line ends and JSON arrays: what the bytes of an input become before they are lines.

const text = `größe,town,y\n${rows(30, (k) => `${k + 0.5},${['Århus', 'Łódź', '東京', '🙂'][k % 4]},${k % 2}`)}`
const western = `größe,town,y\n${rows(30, (k) => `${k + 0.5},${['Århus', 'Köln', 'A Coruña', '5 € “so”'][k % 4]},${k % 2}`)}`

function utf16(content: string, big: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const inWindows: Readonly<Record<string, number>> = { '€': 0x80, '“': 0x93, '”': 0x94 }
const windows = (content: string): Uint8Array =>
  Uint8Array.from(content, (c) => inWindows[c] ?? c.charCodeAt(0))

/** Reads bytes in pieces of each length, with each backend, and expects the same as of the whole. */
async function expectCuts(
  bytes: Uint8Array,
  lengths: readonly number[],
  options: object = {},
): Promise<void> {
  const whole = await readBoth(bytes, options)
  for (const backend of tokenBackends)
    for (const length of lengths) {
      const cut = await collect(pieces(bytes, length), {
        labels: 'any',
        ...options,
        backend,
        patience: Number.MAX_VALUE,
      })
      expect(cut.examples).toEqual(whole.examples)
      expect(cut.report).toEqual(whole.report)
    }
}

describe('encodings', () => {
  test.each([
    ['UTF-16, little end first', () => utf16(text, false), 'read as utf-16le'],
    ['UTF-16, big end first', () => utf16(text, true), 'read as utf-16be'],
  ])('%s', async (_, bytes, notice) => {
    const expected = await readBoth(text)
    const found = await readBoth(bytes())
    expect(found.examples).toEqual(expected.examples)
    expect(found.names).toEqual(['größe', 'town', 'y'])
    expect(found.report.warnings).toMatchObject([{ why: 'encoding', text: notice }])
    await expectCuts(bytes(), [1, 2, 3, 7, 100])
  })

  test('Windows-1252 for bytes that are not UTF-8, with the place of the first', async () => {
    const expected = await readBoth(western)
    const found = await readBoth(windows(western))
    expect(found.examples).toEqual(expected.examples)
    expect(found.names).toEqual(['größe', 'town', 'y'])
    expect(found.report.warnings).toMatchObject([
      { why: 'encoding', text: expect.stringContaining('the first at byte 3 ') },
    ])
    expect(expected.notices).toEqual([])
    await expectCuts(windows(western), [1, 2, 3, 7, 100])
  })

  test('UTF-8 in pieces cut within characters', async () => {
    await expectCuts(sourceOf(text), [1, 2, 3, 5])
  })

  test('one byte that is no UTF-8 leaves the rest UTF-8', async () => {
    const bytes = Buffer.concat([sourceOf(text), Uint8Array.of(0x31, 0x2c, 0xc5, 0x68, 0x2c, 0x31, 0x0a)])
    const expected = await readBoth(`${text}1,Åh,1\n`)
    expect((await readBoth(bytes)).examples).toEqual(expected.examples)
    const among = Buffer.concat([bytes, Uint8Array.of(0x32, 0x2c, 0xc5), sourceOf(`東京,0\n${text}`)])
    await expectCuts(among, [1, 2, 3, 4, 5, 7])
  })

  test('--encoding names another', async () => {
    const expected = await readBoth('a,y\nя,1\nж,0\nя,0\n')
    const bytes = Uint8Array.from('a,y\n\xff,1\n\xe6,0\n\xff,0\n', (c) => c.charCodeAt(0))
    expect((await readBoth(bytes, { encoding: 'windows-1251' })).examples).toEqual(expected.examples)
    const unknown = await refusal(bytes, { encoding: 'klingon' })
    expect(unknown).toMatchObject({ code: 'OL_PARAMETER', message: expect.stringContaining('klingon') })
  })
})

describe('line ends', () => {
  test.each([
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ])('%s', async (_, end) => {
    const expected = await readBoth(text)
    const bytes = sourceOf(text.replaceAll('\n', end))
    expect((await readBoth(bytes)).examples).toEqual(expected.examples)
    await expectCuts(bytes, [1, 2, 7, 100])
  })

  test('a carriage return within a line of line feeds is a character', async () => {
    const { examples } = await readBoth(`a,y\n${rows(10, (k) => `u\rv ${k % 3},${k % 2}`)}`)
    expect(examples).toHaveLength(10)
  })

  test('a last line without an end', async () => {
    expect((await readBoth(text.trimEnd())).examples).toEqual((await readBoth(text)).examples)
    expect((await readBoth(text.trimEnd().replaceAll('\n', '\r'))).examples).toHaveLength(30)
  })
})

describe('a JSON array of objects', () => {
  const objects = Array.from({ length: 12 }, (_, k) => ({
    label: k % 2,
    n: k + 0.5,
    s: ['a "b', 'c\\', '[{,}]', '"}'][k % 4],
    nested: { list: [1, k] },
  }))
  const lines = objects.map((one) => `${JSON.stringify(one)}\n`).join('')
  const labels = { label: 'label' } as const
  test.each([
    ['in one line', JSON.stringify(objects)],
    ['over lines', JSON.stringify(objects, null, 2)],
    ['an object on each line', `[\n${objects.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`],
    ['after white space', `\n  [ ${objects.map((one) => JSON.stringify(one)).join(' , ')} ]  \n\n`],
  ])('%s', async (_, array) => {
    const expected = await readBoth(lines, labels)
    const found = await readBoth(array, labels)
    expect(found.examples).toEqual(expected.examples)
    expect([found.schema.format, found.report.skipped]).toEqual(['jsonl', 0])
    await expectCuts(sourceOf(array), [1, 2, 3, 17, 1000], labels)
  })

  test('a line that is not an object is a bad line', async () => {
    const { examples, report } = await readBoth(
      `[${JSON.stringify(objects[0])}, 7, ${JSON.stringify(objects[1])}]`,
      labels,
    )
    expect([examples.length, report.skipped, report.badLines[0].line]).toEqual([2, 1, 2])
  })

  test('an array that is cut has its last object cut', async () => {
    const { examples, report } = await readBoth(JSON.stringify(objects).slice(0, -20), labels)
    expect([examples.length, report.skipped]).toEqual([11, 1])
  })
})
