import type { Outcome } from '../lanes/outcome.js'

/** A part of a batch that several models learn. */
export interface UnderWay {
  /** by model; undefined: there is no such model */
  readonly outcomes: readonly (Promise<Outcome> | undefined)[]
  /** resolves when an outcome is there or will never be */
  readonly taken: readonly (Promise<void> | undefined)[]
  /** resolves when threads have all of it */
  readonly handed: Promise<unknown>
}

/** What is done with the parts of a batch. */
export interface PartSteps<Part> {
  /** begins to learn a part; `before`: the one before, which may be under way */
  begin(part: Part, before: UnderWay | undefined): UnderWay
  /** returns whether the part after this one may be begun while this one is learned */
  goesOn(part: Part): boolean
  /** takes what came of a part; `ahead`: the part after it has been begun */
  take(part: Part, outcomes: readonly (Outcome | undefined)[], ahead: boolean): void
}

export function nothing(): void {}

/** Learns parts in their order, and begins the next one before what came of one is taken, where it may. Nothing is under way at the end. */
export async function learnPartsAhead<Part>(parts: Iterable<Part>, steps: PartSteps<Part>): Promise<void> {
  const iterator = parts[Symbol.iterator]()
  const begun: UnderWay[] = []
  const beginNext = async (): Promise<{ readonly part: Part; readonly under: UnderWay } | undefined> => {
    const { done, value: part } = iterator.next()
    if (done === true) return undefined
    const under = steps.begin(part, begun.at(-1))
    begun.push(under)
    // what is done on this thread would hold up what is not handed over yet
    await under.handed
    return { part, under }
  }
  try {
    for (let first = await beginNext(); first !== undefined; ) {
      const { part, under } = first
      const next = steps.goesOn(part) ? await beginNext() : undefined
      steps.take(part, await Promise.all(under.outcomes), next !== undefined)
      first = next ?? (await beginNext())
    }
  } finally {
    await Promise.all(begun.flatMap(({ taken }) => taken))
  }
}
