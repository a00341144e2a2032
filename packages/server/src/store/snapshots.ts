import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OLError } from '@ol/spec'
import { modelOfBytes, type ServedModel } from '../model/served-model.js'
import { reasonOf } from './example-log.js'

/** Snapshots that are kept: one that cannot be read leaves another. */
const kept = 2

/** A file that is saved with each snapshot. */
export interface Companion {
  /** the end of its name */
  readonly name: string
  /** Saves what is now, whatever changes before the file is written. */
  save(path: string): Promise<void>
}

/** A model as it was after an example. */
export interface Snapshot {
  readonly path: string
  /** the number of the last example that it has learned; 0: none */
  readonly number: number
  /** how many models have been put in place of another since the store began */
  readonly generation: number
}

/** The snapshots of a store: `NUMBER-GENERATION.ol`. */
export class Snapshots {
  readonly #folder: string
  #all: readonly Snapshot[]

  constructor(folder: string, all: readonly Snapshot[]) {
    this.#folder = folder
    this.#all = all
  }

  static async open(folder: string): Promise<Snapshots> {
    await mkdir(folder, { recursive: true })
    const found = (await readdir(folder)).flatMap((name) => {
      const parts = /^(\d{16})-(\d{8})\.ol$/.exec(name)
      if (parts === null) return []
      return { path: join(folder, name), number: Number(parts[1]), generation: Number(parts[2]) }
    })
    return new Snapshots(folder, found.sort(newestFirst))
  }

  /** the newest; undefined: there is none */
  get newest(): Snapshot | undefined {
    return this.#all[0]
  }

  /** the number that the log is needed from on: the oldest snapshot's */
  get oldestNumber(): number {
    return this.#all.at(-1)?.number ?? 0
  }

  /** Loads the newest that can be read: OL_STORE if none can. `say` is told of those that cannot. */
  async load(
    backend: 'auto' | 'native' | 'fallback' | undefined,
    say: (text: string) => void,
  ): Promise<{ readonly model: ServedModel; readonly snapshot: Snapshot }> {
    for (const snapshot of this.#all) {
      try {
        return { model: modelOfBytes(await readFile(snapshot.path), backend), snapshot }
      } catch (error) {
        say(`the snapshot ${snapshot.path} cannot be read (${reasonOf(error)}): using an older one`)
      }
    }
    throw new OLError(
      'OL_STORE',
      `Expected a snapshot that can be read in ${this.#folder} but there is none`,
      {
        value: this.#folder,
      },
    )
  }

  /** Saves a model as it is now; what it learns meanwhile is not in the file. */
  async save(
    model: ServedModel,
    number: number,
    generation: number,
    companions: readonly Companion[] = [],
  ): Promise<void> {
    const name = `${String(number).padStart(16, '0')}-${String(generation).padStart(8, '0')}.ol`
    const snapshot = { path: join(this.#folder, name), number, generation }
    // all begin now
    const saved = await Promise.allSettled([
      model.learner.save(snapshot.path),
      ...companions.map((companion) => companion.save(companionPath(snapshot, companion.name))),
    ])
    const failed = saved.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
    if (failed !== undefined) {
      // a model without the others would be the newest at the next start
      if (this.#all.every(({ path }) => path !== snapshot.path)) {
        // the reason for the failure counts, and not why its traces stay
        await removeFiles(snapshot).catch(() => undefined)
      }
      throw new OLError('OL_STORE', `A snapshot of the model cannot be written: ${reasonOf(failed.reason)}`, {
        value: snapshot.path,
        cause: failed.reason,
      })
    }
    const others = this.#all.filter(({ path }) => path !== snapshot.path)
    this.#all = [snapshot, ...others].sort(newestFirst)
  }

  /** Removes the oldest ones. If one cannot be removed, it stays, and the log keeps what it needs. */
  async removeOld(): Promise<void> {
    for (const old of this.#all.slice(kept).reverse()) {
      await removeFiles(old)
      this.#all = this.#all.filter((one) => one !== old)
    }
  }
}

/** Removes a snapshot and all that was saved with it, as a challenger that the server has no more. */
async function removeFiles({ path }: Pick<Snapshot, 'path'>): Promise<void> {
  const folder = dirname(path)
  const begin = companionPath({ path: basename(path) }, '')
  // the model first: files without it are no snapshot
  await rm(path, { force: true })
  for (const name of await readdir(folder))
    if (name.startsWith(begin)) await rm(join(folder, name), { force: true })
}

/** Returns the path of a companion of a snapshot. */
export function companionPath({ path }: Pick<Snapshot, 'path'>, name: string): string {
  return `${path.slice(0, -'.ol'.length)}.${name}`
}

function newestFirst(a: Snapshot, b: Snapshot): number {
  return b.generation - a.generation || b.number - a.number
}
