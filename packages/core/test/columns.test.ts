import { fallback } from '@ol/fallback'
import { expect, it } from 'vitest'
import { Columns } from '../src/expand/columns.js'
import { Learner } from '../src/learner/learner.js'
import { random } from './data.js'

it('columns with names are all read back, however many there are', () => {
  for (const count of [1, 15, 16, 17, 33, 200]) {
    const stored = Array.from({ length: count }, (_, i) => [1000 + 7 * i, i + 1]).flat()
    expect(new Columns(fallback, stored).stored).toEqual(stored)
  }
})

it('a model of 40 categorical columns learns from a file as if it had not stopped', () => {
  const next = random(11)
  const row = (): { features: Record<string, string>; label: number } => {
    // later rows have categories that earlier ones have not
    const features = Object.fromEntries(
      Array.from({ length: 40 }, (_, k) => [`c${k}`, `v${Math.floor(next() ** 3 * 200)}`]),
    )
    return { features, label: features.c16 === features.c32 ? 1 : -1 }
  }
  const learner = new Learner({ loss: 'logistic', bits: 14, expand: 'pairs' })
  for (let e = 0; e < 300; e++) learner.learn(row())
  const bytes = learner.toBytes()
  const loaded = Learner.fromBytes(bytes)
  expect(loaded.toBytes()).toEqual(bytes)
  for (let e = 0; e < 300; e++) {
    const example = row()
    learner.learn(example)
    loaded.learn(example)
  }
  expect(loaded.toBytes()).toEqual(learner.toBytes())
})
