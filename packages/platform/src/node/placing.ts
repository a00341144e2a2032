import { resolve } from 'node:path'

/** The files that this process is writing to one path. */
interface Writers {
  /** how many have not ended */
  open: number
  /** the number of the last that began */
  begun: number
  /** the number of the one whose contents the path has; 0: none of them */
  placed: number
  /** resolves when no file is being put into place */
  free: Promise<unknown>
}

const writersOf = new Map<string, Writers>()

/** The place of a file among those that this process writes to the same path: the one that began last remains there. */
export class Placing {
  readonly #path: string
  readonly #writers: Writers
  readonly #number: number
  #ended = false

  constructor(path: string) {
    this.#path = resolve(path)
    const known = writersOf.get(this.#path)
    this.#writers = known ?? { open: 0, begun: 0, placed: 0, free: Promise.resolve() }
    if (known === undefined) writersOf.set(this.#path, this.#writers)
    this.#writers.open++
    this.#number = ++this.#writers.begun
  }

  /** Puts the file into place, unless a file that began later is there; returns whether it did. */
  async put(rename: () => Promise<void>): Promise<boolean> {
    const writers = this.#writers
    const put = writers.free.then(async () => {
      if (writers.placed > this.#number) return false
      await rename()
      writers.placed = this.#number
      return true
    })
    writers.free = put.catch(() => undefined)
    return put
  }

  /** The file is in place, or never will be. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#writers.open--
    if (this.#writers.open === 0) writersOf.delete(this.#path)
  }
}
