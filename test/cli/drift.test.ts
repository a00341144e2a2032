import { expect, it } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

const { put } = temporaryFolder()

/** Rows whose label is the sign of a, and after `turn` rows its contrary. */
function rows(count: number, turn: number): string {
  let state = 1
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const lines = Array.from({ length: count }, (_, k) => {
    const a = random() - 0.5
    return `${a > 0 === k < turn ? 1 : -1} | a:${a} b:${random()}\n`
  })
  return lines.join('')
}

const flags = ['--rule', 'nag', '--loss', 'logistic']

it('--drift names the change of the error, and nothing if there is none', () => {
  const [turned, steady] = [put('turned.vw', rows(4000, 2000)), put('steady.vw', rows(4000, 4000))]
  const { drift } = json(ol(['train', turned, ...flags, '--drift', '--json'])) as {
    drift: { detector: string; examples: number; change: string }[]
  }
  const rises = drift.filter(({ change }) => change === 'rose')
  expect(rises[0].detector).toBe('adwin')
  expect(rises[0].examples).toBeGreaterThan(2000)
  expect(rises[0].examples).toBeLessThan(2200)
  const calm = json(ol(['train', steady, ...flags, '--drift', '--json'])) as { drift: { change: string }[] }
  expect(calm.drift.filter(({ change }) => change === 'rose')).toEqual([])
  expect(ol(['train', turned, ...flags, '--drift']).stderr).toMatch(
    /^Drift +the error rose after 2,\d\d\d examples \(adwin\)/m,
  )
  expect(json(ol(['train', turned, ...flags, '--json'])).drift).toBeUndefined()
})

it.each([1e-6, 1, 1e6])('--drift finds a change of the errors of numbers in any unit: %d', (unit) => {
  let state = 5
  const lines = Array.from({ length: 4000 }, (_, k) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return `${(state / 2 ** 32 - 0.5) * (k < 2000 ? 1 : 10) * unit} |\n`
  })
  const input = put(`numbers-${unit}.vw`, lines.join(''))
  const { drift } = json(
    ol(['train', input, '--rule', 'nag', '--task', 'regression', '--drift', '--json']),
  ) as {
    drift: { detector: string; examples: number; change: string }[]
  }
  const rises = drift.filter(({ change }) => change === 'rose')
  expect(rises.map(({ detector }) => detector)).toContain('adwin')
  for (const { examples } of rises) expect(examples).toBeGreaterThan(2000)
})
