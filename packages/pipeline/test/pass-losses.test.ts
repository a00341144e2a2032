import type { Progress } from '@ol/core'
import { expect, test } from 'vitest'
import { PassLosses } from '../src/operations/pass-losses.js'

/** Running sums that grow from small losses to large ones: differences of them are rounded. */
const sums: Progress[] = Array.from({ length: 40 }, (_, i) => ({
  lossSum: 0.1 * 1.7 ** i,
  labelledWeight: 3 * (i + 1),
})) as never

test('losses of passes do not depend on how often sums are taken', () => {
  const [each, few, resumed] = [new PassLosses(), new PassLosses(), new PassLosses()]
  for (const [i, progress] of sums.entries()) {
    const pass = i < 17 ? 0 : i < 30 ? 1 : 2
    each.add(pass, progress)
    if (i === 16 || i === 29 || i === 39) few.add(pass, progress)
    if (i === 20) resumed.restore(each.state())
    if (i > 20) resumed.add(pass, progress)
  }
  expect(few.averages()).toEqual(each.averages())
  expect(resumed.averages()).toEqual(each.averages())
  expect(each.averages()[0]).toBe((0.1 * 1.7 ** 16) / 51)
  expect(each.averages()[2]).toBe((0.1 * 1.7 ** 39 - 0.1 * 1.7 ** 29) / 30)
})
