import { describe, expect, it } from 'vitest'
import { allDone, beginWork, run, runNow, together } from '../src/run/executor.js'

/** Takes items through stages and returns what was done, in order; work takes a turn of the event loop. */
async function trace(
  items: AsyncIterable<number> | Iterable<number>,
  ahead: boolean,
  fails: { readonly accept?: number; readonly begin?: number; readonly finish?: number } = {},
): Promise<string[]> {
  const done: string[] = []
  const step = (name: 'accept' | 'begin' | 'finish', item: number): void => {
    done.push(`${name} ${item}`)
    if (fails[name] === item) throw new Error(`${name} ${item} failed`)
  }
  try {
    await run(items, undefined, {
      ahead: ahead ? () => true : undefined,
      accept: (item) => {
        step('accept', item)
        return item
      },
      begin: (item) =>
        beginWork(async (handOver) => {
          step('begin', item)
          handOver()
          await new Promise(setImmediate)
          done.push(`worked ${item}`)
          return 10 * item
        }),
      finish: async (item, result) => {
        expect(result).toBe(10 * item)
        step('finish', item)
      },
    })
  } catch (error) {
    done.push((error as Error).message)
  }
  return done
}

const inTurn = (...items: number[]): string[] =>
  items.flatMap((k) => [`accept ${k}`, `begin ${k}`, `worked ${k}`, `finish ${k}`])

describe('run', () => {
  it('finishes an item before it begins the next', async () => {
    expect(await trace([1, 2], false)).toEqual(inTurn(1, 2))
  })

  it('begins an item while another is in flight, and finishes the first meanwhile', async () => {
    expect(await trace([1, 2, 3], true)).toEqual([
      ...['accept 1', 'begin 1', 'accept 2', 'begin 2', 'worked 1', 'finish 1'],
      ...['accept 3', 'begin 3', 'worked 2', 'finish 2', 'worked 3', 'finish 3'],
    ])
  })

  it('does nothing for a source without items', async () => {
    expect(await trace([], true)).toEqual([])
  })

  it('has two items in flight at most, and one more requested', async () => {
    let requested = 0
    let finished = 0
    let most = 0
    const items = function* (): Generator<number> {
      for (requested = 1; requested <= 9; requested++) yield requested
    }
    let inFlight = 0
    await run(items(), undefined, {
      ahead: () => true,
      accept: (item) => item,
      begin: (item) => {
        most = Math.max(most, ++inFlight)
        expect(requested - finished).toBeLessThanOrEqual(3)
        return { result: new Promise((resolve) => setImmediate(() => resolve(item))) }
      },
      finish: (item, result, follows) => {
        expect(result).toBe(item)
        expect(item).toBe(++finished)
        expect(follows).toBe(item < 9)
        inFlight--
      },
    })
    expect([most, finished]).toEqual([2, 9])
  })

  it('finishes items in their order, whichever is done first', async () => {
    const done: string[] = []
    await run([3, 1, 2, 0], undefined, {
      ahead: () => true,
      accept: (turns) => turns,
      begin: (turns) => ({
        result: (async () => {
          for (let turn = 0; turn < 3 * turns; turn++) await new Promise(setImmediate)
          done.push(`worked ${turns}`)
        })(),
      }),
      finish: (turns) => void done.push(`finish ${turns}`),
    })
    expect(done.filter((text) => text.startsWith('finish'))).toEqual([
      'finish 3',
      'finish 1',
      'finish 2',
      'finish 0',
    ])
    expect(done[0]).toBe('worked 1')
  })

  it('begins the next item when all work on the one before is handed over', async () => {
    const done: string[] = []
    await run([1, 2], undefined, {
      ahead: () => true,
      accept: (item) => item,
      begin: (item) =>
        beginWork(async (handOver) => {
          done.push(`begin ${item}`)
          for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
          done.push(`hand over ${item}`)
          handOver()
          await new Promise(setImmediate)
          done.push(`worked ${item}`)
        }),
    })
    expect(done).toEqual([...['begin 1', 'hand over 1', 'begin 2', 'worked 1', 'hand over 2', 'worked 2']])
  })

  it('does not begin an item after one that failed before it was handed over', async () => {
    const begun: number[] = []
    const running = run([1, 2], undefined, {
      ahead: () => true,
      accept: (item) => item,
      begin: (item) => {
        begun.push(item)
        const failed = Promise.reject(new Error('failed'))
        return { result: failed, handedOver: failed }
      },
    })
    await expect(running).rejects.toThrow('failed')
    expect(begun).toEqual([1])
  })

  it('tells an item when the one before is finished', async () => {
    const done: string[] = []
    const befores: boolean[] = []
    await run([1, 2, 3], undefined, {
      ahead: (item) => item !== 3,
      accept: (item) => item,
      begin: (item, before) => {
        befores.push(before !== undefined)
        const work = async (): Promise<void> => {
          await new Promise(setImmediate)
          await before
          done.push(`worked ${item}`)
        }
        return { result: work() }
      },
      finish: async (item) => {
        await new Promise(setImmediate)
        done.push(`finish ${item}`)
      },
    })
    expect(befores).toEqual([false, true, false])
    expect(done).toEqual(['worked 1', 'finish 1', 'worked 2', 'finish 2', 'worked 3', 'finish 3'])
  })

  it('does not wait for an item that has not arrived', async () => {
    let finished = (): void => undefined
    const first = new Promise<void>((resolve) => {
      finished = resolve
    })
    const slow = async function* (): AsyncGenerator<number> {
      yield 1
      // comes only when the first is finished
      await first
      yield 2
    }
    const done: number[] = []
    await run(slow(), undefined, {
      ahead: () => true,
      accept: (item) => item,
      begin: (item) => ({ result: Promise.resolve(item) }),
      finish: (item) => {
        done.push(item)
        finished()
      },
    })
    expect(done).toEqual([1, 2])
  })

  it.each([
    [{ accept: 2 }, ['accept 1', 'begin 1', 'accept 2', 'worked 1', 'finish 1', 'accept 2 failed']],
    [
      { begin: 2 },
      [
        'accept 1',
        'begin 1',
        'accept 2',
        'begin 2',
        'worked 1',
        'finish 1',
        'accept 3',
        'begin 3',
        'worked 3',
      ],
    ],
    [{ finish: 1 }, ['accept 1', 'begin 1', 'accept 2', 'begin 2', 'worked 1', 'finish 1', 'worked 2']],
  ])('ends what is in flight before an error: %o', async (fails, expected) => {
    const done = await trace([1, 2, 3], true, fails)
    expect(done.slice(0, expected.length)).toEqual(expected)
    expect(done.at(-1)).toContain('failed')
    expect(done.length).toBeLessThanOrEqual(expected.length + 1)
  })

  it('works on one at a time if the next may not begin', async () => {
    const done: string[] = []
    await run([1, 2, 3], undefined, {
      ahead: (item) => item !== 2,
      accept: (item) => item,
      begin: (item) => {
        done.push(`begin ${item}`)
        return { result: new Promise<void>((resolve) => setImmediate(resolve)) }
      },
      finish: async (item) => {
        done.push(`finish ${item}`)
      },
    })
    expect(done).toEqual(['begin 1', 'finish 1', 'begin 2', 'begin 3', 'finish 2', 'finish 3'])
  })

  it('finishes items in flight before an error of the source, and before an abort', async () => {
    const broken = function* (): Generator<number> {
      yield 1
      throw new Error('broken')
    }
    expect(await trace(broken(), true)).toEqual([...inTurn(1), 'broken'])
    const controller = new AbortController()
    const done: number[] = []
    const running = run([1, 2, 3], controller.signal, {
      ahead: () => true,
      accept: (item) => item,
      begin: (item) => {
        if (item === 2) controller.abort(new Error('aborted'))
        return { result: Promise.resolve(item) }
      },
      finish: (item) => void done.push(item),
    })
    await expect(running).rejects.toThrow('aborted')
    expect(done).toEqual([1, 2])
  })

  it('does not wait for the source after an abort', async () => {
    const controller = new AbortController()
    let closed = 0
    const stuck: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => {
          closed++
          return new Promise(() => undefined)
        },
      }),
    }
    const running = run(stuck, controller.signal, {
      accept: (item) => item,
      begin: (item) => ({ result: Promise.resolve(item) }),
    })
    setImmediate(() => controller.abort(new Error('aborted')))
    await expect(running).rejects.toThrow('aborted')
    expect(closed).toBe(1)
    await expect(
      run(stuck, controller.signal, { accept: () => 0, begin: () => ({ result: Promise.resolve(0) }) }),
    ).rejects.toThrow('aborted')
    // one that was aborted before is not opened
    expect(closed).toBe(1)
  })

  it.each([
    ['accept', 1],
    ['begin', 1],
    ['finish', 1],
    [undefined, 0],
  ] as const)('closes the source after an error of %s, once', async (stage, times) => {
    let closed = 0
    const items = [1, 2, 3][Symbol.iterator]()
    const source = {
      [Symbol.iterator]: () => ({
        next: () => items.next(),
        return: () => {
          closed++
          return { done: true as const, value: undefined }
        },
      }),
    }
    await trace(source, true, stage === undefined ? {} : { [stage]: 1 })
    expect(closed).toBe(times)
  })
})

describe('runNow', () => {
  it('takes items through the same stages, in the order of a run with nothing in flight', async () => {
    const done: string[] = []
    runNow([1, 2], {
      begin: (item) => {
        done.push(`begin ${item}`, `worked ${item}`)
        return item
      },
      finish: (item) => void done.push(`finish ${item}`),
    })
    const inFlight = await trace([1, 2], false)
    expect(done).toEqual(inFlight.filter((text) => !text.startsWith('accept')))
  })
})

describe('work of several on an item', () => {
  it('has all results, and is handed over when all of it is', async () => {
    const done: string[] = []
    const one = beginWork(async (handOver) => {
      await new Promise(setImmediate)
      done.push('one')
      handOver()
      return 1
    })
    const { result, handedOver } = together([one, undefined, beginWork(async () => 2)])
    await handedOver
    expect(done).toEqual(['one'])
    expect(await result).toEqual([1, undefined, 2])
  })

  it('fails when all of it has ended', async () => {
    let ended = false
    const slow = async (): Promise<void> => {
      await new Promise(setImmediate)
      ended = true
    }
    await expect(allDone([Promise.reject(new Error('failed')), slow(), undefined])).rejects.toThrow('failed')
    expect(ended).toBe(true)
  })
})
