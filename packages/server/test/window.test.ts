import { Learner } from '@ol/core'
import { expect, test } from 'vitest'
import { ServedModel } from '../src/model/served-model.js'
import { Watch } from '../src/watch/watch.js'
import { Window } from '../src/watch/window.js'

test('the window has the figures of the last examples', () => {
  const window = new Window(4)
  const outcome = (probability: number, positive: boolean) => ({
    loss: positive ? -Math.log(probability) : -Math.log(1 - probability),
    wrong: probability > 0.5 === positive ? 0 : 1,
    probability,
    positive,
    score: 0,
  })
  window.add(outcome(0.01, true))
  for (const [p, positive] of [
    [0.9, true],
    [0.3, true],
    [0.6, false],
    [0.1, false],
  ] as const)
    window.add(outcome(p, positive))
  const { auc, errorRate, loss, calibration, examples } = window.figures()
  expect([auc, errorRate, examples]).toEqual([0.75, 0.5, 4])
  expect(loss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.3) + Math.log(0.4) + Math.log(0.9)) / 4, 12)
  expect(calibration.map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

test('a window that continues from a state has the figures of the one before, at any size', () => {
  for (const count of [0, 1, 3, 4, 5, 9])
    for (const isSure of [true, false]) {
      const [window, again] = [new Window(4), new Window(4)]
      const add = (to: Window, k: number) =>
        to.add({
          loss: k / 7,
          wrong: isSure ? k % 2 : undefined,
          probability: isSure ? ((k * 5) % 11) / 11 : undefined,
          positive: k % 3 === 0,
        })
      for (let k = 0; k < count; k++) add(window, k)
      again.restore(structuredClone(window.state()))
      expect(again.state()).toEqual(window.state())
      // as stores had it before
      const { losses, wrongs, probabilities, positives, next } = window.state()
      const listed = new Window(4)
      listed.restore({
        outcomes: Array.from(losses, (loss, k) => ({
          loss,
          wrong: wrongs[k] < 0 ? undefined : wrongs[k],
          probability: probabilities[k] < 0 ? undefined : probabilities[k],
          positive: positives[k] === 1,
        })),
        next,
      })
      for (const one of [window, again, listed]) add(one, count)
      expect(again.figures()).toEqual(window.figures())
      expect(listed.state()).toEqual(window.state())
      expect(window.figures()).toMatchObject({
        examples: Math.min(4, count + 1),
        errorRate: isSure ? expect.any(Number) : null,
        calibration: isSure ? expect.any(Array) : [],
      })
      // the oldest outcome made room for the newest
      const kept = Array.from({ length: count + 1 }, (_, k) => k / 7).slice(-4)
      expect(window.figures().loss).toBeCloseTo(kept.reduce((a, b) => a + b, 0) / kept.length, 12)
    }
})

test('the loss of the last minutes is right after a crash, and after the clock is set back', () => {
  const watch = new Watch()
  const model = new ServedModel(new Learner({ loss: 'logistic', rule: 'nag', bits: 10 }))
  const learn = (time: number, features: Record<string, number>, label: number): void => {
    const batch = model.labelled([{ features, label }])
    watch.learned(model, batch, Float64Array.of(0), time)
  }
  const now = Date.now()
  learn(now + 3_600_000, { a: 1 }, 1)
  expect(watch.recentLoss()).toBeNull()
  learn(now - 1, { a: 1 }, 1)
  expect(watch.recentLoss()).toBeCloseTo(Math.LN2, 12)
})
