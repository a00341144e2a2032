import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, random } from './streams.js'

const found = load()
const native = 'backend' in found ? found.backend : undefined
const edges = [0, -0, 5e-324, 1, -1, 700, -800, 1e300, Infinity, -Infinity, Number.NaN]

const ranksOf = (size: number, classes: number) => ({
  probabilities: new Float64Array(size * classes),
  above: new Float64Array(size),
})

describe.skipIf(native === undefined)('sets of classes: native and TypeScript give the same bytes', () => {
  const backends = [native as NonNullable<typeof native>, fallback]
  beforeAll(() => expect(backends[0].name).toBe('native'))

  it.each([
    ...[2, 3, 7, 3000].flatMap((classes) =>
      [false, true].map((independent) => ({ classes, binary: false, independent })),
    ),
    { classes: 2, binary: true, independent: true },
  ])('%o', (plan) => {
    const { classes, binary } = plan
    const size = classes > 1000 ? 9 : 700
    const next = random(11)
    const scores = Float64Array.from({ length: size * (binary ? 1 : classes) }, () =>
      next() < 0.1 ? edges[Math.floor(next() * edges.length)] : Math.round(20 * (next() - 0.5)) / 4,
    )
    const labels = Float64Array.from({ length: size }, () =>
      next() < 0.1 ? Number.NaN : binary ? Math.sign(next() - 0.5) : Math.floor(next() * (classes + 2)) - 1,
    )
    const thresholds = Float64Array.from({ length: size }, () =>
      next() < 0.1 ? [Number.NaN, 0, -0, 1, 2, -1][Math.floor(6 * next())] : next(),
    )
    const [ours, theirs] = backends.map((backend) => {
      const ranks = ranksOf(size + 1, classes)
      const sizes = new Float64Array(size + 1)
      backend.rankLabels(plan, { size, scores, labels }, ranks)
      backend.sizeSets({ size, classes, thresholds, ...ranks }, sizes)
      return [...Object.values(ranks), sizes].map(bytesOf)
    })
    expect(ours).toEqual(theirs)
  })

  it('holds the most probable classes until they are more probable than the threshold', () => {
    const plan = { classes: 3, binary: false, independent: false }
    const scores = Float64Array.from([0.2, 0.5, 0.3, 0.4, 0.2, 0.4], Math.log)
    for (const backend of backends) {
      const ranks = ranksOf(2, 3)
      backend.rankLabels(plan, { size: 2, scores, labels: Float64Array.of(0, 2) }, ranks)
      const { probabilities, above } = ranks
      for (const [i, score] of scores.entries()) expect(probabilities[i]).toBeCloseTo(Math.exp(score), 14)
      expect(above[0]).toBeCloseTo(0.8, 14)
      // of two that are equally probable the first is above
      expect(above[1]).toBeCloseTo(0.4, 14)
      for (const [threshold, count] of [
        [-0.1, 0],
        [0, 1],
        [0.49, 1],
        [0.51, 2],
        [0.79, 2],
        [0.81, 3],
      ]) {
        const sizes = new Float64Array(1)
        backend.sizeSets(
          { size: 1, classes: 3, probabilities, thresholds: Float64Array.of(threshold) },
          sizes,
        )
        expect(sizes[0], `${threshold}`).toBe(count)
      }
    }
  })

  it('refuses arrays that are too short, and several scores of two classes', () => {
    const plan = { classes: 2, binary: false, independent: false }
    const of = (size: number) => new Float64Array(size)
    const refused = { code: 'OL_BATCH' }
    const [addon] = backends
    const throws = (work: () => void) => expect(work).toThrow(expect.objectContaining(refused))
    const rank = (scores: number, labels: Float64Array, ranks = ranksOf(2, 2), own = plan) =>
      throws(() => addon.rankLabels(own, { size: 2, scores: of(scores), labels }, ranks))
    rank(3, of(2))
    rank(4, of(1))
    rank(4, of(2), { probabilities: of(3), above: of(2) })
    rank(4, of(2), { probabilities: of(4), above: of(1) })
    rank(6, of(2), ranksOf(2, 3), { ...plan, classes: 3, binary: true })
    const size = (probabilities: number, thresholds: number, sizes: number) =>
      throws(() =>
        addon.sizeSets(
          { size: 2, classes: 2, probabilities: of(probabilities), thresholds: of(thresholds) },
          of(sizes),
        ),
      )
    size(3, 2, 2)
    size(4, 1, 2)
    size(4, 2, 1)
  })
})
