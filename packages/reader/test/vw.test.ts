import { hashText } from '@ol/numerics'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string, seed = 0) => hashText(name, seed, 'strings')
const f = h('f')

describe('VW text: the meaning of a line', () => {
  const cases: [string, string][] = [
    ['1 | a', `1 1 ${h('a')}:1`],
    ['| a', `1 NaN ${h('a')}:1`],
    ['|f a:2', `1 NaN ${h('a', f)}:2`],
    ['-1.5 2 0.25 | 7', '1 -1.5 w=2 i=0.25 7:1'],
    ["1 'tag | 7", '1 1 t=tag 7:1'],
    ['1 2 tag|f 7', `1 1 w=2 t=tag ${(7 + f) >>> 0}:1`],
    ['tag| 7', '1 NaN t=tag 7:1'],
    ["'| 7", '1 NaN 7:1'],
    ['1|f 7', `1 NaN t=1 ${(7 + f) >>> 0}:1`],
    ['1 | 4294967295 4294967296 12345678901', '1 1 4294967295:1 0:1 3755744309:1'],
    ['1 |f:2 a:3 b', `1 1 ${h('a', f)}:6 ${h('b', f)}:2`],
    ['1 |f:-.5 a:3', `1 1 ${h('a', f)}:-1.5`],
    ['1 |f a|g a', `1 1 ${h('a', f)}:1 ${h('a', h('g'))}:1`],
    ['1 |f a |f a', `1 1 ${h('a', f)}:1 ${h('a', f)}:1`],
    ['1 | :5 :6 a :7', `1 1 0:5 1:6 ${h('a')}:1 2:7`],
    ['1 | a:0 b:-0 c:0e9 d:0.000', '1 1'],
    ['1 | color:red', `1 1 ${h('red', h('color'))}:1`],
    ['1 | color:red|f 1', `1 1 ${h('red', h('color'))}:1 ${(1 + f) >>> 0}:1`],
    ['1 |f:2 color:red', `1 1 ${h('red', h('color', f))}:2`],
    ['1 | a:1e-3 b:+.5 c:5. d:1E2', `1 1 ${h('a')}:0.001 ${h('b')}:0.5 ${h('c')}:5 ${h('d')}:100`],
    ['1 | a:0.1234567890123456789', `1 1 ${h('a')}:0.12345678901234568`],
    ['1\t|f\ta:2\tb  c ', `1 1 ${h('a', f)}:2 ${h('b', f)}:1 ${h('c', f)}:1`],
    ['  1  |  a  ', `1 1 ${h('a')}:1`],
    ['1 |', '1 1'],
    ['|', '1 NaN'],
    ['||||', '1 NaN'],
    ['1 | a\rb', `1 1 ${h('a\rb')}:1`],
    ['1 | a\rb:2', `1 1 ${h('a\rb')}:2`],
    ['1 | \u0001a\u0001', `1 1 ${h('a')}:1`],
    ['1 | \u00016\u0001', '1 1 6:1'],
    ['1 | -1 1a 01', `1 1 ${h('-1')}:1 ${h('1a')}:1 1:1`],
    ['1 | æøå:2 日本', `1 1 ${h('æøå')}:2 ${h('日本')}:1`],
    [
      '1 | __proto__ constructor toString',
      `1 1 ${h('__proto__')}:1 ${h('constructor')}:1 ${h('toString')}:1`,
    ],
    ['1 | a,b "c d" #x', `1 1 ${h('a,b')}:1 ${h('"c')}:1 ${h('d"')}:1 ${h('#x')}:1`],
  ]
  test.each(cases)('%j', async (line, expected) => {
    for (const text of [line, `${line}\n`, `${line}\r\n`, `\ufeff${line}\n`]) {
      const { examples, report } = await collect(bytesOf(text), { format: 'vw' })
      expect(faultsOf(report)).toEqual([])
      expect(examples).toEqual([expected])
    }
  })

  test('names hash as VW shows them in its tutorial', () => {
    const slots = ['price', 'sqft', 'age', '2006'].map((name) => h(name) & 0x3ffff)
    expect(slots).toEqual([229902, 162853, 165201, 2006])
  })

  test('a seed, and all names hashed', async () => {
    const seed = 7
    const space = hashText('', seed, 'all')
    const plain = await collect(bytesOf('1 | 5 a |f 5'), { format: 'vw', hashSeed: seed })
    expect(plain.examples).toEqual([
      `1 1 ${(5 + space) >>> 0}:1 ${h('a', space)}:1 ${(5 + h('f', seed)) >>> 0}:1`,
    ])
    const all = await collect(bytesOf('1 | 5 a |3 x:5'), { format: 'vw', hash: 'all' })
    const a = (name: string, s: number) => hashText(name, s, 'all')
    expect(all.examples).toEqual([`1 1 ${a('5', 0)}:1 ${a('a', 0)}:1 ${a('x', a('3', 0))}:5`])
  })

  test('without the constant', async () => {
    const { examples, report } = await collect(bytesOf('1 | 5\n1 |\n'), { format: 'vw', constant: false })
    expect(examples).toEqual(['1 1 5:1', '2 1'])
    expect(report.features).toBe(1)
  })

  test('empty lines are not examples, and count as lines', async () => {
    const { examples, report } = await collect(bytesOf('\n \t \n1 | 5\n\r\n\n-1 | 6'), { format: 'vw' })
    expect(examples).toEqual(['3 1 5:1', '6 -1 6:1'])
    expect(report).toMatchObject({ lines: 6, examples: 2, features: 4, skipped: 0 })
  })
})

describe('VW text: bad lines', () => {
  const cases: [string, string][] = [
    ['x | a', '1:1 OL_LINE_LABEL'],
    ['1-2 | a', '1:1 OL_LINE_LABEL'],
    ['nan | a', '1:1 OL_LINE_LABEL'],
    ['inf | a', '1:1 OL_LINE_LABEL'],
    ['0x10 | a', '1:1 OL_LINE_LABEL'],
    ['1e16 | a', '1:1 OL_LINE_LABEL'],
    ['1e400 | a', '1:1 OL_LINE_LABEL'],
    ['1 -2 | a', '1:3 OL_LINE_WEIGHT'],
    ['1 1e10 | a', '1:3 OL_LINE_WEIGHT'],
    ['1 w | a', '1:3 OL_LINE_WEIGHT'],
    ['1 1 x | a', '1:5 OL_LINE_LABEL'],
    ['1 1 1e300 | a', '1:5 OL_LINE_LABEL'],
    ['1 1 1 1 | a', '1:7 OL_LINE_SYNTAX'],
    ['1 1 1 1 1 1 1 | a', '1:7 OL_LINE_SYNTAX'],
    ['1 a b', '1:1 OL_LINE_SYNTAX'],
    ['1', '1:1 OL_LINE_SYNTAX'],
    ['  hello', '1:3 OL_LINE_SYNTAX'],
    ['1 | a:', '1:7 OL_LINE_VALUE'],
    ['1 | a: 5', '1:7 OL_LINE_VALUE'],
    ['1 | a:1.2.3', '1:7 OL_LINE_VALUE'],
    ['1 | a:1,5 b', '1:7 OL_LINE_VALUE'],
    ['1 | a:1e5x', '1:7 OL_LINE_VALUE'],
    ['1 | a:0x10', '1:7 OL_LINE_VALUE'],
    ['1 | a:nan', '1:7 OL_LINE_VALUE'],
    ['1 | a:Infinity', '1:7 OL_LINE_VALUE'],
    ['1 | a:-inf', '1:7 OL_LINE_VALUE'],
    ['1 | a:1:2', '1:7 OL_LINE_VALUE'],
    ['1 | a:x:y', '1:7 OL_LINE_VALUE'],
    ['1 | b a:1e101', '1:7 OL_LINE_VALUE'],
    ['1 | b a:1e400', '1:7 OL_LINE_VALUE'],
    ['1 | b a:-1e-101', '1:7 OL_LINE_VALUE'],
    ['1 | b a:1e-400', '1:7 OL_LINE_VALUE'],
    ['1 |f:x a', '1:6 OL_LINE_VALUE'],
    ['1 |f: a', '1:6 OL_LINE_VALUE'],
    ['1 |f:1:2 a', '1:6 OL_LINE_VALUE'],
    ['1 |f:1e60 a:1e60', '1:11 OL_LINE_VALUE'],
    ['1 |f:1e-60 a:1e-60', '1:12 OL_LINE_VALUE'],
    ['1 | a b\0c d', '1:8 OL_LINE_ENCODING'],
    ['1 |\0f a', '1:4 OL_LINE_ENCODING'],
    ['1 t\0g| a', '1:4 OL_LINE_ENCODING'],
    ['\0', '1:1 OL_LINE_ENCODING'],
    ['1 | a:x\0', '1:8 OL_LINE_ENCODING'],
  ]
  test.each(cases)('%j', async (line, expected) => {
    const { examples, report } = await collect(bytesOf(line), { format: 'vw' })
    expect(faultsOf(report)).toEqual([expected])
    expect(examples).toEqual([])
    expect(report).toMatchObject({ lines: 1, examples: 0, skipped: 1 })
    // between good lines they have no effect
    const among = await collect(bytesOf(`1 | 1\n${line}\n-1 | 2\n`), { format: 'vw' })
    expect(among.examples).toEqual(['1 1 1:1', '3 -1 2:1'])
    expect(faultsOf(among.report)).toEqual([expected.replace('1:', '2:')])
  })

  test('labels of classification', async () => {
    const text = '1 | 1\n-1 | 1\n0 | 1\n2 | 1\n| 1\n1.0 | 1\n'
    const { examples, report } = await collect(bytesOf(text), { format: 'vw', labels: 'sign' })
    expect(examples.map((e) => e.split(' ')[1])).toEqual(['1', '-1', '-1', 'NaN', '1'])
    expect(faultsOf(report)).toEqual(['4:1 OL_LINE_LABEL'])
    expect(report.badLines[0].message).toMatch(/positive/)
    const three = await collect(bytesOf('1 | 1\n2 | 1\n2.0 | 1\nx | 1\n'), {
      format: 'vw',
      labels: 'sign',
      positive: 2,
    })
    expect(three.examples.map((e) => e.split(' ')[1])).toEqual(['-1', '1', '1', '-1'])
  })

  test('labels that are counts', async () => {
    const { examples, report } = await collect(bytesOf('3 | 1\n-1 | 1\n'), { format: 'vw', labels: 'count' })
    expect(examples).toEqual(['1 3 1:1'])
    expect(faultsOf(report)).toEqual(['2:1 OL_LINE_LABEL'])
  })
})
