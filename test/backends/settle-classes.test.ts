import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, random } from './streams.js'

const found = load()
const native = 'backend' in found ? found.backend : undefined
const size = 400
const from = 2
const edges = [0, -0, 5e-324, 1, -1, 700, -800, 1e300, Infinity, -Infinity, Number.NaN]

function outcomeOf(scores: Float64Array, classes: number) {
  const n = scores.length / classes
  return { scores: scores.slice(), predictions: new Float64Array(n), logLosses: new Float64Array(n) }
}

describe.skipIf(native === undefined)(
  'settling of classes: native and TypeScript give the same bytes',
  () => {
    const backends = [native as NonNullable<typeof native>, fallback]
    beforeAll(() => expect(backends[0].name).toBe('native'))

    it.each(
      [2, 3, 7, 16, 3000].flatMap((classes) =>
        [false, true].flatMap((independent) =>
          [false, true].map((mixed) => [classes, independent, mixed] as const),
        ),
      ),
    )('%i classes, independent: %s, of probabilities: %s', (classes, independent, mixed) => {
      const n = classes > 1000 ? 9 : size
      const next = random(7)
      const some = (of: () => number) =>
        Float64Array.from({ length: (n + from) * classes }, () =>
          next() < 0.1 ? edges[Math.floor(next() * edges.length)] : of(),
        )
      const scores = some(() => 8 * (next() - 0.5))
      const probabilities = mixed ? some(next).subarray(0, n * classes) : undefined
      const labels = Float64Array.from({ length: n }, () =>
        next() < 0.2 ? Number.NaN : Math.floor(next() * (classes + 1)) - 1,
      )
      for (const known of [classes, classes - 1, 0]) {
        const [ours, theirs] = backends.map((backend) => {
          const outcome = outcomeOf(scores, classes)
          backend.settleClasses(
            { classes, independent },
            { size: n, from, known, labels, probabilities },
            outcome,
          )
          return Object.values(outcome).map(bytesOf)
        })
        expect(ours).toEqual(theirs)
      }
    })

    it('predicts the largest score, and loses -ln of the probability of the label', () => {
      const labels = Float64Array.of(2, 0, Number.NaN)
      const scores = Float64Array.of(
        0,
        Math.log(2),
        Math.log(5),
        1,
        1,
        Number.NaN,
        Number.NaN,
        Number.NaN,
        Number.NaN,
      )
      for (const backend of backends)
        for (const independent of [false, true]) {
          const outcome = outcomeOf(scores, 3)
          backend.settleClasses({ classes: 3, independent }, { size: 3, from: 0, known: 3, labels }, outcome)
          expect([...outcome.predictions]).toEqual([2, 0, -1])
          const odds = [1 / 2, 2 / 3, 5 / 6]
          const share = independent ? odds[2] / (odds[0] + odds[1] + odds[2]) : 5 / 8
          expect(outcome.logLosses[0]).toBeCloseTo(-Math.log(share), 14)
          expect(outcome.logLosses[1]).toBeCloseTo(Math.log(2), 14)
          expect(outcome.logLosses[2]).toBeNaN()
        }
    })

    it('does not predict a class that comes with the first example: its loss is of a guess among all', () => {
      for (const backend of backends) {
        const outcome = outcomeOf(Float64Array.of(1, 2, 3, 1, 2, 3), 3)
        const labels = Float64Array.of(2, 2)
        backend.settleClasses(
          { classes: 3, independent: false },
          { size: 2, from: 0, known: 2, labels },
          outcome,
        )
        expect([...outcome.scores]).toEqual([1, 2, -Infinity, 1, 2, 3])
        expect([...outcome.predictions]).toEqual([1, 2])
        expect(outcome.logLosses[0]).toBeCloseTo(Math.log(3), 14)
      }
    })

    it('refuses arrays that are too short, and more known classes than there are', () => {
      const short = {
        scores: new Float64Array(4),
        predictions: new Float64Array(2),
        logLosses: new Float64Array(2),
      }
      const plan = { classes: 2, independent: false }
      const settle = (n: number, at: number, known: number, labels: Float64Array) =>
        expect(() => backends[0].settleClasses(plan, { size: n, from: at, known, labels }, short)).toThrow(
          expect.objectContaining({ code: 'OL_BATCH' }),
        )
      settle(2, 1, 2, new Float64Array(2))
      settle(3, 0, 2, new Float64Array(3))
      settle(2, 0, 2, new Float64Array(1))
      settle(2, 0, 3, new Float64Array(2))
    })
  },
)
