import { describe, expect, it } from 'vitest'
import { overlap } from '../src/stream/overlap.js'

/** Goes through items and returns what was done, in order; work takes a turn of the event loop. */
async function trace(
  items: AsyncIterable<number> | Iterable<number>,
  ahead: boolean,
  fails: { readonly accept?: number; readonly work?: number; readonly settle?: number } = {},
): Promise<string[]> {
  const done: string[] = []
  const step = (name: 'accept' | 'work' | 'settle', item: number): void => {
    done.push(`${name} ${item}`)
    if (fails[name] === item) throw new Error(`${name} ${item} failed`)
  }
  try {
    await overlap(items, undefined, {
      ahead: ahead ? () => true : undefined,
      accept: (item) => {
        step('accept', item)
        return item
      },
      work: async (item) => {
        step('work', item)
        await new Promise(setImmediate)
        done.push(`worked ${item}`)
        return 10 * item
      },
      settle: async (item, result) => {
        expect(result).toBe(10 * item)
        step('settle', item)
      },
    })
  } catch (error) {
    done.push((error as Error).message)
  }
  return done
}

const inTurn = (...items: number[]): string[] =>
  items.flatMap((k) => [`accept ${k}`, `work ${k}`, `worked ${k}`, `settle ${k}`])

describe('overlap', () => {
  it('settles an item before it works on the next', async () => {
    expect(await trace([1, 2], false)).toEqual(inTurn(1, 2))
  })

  it('works on an item while another is, and settles the first meanwhile', async () => {
    expect(await trace([1, 2, 3], true)).toEqual([
      ...['accept 1', 'work 1', 'accept 2', 'work 2', 'worked 1', 'settle 1'],
      ...['accept 3', 'work 3', 'worked 2', 'settle 2', 'worked 3', 'settle 3'],
    ])
  })

  it('does not wait for an item that has not come', async () => {
    let settled = (): void => undefined
    const first = new Promise<void>((resolve) => {
      settled = resolve
    })
    const slow = async function* (): AsyncGenerator<number> {
      yield 1
      // comes only when what came of the first has been taken
      await first
      yield 2
    }
    const done: number[] = []
    await overlap(slow(), undefined, {
      ahead: () => true,
      accept: (item) => item,
      work: async (item) => item,
      settle: async (item) => {
        done.push(item)
        settled()
      },
    })
    expect(done).toEqual([1, 2])
  })

  it.each([
    [{ accept: 2 }, ['accept 1', 'work 1', 'accept 2', 'worked 1', 'settle 1', 'accept 2 failed']],
    [
      { work: 2 },
      ['accept 1', 'work 1', 'accept 2', 'work 2', 'worked 1', 'settle 1', 'accept 3', 'work 3', 'worked 3'],
    ],
    [{ settle: 1 }, ['accept 1', 'work 1', 'accept 2', 'work 2', 'worked 1', 'settle 1', 'worked 2']],
  ])('ends what is under way before an error: %o', async (fails, expected) => {
    const done = await trace([1, 2, 3], true, fails)
    expect(done.slice(0, expected.length)).toEqual(expected)
    expect(done.at(-1)).toContain('failed')
    expect(done.length).toBeLessThanOrEqual(expected.length + 1)
  })

  it('works on one at a time where the next may not begin', async () => {
    const done: string[] = []
    await overlap([1, 2, 3], undefined, {
      ahead: (item) => item !== 2,
      accept: (item) => item,
      work: async (item) => {
        done.push(`work ${item}`)
        await new Promise(setImmediate)
      },
      settle: async (item) => {
        done.push(`settle ${item}`)
      },
    })
    expect(done).toEqual(['work 1', 'settle 1', 'work 2', 'work 3', 'settle 2', 'settle 3'])
  })

  it('settles what was worked on before an error of the stream, and before an abort', async () => {
    const broken = function* (): Generator<number> {
      yield 1
      throw new Error('broken')
    }
    expect(await trace(broken(), true)).toEqual([...inTurn(1), 'broken'])
    const controller = new AbortController()
    const done: number[] = []
    const run = overlap([1, 2, 3], controller.signal, {
      ahead: () => true,
      accept: (item) => item,
      work: async (item) => {
        if (item === 2) controller.abort(new Error('aborted'))
        return item
      },
      settle: async (item) => {
        done.push(item)
      },
    })
    await expect(run).rejects.toThrow('aborted')
    expect(done).toEqual([1, 2])
  })
})
