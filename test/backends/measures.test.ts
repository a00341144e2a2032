import { fallback, weightOf } from '@ol/fallback'
import { load } from '@ol/native'
import { type LossId, losses, type Plan, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import {
  acceptedLosses,
  backends,
  bytesOf,
  nativeBackend,
  planFor,
  ruleIds,
  run,
  streamFor,
} from './machine.js'
import { batchOf } from './streams.js'

// Several losses side by side: each lane must be bit-identical to a separate run with its loss and its clip.

/** Two rates for each loss. */
const rates = 2

/** Returns the losses of a rule that take the labels -1 and 1, but no others. */
function signed(rule: RuleName): LossId[] {
  return acceptedLosses(rule).filter((loss) => losses[loss].labels !== 'count')
}

function alone(rule: RuleName, loss: LossId, i: number): Plan {
  const clip = (['range', 'none', 'labels'] as const)[i % 3]
  return planFor(rule, loss, { clip, range: [-0.5, 0.75], lossParams: [0.3] })
}

/** Lane i * rates + r has loss i and r + 1 times the learning rate. */
function together(rule: RuleName, all: readonly LossId[]): Plan {
  const lanes = all.length * rates
  const each = planFor(rule, all[0], { lanes: rates }).params
  const [first, ...later] = all.map((loss, i) => alone(rule, loss, i))
  return {
    ...first,
    params: Float64Array.from(
      { length: (each.length / rates) * lanes },
      (_, i) => each[Math.floor(i / lanes) * rates + ((i % lanes) % rates)],
    ),
    measures: later.map((measure, i) => ({ ...measure, from: (i + 1) * rates })),
  }
}

describe.each(backends())('losses side by side on $name', (backend) => {
  for (const rule of ruleIds) {
    const all = signed(rule)
    if (all.length < 2) continue
    it(`${rule}: ${all.join(', ')}`, () => {
      const batch = batchOf(streamFor(rule, 200, 41, 'sign'))
      const lanes = all.length * rates
      const plan = together(rule, all)
      const { table, results } = run(backend, plan, batch, 32, 'float32', lanes)
      for (let l = 0; l < lanes; l++) {
        const loss = Math.floor(l / rates)
        const own = alone(rule, all[loss], loss)
        own.params.set(own.params.map((_, j) => plan.params[j * lanes + l]))
        const single = run(backend, own, batch, 32, 'float32')
        const column = (array: Float64Array) => batch.labels.map((_, e) => array[e * lanes + l])
        expect(column(results.predictions), `lane ${l}`).toEqual(single.results.predictions)
        expect(column(results.losses), `lane ${l}`).toEqual(single.results.losses)
        for (let row = 0; row < table.rows; row++)
          expect(weightOf(plan, table, row, l)).toBe(weightOf(own, single.table, row))
      }
    })
  }
})

describe.skipIf(nativeBackend() === undefined)('losses side by side', () => {
  it('are the same bytes on every tier, as rates and as classes', () => {
    const found = load()
    if (!('tiers' in found)) throw new Error(found.missing)
    try {
      for (const tier of found.tiers) {
        found.useTier(tier)
        for (const rule of ruleIds) {
          const all = signed(rule)
          if (all.length < 2) continue
          const batch = batchOf(streamFor(rule, 150, 42, 'sign').map((e, i) => ({ ...e, label: i % 3 })))
          const lanes = all.length * rates
          const classes = Float64Array.from({ length: lanes }, (_, l) => l % 3)
          const plan = { ...together(rule, all), classes }
          const a = run(fallback, plan, batch, 64, 'float32', lanes)
          const b = run(found.backend, plan, batch, 64, 'float32', lanes)
          expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), `${tier}, ${rule}`).toBe(
            true,
          )
        }
      }
    } finally {
      found.useTier(found.tiers[found.tiers.length - 1])
    }
  })
})
