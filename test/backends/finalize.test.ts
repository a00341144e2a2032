import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { type LossId, losses } from '@ol/spec'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, random } from './streams.js'

const found = load()
const native = 'backend' in found ? found.backend : undefined
const size = 500
const edges = [0, -0, 5e-324, 1e-300, 1, 1 - 2 ** -53, Number.NaN]

describe.skipIf(native === undefined)(
  'outcome of a mixture: native and TypeScript give the same bytes',
  () => {
    const backends = [native as NonNullable<typeof native>, fallback]
    beforeAll(() => expect(backends[0].name).toBe('native'))

    it.each(
      (Object.keys(losses) as LossId[]).flatMap((loss) => [1, 2].map((width) => [loss, width] as const)),
    )('%s, %i numbers for each', (loss, width) => {
      const next = random(5)
      const out = Float64Array.from({ length: width * size }, () =>
        next() < 0.2 ? edges[Math.floor(next() * edges.length)] : next(),
      )
      const labels = Float64Array.from({ length: size }, () =>
        next() < 0.2 ? Number.NaN : next() < 0.5 ? -1 : 1,
      )
      const [ours, theirs] = backends.map((backend) => {
        const outcome = { predictions: new Float64Array(size + 3), losses: new Float64Array(size + 3) }
        const lossParams = Float64Array.from(losses[loss].params, () => 0.3)
        backend.finalize({ loss, lossParams }, { out, labels }, size, outcome, 2)
        return [bytesOf(outcome.predictions), bytesOf(outcome.losses)]
      })
      expect(ours).toEqual(theirs)
    })

    it('a number is the score, of two probabilities their log odds; without a label there is no loss', () => {
      for (const backend of backends) {
        const outcome = { predictions: new Float64Array(2), losses: new Float64Array(2) }
        const measure = { loss: 'squared', lossParams: new Float64Array(0) } as const
        const labels = Float64Array.of(1, Number.NaN)
        backend.finalize(measure, { out: Float64Array.of(3, 5), labels }, 2, outcome, 0)
        expect([...outcome.predictions, ...outcome.losses]).toEqual([3, 5, 4, Number.NaN])
        backend.finalize(measure, { out: Float64Array.of(0.2, 0.8), labels }, 1, outcome, 0)
        expect(outcome.predictions[0]).toBeCloseTo(Math.log(4), 14)
      }
    })

    it('refuses arrays that are too short', () => {
      const short = new Float64Array(2)
      const measure = { loss: 'squared', lossParams: new Float64Array(0) } as const
      for (const [n, from] of [
        [2, 1],
        [3, 0],
      ])
        expect(() =>
          backends[0].finalize(
            measure,
            { out: short, labels: short },
            n,
            { predictions: short, losses: short },
            from,
          ),
        ).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
    })
  },
)
