import { evaluate, type Notice } from '@ol/pipeline'
import { expect, test } from 'vitest'
import { search, train } from './small.js'

const lines = (first: number, names: string) =>
  Array.from(
    { length: 300 },
    (_, i) => `${i % 2 ? 1 : -1} |user a${i % 3} |item b${i % 5}${i < first ? '' : names}`,
  )
const bytes = (text: readonly string[]) => new TextEncoder().encode(`${text.join('\n')}\n`)
const text = bytes(lines(300, ''))
const late = bytes(lines(299, ' |zone c'))
const options = { format: 'vw', rule: 'nag', loss: 'logistic' } as const
const unseenOf = ({ notices }: { notices: readonly Notice[] }) =>
  notices.filter(({ kind }) => kind === 'unseen-namespaces')
const unseen = (...names: string[]) => ({ kind: 'unseen-namespaces', unseen: names })

test.each([
  ['interactions', { interactions: ['uz', 'iq'] }, ['z', 'q']],
  ['ignoreNamespaces', { ignoreNamespaces: 'uz' }, ['z']],
  ['keepNamespaces', { keepNamespaces: 'uz' }, ['z']],
  ['renameNamespaces', { renameNamespaces: [['z', 'u']] }, ['z']],
  ['ngrams', { ngrams: ['2', 'z3'] }, ['z']],
] as const)('a namespace in %s that no example has is noticed', async (_, named, names) => {
  expect((await train(text, { ...options, ...named })).notices).toContainEqual(unseen(...names))
  expect(unseenOf(await train(late, { ...options, ...named }))).toEqual(
    names.some((name) => name !== 'z') ? [unseen(...names.filter((name) => name !== 'z'))] : [],
  )
})

test('a wildcard, a renamed and an ignored namespace are no unseen ones', async () => {
  const seen = {
    interactions: ['::', 'ai', 'ui'],
    renameNamespaces: [['u', 'a']],
    ignoreNamespaces: 'i',
  } as const
  expect(unseenOf(await train(text, { ...options, ...seen }))).toEqual([])
})

test('a namespace is looked for in all inputs, by columns and objects too', async () => {
  const found = await train([late, text], { ...options, interactions: ['uz'] })
  expect(unseenOf(found)).toEqual([])
  const table = bytes(['x,y,l', ...lines(0, '').map((_, i) => `${i % 7},${i % 3},${i % 2 ? 'a' : 'b'}`)])
  const crossed = await train(table, { rule: 'nag', interactions: ['xq'] })
  expect(crossed.notices).toContainEqual(unseen('q'))
  const rows = lines(0, '').map((_, i) => ({ features: { user: { a: i % 3 } }, label: i % 2 ? 1 : -1 }))
  const { notices } = await train(rows, { rule: 'nag', loss: 'logistic', interactions: ['uz', 'uu'] })
  expect(notices).toContainEqual({ kind: 'unseen-features', unseen: ['z'], examples: 300 })
})

test('an evaluation looks for the namespaces that its own options name, a search for all', async () => {
  const { model } = await train(late, { ...options, interactions: ['uz'] })
  expect((await evaluate(text, { model })).notices).toEqual([])
  const tested = await evaluate(text, { model, ignoreNamespaces: 'wu' })
  expect(tested.notices).toEqual([unseen('w')])
  const searched = await search(text, {
    rules: ['nag'],
    losses: ['logistic'],
    passes: 1,
    format: 'vw',
    interactions: ['uz'],
  })
  expect(searched.notices).toContainEqual(unseen('z'))
})
