import { hashText } from '@ol/numerics'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string, seed = 0) => hashText(name, seed, 'strings')
const cat = (name: string, value: string) => hashText(value, h(name), 'all')

/** A feature that is missing, and its indicator. */
const missing = (own: number) => `${own}:NaN ${hashText('missing', own, 'all')}:1`

describe('JSON Lines: the meaning of a line', () => {
  const cases: [string, string][] = [
    ['{"label":1,"price":3.2,"city":"oslo"}', `1 1 ${h('price')}:3.2 ${cat('city', 'oslo')}:1`],
    [
      '{"label": 1, "features": {"price": 3.2, "city": "oslo"}}',
      `1 1 ${h('price')}:3.2 ${cat('city', 'oslo')}:1`,
    ],
    ['{"_label":-1,"_tag":"t 1","a":1}', `1 -1 t=t 1 ${h('a')}:1`],
    ['{"label":1,"weight":2.5,"initial":-1,"tag":7,"a":1}', `1 1 w=2.5 i=-1 t=7 ${h('a')}:1`],
    ['{"a":1}', `1 NaN ${h('a')}:1`],
    ['{"label":null,"a":1}', `1 NaN ${h('a')}:1`],
    ['{}', '1 NaN'],
    [' { "label" : 1 , "a" : 1 } ', `1 1 ${h('a')}:1`],
    ['{"label":1,"f":{"a":2,"b":"x"}}', `1 1 ${h('a', h('f'))}:2 ${hashText('x', h('b', h('f')), 'all')}:1`],
    ['{"label":1,"f":{"g":{"a":2}}}', `1 1 ${h('a', h('g', h('f')))}:2`],
    ['{"label":1,"":{"a":2}}', `1 1 ${h('a')}:2`],
    ['{"label":1,"f":[5,0,-2.5]}', `1 1 ${h('f')}:5 ${(h('f') + 2) >>> 0}:-2.5`],
    [
      '{"label":1,"f":["x","y",null,"7"]}',
      `1 1 ${h('x', h('f'))}:1 ${h('y', h('f'))}:1 ${(h('f') + 7) >>> 0}:1`,
    ],
    ['{"label":1,"a":true,"b":false,"d":0}', `1 1 ${h('a')}:1`],
    ['{"label":1,"c":null,"d":1}', `1 1 ${missing(h('c'))} ${h('d')}:1`],
    // as Python writes numbers that are not finite
    ['{"label":1,"c":NaN,"d":1}', `1 1 ${missing(h('c'))} ${h('d')}:1`],
    ['{"label":1,"c":Infinity,"n":{"c":-Infinity}}', `1 1 ${missing(h('c'))} ${missing(h('c', h('n')))}`],
    ['{"label":NaN,"c":1}', `1 NaN ${h('c')}:1`],
    ['{"label":-Infinity,"c":1}', `1 NaN ${h('c')}:1`],
    [
      '{"label":1,"f":[null,2,NaN]}',
      `1 1 ${missing(h('f'))} ${(h('f') + 1) >>> 0}:2 ${missing((h('f') + 2) >>> 0)}`,
    ],
    ['{"label":1,"f":[null,null]}', `1 1 ${missing(h('f'))} ${missing((h('f') + 1) >>> 0)}`],
    ['{"label":1,"f":[null,"x",null],"d":1}', `1 1 ${h('x', h('f'))}:1 ${h('d')}:1`],
    ['{"label":1,"12":3,"a":"7"}', `1 1 12:3 ${cat('a', '7')}:1`],
    ['{"label":1,"a\\u00e9\\n":1,"x":"\\ud83d\\ude00"}', `1 1 ${h('aé\n')}:1 ${cat('x', '😀')}:1`],
    ['{"label":1,"x":"\\ud7ff\\ue000","y\\"":1}', `1 1 ${cat('x', '\ud7ff\ue000')}:1 ${h('y"')}:1`],
    ['{"label":1,"__proto__":1,"constructor":2,"":3}', `1 1 ${h('__proto__')}:1 ${h('constructor')}:2 0:3`],
    ['{"label":1,"a":1,"a":2}', `1 1 ${h('a')}:1 ${h('a')}:2`],
    [
      '{"label":1,"x":{"label":5,"features":{"a":1}}}',
      `1 1 ${h('label', h('x'))}:5 ${h('a', h('features', h('x')))}:1`,
    ],
    ['{"label":1,"tag":"a\\"b","features":3}', `1 1 t=a"b ${h('features')}:3`],
  ]
  test.each(cases)('%j', async (line, expected) => {
    for (const text of [line, `${line}\n`, `${line}\r\n`, `\ufeff${line}\n`]) {
      const { examples, report, schema } = await collect(bytesOf(text))
      expect(schema?.format).toBe('jsonl')
      expect(faultsOf(report)).toEqual([])
      expect(examples).toEqual([expected])
    }
  })

  test('with missingAs absent a missing value has no feature', async () => {
    const text = '{"label":1,"c":null,"d":1,"e":NaN,"f":[NaN,null,3],"g":{"h":-Infinity}}\n'
    const { examples, report } = await collect(bytesOf(text), { missingAs: 'absent' })
    expect(faultsOf(report)).toEqual([])
    expect(examples).toEqual([`1 1 ${h('d')}:1 ${(h('f') + 2) >>> 0}:3`])
  })

  test('labels: another member, strings, true and false', async () => {
    const own = await collect(bytesOf('{"y":3,"label":1}\n'), { label: 'y' })
    expect(own.examples).toEqual([`1 3 ${h('label')}:1`])
    const again = await collect(bytesOf('{"y":4}\n'), { schema: own.schema })
    expect(again.examples).toEqual(['1 4'])
    const texts = await collect(
      bytesOf('{"label":"spam"}\n{"label":"ham"}\n{"label":"eggs"}\n'.slice(0, 34)),
      { labels: 'sign' },
    )
    expect(texts.examples).toEqual(['1 1', '2 -1'])
    const booleans = await collect(bytesOf('{"label":true}\n{"label":false}\n'), { labels: 'sign' })
    expect(booleans.examples).toEqual(['1 1', '2 -1'])
    await expect(collect(bytesOf('{"label":"spam"}\n{"label":"ham"}\n'))).rejects.toMatchObject({
      code: 'OL_LABEL',
    })
  })

  test('namespaces cross', async () => {
    const { examples } = await collect(bytesOf('{"label":1,"a":{"x":2},"b":{"y":3}}\n'), {
      interactions: ['ab'],
      constant: false,
    })
    expect(examples[0].split(' ').length).toBe(5)
    expect(examples[0]).toMatch(/:6$/)
  })
})

describe('JSON Lines: bad lines', () => {
  const cases: [string, string][] = [
    ['[1]', '1:1 OL_LINE_SYNTAX'],
    ['{"a":1', '1:7 OL_LINE_SYNTAX'],
    ['{"a" 1}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":1,}', '1:8 OL_LINE_SYNTAX'],
    ['{a:1}', '1:2 OL_LINE_SYNTAX'],
    ['{"a":1}x', '1:8 OL_LINE_SYNTAX'],
    ['{"a":01}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":1.}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":.5}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":+5}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":Nan}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":-Infinit}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":["x",NaN]}', '1:11 OL_LINE_VALUE'],
    ['{"a":[nul]}', '1:7 OL_LINE_SYNTAX'],
    ['{"a":"\\x"}', '1:6 OL_LINE_SYNTAX'],
    ['{"a":"\\ud83d"}', '1:6 OL_LINE_SYNTAX'],
    ['{"\\ude00\\ud83d":1}', '1:3 OL_LINE_SYNTAX'],
    ['{"a":"tab\there"}', '1:6 OL_LINE_SYNTAX'],
    ['{"a', '1:2 OL_LINE_SYNTAX'],
    ['{"a":1e400}', '1:6 OL_LINE_VALUE'],
    ['{"a":1e-400}', '1:6 OL_LINE_VALUE'],
    ['{"a":[1,"x"]}', '1:9 OL_LINE_VALUE'],
    ['{"a":[[1]]}', '1:7 OL_LINE_VALUE'],
    ['{"label":{}}', '1:10 OL_LINE_LABEL'],
    ['{"label":"x","a":1}', '1:11 OL_LINE_LABEL'],
    ['{"label":1e16}', '1:10 OL_LINE_LABEL'],
    ['{"weight":-1}', '1:11 OL_LINE_WEIGHT'],
    ['{"initial":"x"}', '1:12 OL_LINE_LABEL'],
    ['{"a":"\0"}', '1:7 OL_LINE_ENCODING'],
    [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, '1:166 OL_LINE_SYNTAX'],
  ]
  test.each(cases)('%j', async (line, expected) => {
    const text = `{"label":1,"1":1}\n${line}\n{"label":2,"2":1}\n{"label":3,"2":1}\n`
    const { examples, report } = await collect(bytesOf(text), { format: 'jsonl' })
    expect(faultsOf(report)).toEqual([expected.replace('1:', '2:')])
    expect(examples).toEqual(['1 1 1:1', '3 2 2:1', '4 3 2:1'])
  })
})
