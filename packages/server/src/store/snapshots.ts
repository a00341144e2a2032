import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '@ol/platform'
import { OLError } from '@ol/spec'
import { modelOfBytes, type ServedModel } from '../model/served-model.js'
import { reasonOf } from './database.js'
import { checkSeal, sealed, sealFile } from './seal.js'
import type { Companion, Snapshot } from './snapshot.js'

/** The number of snapshots that are kept: if one cannot be read, another remains. */
const kept = 2

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

  /** the number from which on the log is needed: the oldest snapshot's */
  get oldestNumber(): number {
    return this.#all.at(-1)?.number ?? 0
  }

  /** Loads the newest readable snapshot; throws OL_STORE if there is none. `say` receives messages about unreadable ones. */
  async load(
    backend: 'auto' | 'native' | 'fallback' | undefined,
    say: (text: string) => void,
  ): Promise<{ readonly model: ServedModel; readonly snapshot: Snapshot }> {
    for (const snapshot of this.#all) {
      try {
        const model = modelOfBytes(await readFile(snapshot.path), backend)
        checkSeal(snapshot, model, await companionOf(snapshot, sealFile))
        return { model, snapshot }
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

  /** Saves the current model; examples that it learns meanwhile are not in the file. */
  async save(
    model: ServedModel,
    number: number,
    generation: number,
    companions: readonly Companion[] = [],
  ): Promise<void> {
    const name = `${String(number).padStart(16, '0')}-${String(generation).padStart(8, '0')}.ol`
    const snapshot = { path: join(this.#folder, name), number, generation }
    // all begin at the same time
    const saved = await Promise.allSettled([
      model.learner.save(snapshot.path),
      ...[sealed(snapshot, model, writeWhole), ...companions].map((companion) =>
        companion.save(companionPath(snapshot, companion.name)),
      ),
    ])
    const failed = saved.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
    if (failed !== undefined) {
      // a model without its companions would be the newest snapshot at the next start
      if (this.#all.every(({ path }) => path !== snapshot.path)) {
        // the reason for the failure matters, not why its remains cannot be removed
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

/** Removes a snapshot and everything saved with it, even of a challenger that the server no longer has. */
async function removeFiles({ path }: Pick<Snapshot, 'path'>): Promise<void> {
  const folder = dirname(path)
  const begin = companionPath({ path: basename(path) }, '')
  // the model first: files without it are not a snapshot
  await rm(path, { force: true })
  for (const name of await readdir(folder))
    if (name.startsWith(begin)) await rm(join(folder, name), { force: true })
}

/** Reads a companion of a snapshot; undefined: there is none. */
export function companionOf(snapshot: Snapshot, name: string): Promise<Uint8Array | undefined> {
  return readFile(companionPath(snapshot, name)).catch(() => undefined)
}

/** Returns the path of a companion of a snapshot. */
function companionPath({ path }: Pick<Snapshot, 'path'>, name: string): string {
  return `${path.slice(0, -'.ol'.length)}.${name}`
}

function newestFirst(a: Snapshot, b: Snapshot): number {
  return b.generation - a.generation || b.number - a.number
}
