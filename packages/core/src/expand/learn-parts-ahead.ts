import type { Outcome } from '../lanes/outcome.js'

/** A part of a batch that several models learn. */
export interface UnderWay {
  /** by model; undefined: there is no such model */
  readonly outcomes: readonly (Promise<Outcome> | undefined)[]
  /** resolves when threads have all of it */
  readonly handed: Promise<unknown>
}

/** What is done with the parts of a batch. */
export interface PartSteps<Part> {
  /** begins to learn a part; `before`: by model, resolves when what came of the part before is there, or it has failed */
  begin(part: Part, before: readonly (Promise<void> | undefined)[]): UnderWay
  /** returns whether the part after this one may be begun while this one is learned */
  goesOn(part: Part): boolean
  /** takes what came of a part; `ahead`: the part after it has been begun. The next part is made when the promise resolves */
  take(part: Part, outcomes: readonly (Outcome | undefined)[], ahead: boolean): Promise<void>
}

function nothing(): void {}

/** Learns parts in their order, and begins the next one before what came of one is taken, where it may. Nothing is under way at the end. */
export async function learnPartsAhead<Part>(parts: Iterable<Part>, steps: PartSteps<Part>): Promise<void> {
  const iterator = parts[Symbol.iterator]()
  // by model, resolves when nothing of it is under way
  let over: readonly Promise<void>[] = []
  const beginNext = async () => {
    const { done, value: part } = iterator.next()
    if (done === true) return undefined
    const { outcomes, handed } = steps.begin(part, over)
    over = outcomes.map((outcome, i) => Promise.allSettled([over[i], outcome]).then(nothing))
    // what is done on this thread would hold up what is not handed over yet
    await handed
    return { part, outcomes }
  }
  try {
    for (let now = await beginNext(); now !== undefined; ) {
      const next = steps.goesOn(now.part) ? await beginNext() : undefined
      await steps.take(now.part, await Promise.all(now.outcomes), next !== undefined)
      now = next ?? (await beginNext())
    }
  } finally {
    await Promise.all(over)
  }
}

/** Resolves when all have, and rejects when all have ended. */
export async function allDone(work: readonly (Promise<void> | undefined)[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
