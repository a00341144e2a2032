import { hashText } from '@ol/numerics'
import { expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string) => hashText(name, 0, 'strings')

test('documents of words and counts', async () => {
  const text = 'a_b:1 12:2.5 c:0 #label#:positive\n\n#label#:negative\r\nd:1\nx:1  e:3\t#label#:negative \n'
  const { examples, report, schema } = await collect(bytesOf(text), { labels: 'sign' })
  expect(schema).toMatchObject({ format: 'counts', labelTexts: ['negative', 'positive'] })
  expect(faultsOf(report)).toEqual([])
  expect(examples).toEqual([
    `1 1 ${h('a_b')}:1 12:2.5`,
    '3 -1',
    `4 NaN ${h('d')}:1`,
    `5 -1 ${h('x')}:1 ${h('e')}:3`,
  ])
})

test('bad lines', async () => {
  const lines: [string, string][] = [
    ['word #label#:1', '2:1 OL_LINE_SYNTAX'],
    ['a:1 :2', '2:5 OL_LINE_SYNTAX'],
    ['a: b:1', '2:3 OL_LINE_VALUE'],
    ['a:x', '2:3 OL_LINE_VALUE'],
    ['a:1:2', '2:3 OL_LINE_VALUE'],
    ['a:1e200', '2:3 OL_LINE_VALUE'],
    ['a:1 #label#:good', '2:13 OL_LINE_LABEL'],
    ['a:1 #label#:', '2:13 OL_LINE_LABEL'],
    ['a\0:1', '2:2 OL_LINE_ENCODING'],
  ]
  for (const [line, fault] of lines) {
    const { examples, report } = await collect(bytesOf(`1:1 #label#:1\n${line}\n2:1 #label#:-1\n`), {
      format: 'counts',
    })
    expect([line, ...faultsOf(report)]).toEqual([line, fault])
    expect(examples).toEqual(['1 1 1:1', '3 -1 2:1'])
  }
})
