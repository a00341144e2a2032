import { expect, test } from 'vitest'
import { type Giving, given } from '../src/run/given.js'
import { rejected } from './data.js'

/** Gives numbers; `told`: which were requested, and how it ended. */
function counting(count: number, told: unknown[], fails = false): Giving<number> {
  return async (give, signal) => {
    for (let n = 0; n < count && !signal.aborted; n++) {
      await give(n)
      told.push(n)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    told.push(signal.aborted ? 'aborted' : 'ended')
    if (fails) throw new Error('planted')
  }
}

test('items arrive one by one, each when it is requested', async () => {
  const told: unknown[] = []
  const items: number[] = []
  for await (const item of given(counting(4, told))) {
    expect(told).toEqual(items)
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect(told).toEqual(items)
    items.push(item)
  }
  expect(items).toEqual([0, 1, 2, 3])
  expect(told).toEqual([0, 1, 2, 3, 'ended'])
})

test('an error follows the items before it', async () => {
  const items: number[] = []
  const all = async (): Promise<void> => {
    for await (const item of given(counting(2, [], true))) items.push(item)
  }
  expect(await rejected(all())).toMatchObject({ message: 'planted' })
  expect(items).toEqual([0, 1])
  const none = async (): Promise<void> => {
    for await (const item of given(counting(0, [], true))) items.push(item)
  }
  expect(await rejected(none())).toMatchObject({ message: 'planted' })
})

test.each([false, true])(
  'leaving early aborts the work and waits for its end (which fails: %s)',
  async (fails) => {
    const told: unknown[] = []
    for await (const item of given(counting(9, told, fails))) if (item === 2) break
    expect(told).toEqual([0, 1, 2, 'aborted'])
  },
)
