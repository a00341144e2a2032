import { batchesInUse } from '@ol/spec'
import { end, iteratorOf, openPromise, request, unlessAborted } from './source.js'

/** The largest number of items in flight: one more is read meanwhile, and borrowed arrays are in use no longer than that. */
const mostInFlight = batchesInUse - 1

/** An item that has begun. */
export interface Begun<R> {
  readonly result: Promise<R>
  /** resolves when the next item may begin; absent: it may at once */
  readonly handedOver?: Promise<unknown> | undefined
}

/**
 * The work on the items of a source. Each item goes through the stages in this order, and through each stage after the
 * items before it. A stage is a function of typed arrays and says when it is done, so a backend may do the work of
 * several within one.
 */
export interface Stages<Given, Item, R> {
  /** takes an item, before the one after it is requested */
  accept(given: Given): Item
  /** begins an item; `before`: resolves when the item before is finished, or has failed; absent: it is finished */
  begin(item: Item, before: Promise<void> | undefined): Begun<R>
  /** finishes an item with its result; `follows`: whether the item after it has begun */
  finish?(item: Item, result: R, follows: boolean): void | Promise<void>
  /** returns whether a received item may begin while the one before is in flight; absent: never */
  readonly ahead?: ((given: Given) => boolean) | undefined
}

/** The stages of `runNow`. */
export interface StagesNow<Item, R> {
  begin(item: Item): R
  finish(item: Item, result: R): void
}

/** Begins work that calls `handOver` when the next item may begin; at its end the next one may in any case. */
export function beginWork<R>(work: (handOver: () => void) => Promise<R>): Begun<R> {
  const [handedOver, handOver] = openPromise()
  return { result: work(handOver).finally(handOver), handedOver }
}

/** Returns an item that several work on at once, each on its own part; undefined: there is none. */
export function together<R>(parts: readonly (Begun<R> | undefined)[]): Begun<(R | undefined)[]> {
  return {
    result: allDone(parts.map((part) => part?.result)),
    handedOver: Promise.all(parts.map((part) => part?.handedOver)),
  }
}

/** Resolves when all have, and rejects when all have ended. */
export async function allDone<T>(work: readonly (Promise<T> | undefined)[]): Promise<(T | undefined)[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** Moves items through their stages with nothing in flight: see `run`. */
export function runNow<Item, R>(source: Iterable<Item>, stages: StagesNow<Item, R>): void {
  for (const item of source) stages.finish(item, stages.begin(item))
}

/** An item in flight. */
interface Flight<Item, R> extends Begun<R> {
  readonly item: Item
  isHandedOver: boolean
  /** resolves when it is finished, or has failed */
  readonly finished: Promise<void>
  /** resolves `finished` */
  readonly over: () => void
}

function flightOf<Item, R>(item: Item, begun: Begun<R>): Flight<Item, R> {
  const [finished, over] = openPromise()
  const { result, handedOver } = begun
  const flight = { item, result, handedOver, isHandedOver: handedOver === undefined, finished, over }
  // whoever finishes it sees a rejection; until then it must not count as unhandled
  result.catch(ignored)
  handedOver?.then(() => {
    flight.isHandedOver = true
  }, ignored)
  return flight
}

function ignored(): void {}

/**
 * Moves the items of a source through their stages. It requests the next item while one is in flight, so that reading
 * and learning overlap; with `ahead` two are in flight, so that one is finished while threads work on the next. Items
 * in flight are finished before an error of the source or of `accept`, and before an abort; after their own errors they
 * are waited for. The source is closed however this ends.
 */
export async function run<Given, Item, R>(
  source: AsyncIterable<Given> | Iterable<Given>,
  signal: AbortSignal | undefined,
  stages: Stages<Given, Item, R>,
): Promise<void> {
  signal?.throwIfAborted()
  const { ahead } = stages
  const iterator = iteratorOf(source)
  const flights: Flight<Item, R>[] = []
  let hasEnded = false
  const finishFirst = async (): Promise<void> => {
    const { item, result, over } = flights[0]
    try {
      const own = await result.finally(() => flights.shift())
      await stages.finish?.(item, own, flights.length > 0)
    } finally {
      over()
    }
  }
  const drain = async (): Promise<void> => {
    while (flights.length > 0) await finishFirst()
  }
  try {
    let coming = request(iterator)
    for (;;) {
      while (flights.length > 0) {
        if (flights.length < mostInFlight && ahead !== undefined) {
          const last = flights[flights.length - 1]
          const follows = Promise.all([last.handedOver, coming.result])
          await Promise.race([flights[0].result, follows]).catch(ignored)
          const { arrived } = coming
          if (signal?.aborted !== true && last.isHandedOver && arrived !== undefined && ahead(arrived.item))
            break
        }
        await finishFirst()
      }
      if (flights.length === 0) signal?.throwIfAborted()
      const next = await unlessAborted(coming.result, signal)
      if (next.done === true) {
        hasEnded = true
        return
      }
      let item: Item
      try {
        item = stages.accept(next.value)
      } catch (error) {
        await drain()
        throw error
      }
      coming = request(iterator)
      flights.push(flightOf(item, stages.begin(item, flights.at(-1)?.finished)))
    }
  } catch (error) {
    for (const { over } of flights) over()
    await Promise.allSettled(flights.map(({ result }) => result))
    if (!hasEnded) end(iterator)
    throw error
  }
}
