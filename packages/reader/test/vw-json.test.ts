import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'

/**
 * The features that Vowpal Wabbit 9.11.9 makes of lines with --json -b 24 --noconstant; features null: it rejects the
 * line.
 */
const facts: readonly {
  readonly line: string
  readonly features: readonly (readonly [index: number, value: number])[] | null
  readonly label?: number | null
  readonly weight?: number
  readonly tag?: string
}[] = JSON.parse(readFileSync(new URL('vw-json.json', import.meta.url), 'utf8'))

const vw = { format: 'vwjson', constant: false } as const

async function one(line: string) {
  const { examples, report } = await collect(bytesOf(line), vw)
  if (examples.length === 0) return { faults: faultsOf(report) }
  const words = examples[0].split(' ')
  const features = words
    .filter((word) => /^\d+:/.test(word))
    .map((word) => word.split(':').map(Number))
    .map(([index, value]) => [index & 0xffffff, Number(value.toFixed(6))])
  return { features, label: words[1], rest: words.slice(2).filter((word) => !/^\d+:/.test(word)) }
}

const byIndex = (a: readonly number[], b: readonly number[]) => a[0] - b[0] || a[1] - b[1]

describe('the JSON of VW', () => {
  test.each(facts.filter(({ features }) => features !== null).map((fact) => [fact.line, fact] as const))(
    '%s',
    async (line, { features, label, weight, tag }) => {
      const found = await one(line)
      expect(found.features?.sort(byIndex)).toEqual([...(features ?? [])].sort(byIndex))
      expect(found.label).toBe(String(label ?? 'NaN'))
      const initial = /"Initial":([\d.]+)|1 0.5 (0.25)/.exec(line)
      expect(found.rest).toEqual([
        ...(weight === 1 ? [] : [`w=${weight}`]),
        ...(initial === null ? [] : [`i=${initial[1] ?? initial[2]}`]),
        ...(tag === '' ? [] : [`t=${tag}`].join().split(' ')),
      ])
    },
  )

  test.each(facts.filter(({ features }) => features === null).map(({ line }) => [line]))(
    'not taken: %s',
    async (line) => {
      expect((await one(line)).faults).toEqual([
        expect.stringMatching(/^1:\d+ OL_LINE_(SYNTAX|VALUE|LABEL)$/),
      ])
    },
  )

  test('gives the same as VW text', async () => {
    for (const [json, text] of [
      ['{"_label":1,"a":1.5,"f":"text"}', '1 | a:1.5 ftext'],
      [
        '{"_label":"-1 2 0.5","_tag":"t","ns":{"x":2,"g":"some words","b":true}}',
        "-1 2 0.5 't|ns x:2 gsome_words b",
      ],
      ['{"_text":"hello big  world","12":5}', '| hello big world 12:5'],
      ['{"p":{"q":{"r":3}},"arr":[1,0,2]}', '|q r:3 |arr 0:1 2:2'],
    ])
      expect((await collect(bytesOf(json), vw)).examples).toEqual(
        (await collect(bytesOf(text), { ...vw, format: 'vw' })).examples,
      )
  })

  test('lines, bad ones, and every cut', async () => {
    const lines = [
      '\uFEFF{"_label":1,"a":1}',
      '',
      '{"_label":1,"a":[true]}\r',
      '  {"_label":-1,"b":"x"} ',
      'nonsense',
      '{"_label":0.5,"c":1e300}',
      `{"_label":1,"${'w'.repeat(200)}":1}`,
      '{"__proto__":{"constructor":"toString"},"":2}',
      '{"_label":{"label":2,"what":1}}',
      '{"_multi":[]}',
      '{"_label":2,"z":3}',
    ]
    const bytes = bytesOf(lines.join('\n'))
    const options = { ...vw, maxLineBytes: 120 }
    const expected = await collect(bytes, options)
    expect(expected.examples.map((e) => e.split(' ').slice(0, 2).join(' '))).toEqual([
      '1 1',
      '4 -1',
      '8 NaN',
      '11 2',
    ])
    expect(faultsOf(expected.report)).toEqual([
      '3:18 OL_LINE_VALUE',
      '5:1 OL_LINE_SYNTAX',
      expect.stringMatching(/^6:\d+ OL_LINE_VALUE$/),
      '7:1 OL_LINE_LONG',
      '9:11 OL_LINE_LABEL',
      '10:11 OL_LINE_SYNTAX',
    ])
    for (let length = 1; length < bytes.length; length += 3)
      expect(await collect(pieces(bytes, length), { ...options, chunkBytes: 1 })).toMatchObject({
        examples: expected.examples,
        report: expected.report,
      })
  })

  test('further inputs are read in the same way', async () => {
    const { schema } = await collect(bytesOf('{"_label":"cat","a":1}\n{"_label":"dog","a":2}\n'), {
      ...vw,
      labels: 'class',
      classes: 2,
    })
    expect(schema).toMatchObject({ format: 'jsonl', vwJson: true, classes: { names: ['cat', 'dog'] } })
    const again = await collect(bytesOf('{"_label":"dog","f":"x"}'), { schema, constant: false })
    expect(again.examples).toEqual(
      (await collect(bytesOf('2 | fx'), { format: 'vw', constant: false })).examples,
    )
    await expect(collect(bytesOf('{"a":1}'), { format: 'vwjson', label: 'a' })).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
  })
})
