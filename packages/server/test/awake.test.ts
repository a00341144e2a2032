import { setImmediate as turnOver } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { Awake } from '../src/lines/awake.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The clock of a process, in milliseconds, and its turns of the event loop without sleep. */
function watched() {
  const clock = vi.spyOn(performance, 'now')
  const at = (time: number): void => void clock.mockReturnValue(time)
  at(0)
  return { at, turns: vi.spyOn(globalThis, 'setImmediate') }
}

test('a process does not sleep for a moment after lines in quick succession', async () => {
  const { at, turns } = watched()
  const awake = new Awake()
  awake.note()
  expect(turns).not.toHaveBeenCalled()
  at(0.1)
  awake.note()
  awake.note()
  expect(turns).toHaveBeenCalledTimes(1)
  at(0.2)
  await turnOver()
  expect(turns).toHaveBeenCalledTimes(2)
  at(0.3)
  await turnOver()
  await turnOver()
  expect(turns).toHaveBeenCalledTimes(2)
  awake.note()
  expect(turns).toHaveBeenCalledTimes(2)
  at(0.4)
  awake.note()
  expect(turns).toHaveBeenCalledTimes(3)
  at(1)
  await turnOver()
  expect(turns).toHaveBeenCalledTimes(3)
})

test('lines with a pause between them let it sleep', () => {
  const { at, turns } = watched()
  const awake = new Awake()
  for (const time of [1, 2, 3]) {
    at(time)
    awake.note()
  }
  expect(turns).not.toHaveBeenCalled()
})
