import { type Backend, type LabelKind, limits, losses, namedRules, status } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import {
  acceptedLosses,
  bytesOf,
  emptyTable,
  planFor,
  resultsFor,
  ruleIds,
  run,
  soundLosses,
  streamFor,
  wideRows,
} from './machine.js'
import { batchOf, edgeStreams } from './streams.js'

const absurdLabels: Record<Exclude<LabelKind, 'class'>, (sign: number, size: number) => number> = {
  sign: (sign) => sign,
  real: (sign, size) => sign * size,
  count: (sign, size) => (sign > 0 ? size : 0),
}

/** Rules whose bounds hold against the worst sequence: on data they go slowly. */
const cautious: readonly string[] = ['scale-invariant-pnorm', 'scinol1']

/** Rules for data without noise: a wrong label throws them far. */
const restless: readonly string[] = ['sop-full', 'cw-full']

/** The duties of every backend, whatever it is built from. A backend joins with `contract(name, backend)`. */
export function contract(name: string, backend: Backend): void {
  describe(`the contract, kept by ${name}`, () => {
    it('says its name', () => {
      expect(backend.name).toBe(name)
    })

    for (const rule of ruleIds) {
      describe(rule, () => {
        const accepted = acceptedLosses(rule)
        const loss = accepted.includes('logistic') ? 'logistic' : accepted[0]
        const kind = losses[loss].labels
        const plan = planFor(rule, loss)
        const batch = batchOf(streamFor(rule, 300, 1, kind))

        it('learns: the second half has less loss and fewer mistakes than the first eighth', () => {
          const features = wideRows(rule) ? 8 : 40
          const size = streamFor(rule, 4000, 2, kind).length
          const [early, half] = [size >> 3, size >> 1]
          // a rule that can learn from few examples only does so on many streams, each on a table of its own
          const runs = Array.from({ length: Math.ceil(4000 / size) }, (_, i) => {
            const examples = streamFor(rule, size, 2 + i, kind, () => 1, features)
            return { examples, ...run(backend, plan, batchOf(examples)) }
          })
          const short = runs.length > 1
          const mean = (a: number, b: number) =>
            runs.reduce(
              (sum, { results }) => sum + results.losses.subarray(a, b).reduce((s, x) => s + x, 0),
              0,
            ) /
            (runs.length * (b - a))
          const mistakes = (a: number, b: number) =>
            runs.flatMap(({ examples, results }) =>
              examples.slice(a, b).filter((e, i) => !(e.label * results.predictions[a + i] > 0)),
            ).length /
            (runs.length * (b - a))
          expect(mistakes(half, size)).toBeLessThan(mistakes(0, early))
          expect(mistakes(half, size)).toBeLessThan(restless.includes(rule) || short ? 0.42 : 0.36)
          // the scores of a classifier that learns from its margins differ from a loss's
          if (kind === 'sign' && namedRules[rule].othersRefused === true) return
          expect(mean(half, size)).toBeLessThan(mean(0, early))
          expect(mean(half, size)).toBeLessThan(cautious.includes(rule) || short ? 0.68 : 0.6)
        })

        it('predicts the same as before learning, and does not change the table', () => {
          for (const examples of [...Object.values(edgeStreams(loss)), streamFor(rule, 200, 3, kind)]) {
            const table = emptyTable(rule, 64, 1, 'float32')
            for (const example of examples) {
              if (example.weight !== undefined) continue
              const one = batchOf([example])
              const before = bytesOf(table, resultsFor(one, 1))
              const predicted = resultsFor(one, 1)
              backend.predict(plan, table, one, predicted)
              expect(bytesOf(table, resultsFor(one, 1)).equals(before)).toBe(true)
              expect(predicted.status[0]).toBe(status.predicted)
              const learned = resultsFor(one, 1)
              backend.learn(plan, table, one, learned)
              // the mean of weights predicts, the last learn: test/backends/average.test.ts
              if (namedRules[rule].averages === true) continue
              expect(Object.is(predicted.predictions[0], learned.predictions[0])).toBe(true)
            }
          }
        })

        it('does the same in one batch as in many', () => {
          const whole = run(backend, plan, batch)
          const table = emptyTable(rule, 64, 1, 'float64')
          const results = resultsFor(batch, 1)
          for (let e = 0; e < batch.size; e++) {
            backend.learn(
              plan,
              table,
              {
                ...batch,
                size: 1,
                offsets: batch.offsets.subarray(e, e + 2),
                labels: batch.labels.subarray(e),
              },
              {
                predictions: results.predictions.subarray(e),
                losses: results.losses.subarray(e),
                status: results.status.subarray(e),
              },
            )
          }
          expect(bytesOf(table, results).equals(bytesOf(whole.table, whole.results))).toBe(true)
        })

        it('does the same off the main thread as on it', async () => {
          const here = run(backend, plan, batch)
          const table = emptyTable(rule, 64, 1, 'float64')
          const results = resultsFor(batch, 1)
          await backend.learnAsync(plan, table, batch, results)
          expect(bytesOf(table, results).equals(bytesOf(here.table, here.results))).toBe(true)
        })

        it('makes each lane bit-identical to a separate run', () => {
          const lanes = 3
          const together = run(backend, planFor(rule, loss, { lanes }), batch, 64, 'float32', lanes)
          for (let l = 0; l < lanes; l++) {
            const rate = namedRules[rule].params.find(({ name }) => name === 'learningRate')
            const params = rate === undefined ? {} : { learningRate: rate.default * (l + 1) }
            const alone = run(backend, planFor(rule, loss, { params }), batch, 64, 'float32')
            const column = Float64Array.from(
              alone.results.predictions,
              (_, e) => together.results.predictions[e * lanes + l],
            )
            expect(column).toEqual(alone.results.predictions)
          }
        })

        it('counts examples, their weights and the range of labels', () => {
          const counted = soundLosses(rule).includes('squared') ? 'squared' : soundLosses(rule)[0]
          const { table } = run(
            backend,
            planFor(rule, counted),
            batchOf(streamFor(rule, 50, 4, losses[counted].labels).map((e) => ({ ...e, weight: 2 }))),
          )
          expect(Array.from(table.scalars.subarray(0, 2))).toEqual([100, 50])
          expect(table.scalars[2]).toBeLessThan(table.scalars[3])
        })

        it('does not learn without a label or with weight 0', () => {
          const examples = streamFor(rule, 20, 6, kind)
          for (const idle of [{ label: Number.NaN }, { weight: 0 }]) {
            const { table, results } = run(backend, plan, batchOf(examples.map((e) => ({ ...e, ...idle }))))
            expect(table.lane.every((v) => v === 0)).toBe(true)
            expect(results.status.every((s) => s === status.predicted)).toBe(true)
          }
        })

        it('stays finite on absurd values, and says which examples it refused', () => {
          const absurd = [1e-45, 1e-38, 1, 1e19, 1e38, 1e39, limits.maxValue, limits.minValue]
          for (const loss of accepted) {
            for (const precision of ['float32', 'float64'] as const) {
              for (const update of namedRules[rule].updates) {
                const examples = absurd.flatMap((x) =>
                  [-1, 1].flatMap((sign) =>
                    [1, 1e6, limits.maxLabel].map((size) => ({
                      label: absurdLabels[losses[loss].labels](sign, size),
                      features: [
                        [1, x],
                        [2, 1],
                      ] as const,
                    })),
                  ),
                )
                const ran = run(backend, planFor(rule, loss, { update }), batchOf(examples), 64, precision)
                expect([...ran.table.lane].every(Number.isFinite)).toBe(true)
                const kept = ran.results.predictions.filter(
                  (_, e) => ran.results.status[e] !== status.diverged,
                )
                expect(kept.every(Number.isFinite)).toBe(true)
              }
            }
          }
        })

        it('does not change without a gradient', () => {
          const byMargin = accepted.includes('hinge')
          const confident = batchOf([{ label: byMargin ? 1 : 5, features: [[1, 1]], initial: 5 }])
          const { table } = run(backend, planFor(rule, byMargin ? 'hinge' : accepted[0]), confident)
          expect(table.lane[table.layout.laneStride]).toBe(0)
        })
      })
    }

    it('clips to a range and to the labels seen before', () => {
      const examples = [10, -10, 10].map((label) => ({ label, features: [[1, 1]] as const, initial: 50 }))
      const ranged = run(
        backend,
        planFor('nag', 'squared', { clip: 'range', range: [-1, 2] }),
        batchOf(examples),
      )
      expect(Array.from(ranged.results.predictions)).toEqual([2, 2, 2])
      const labels = run(backend, planFor('nag', 'squared', { clip: 'labels' }), batchOf(examples))
      expect(Array.from(labels.results.predictions)).toEqual([50, 10, 10])
      expect(labels.results.losses[1]).toBe(400)
    })
  })
}
