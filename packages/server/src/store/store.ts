import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@ol/platform'
import { OLError } from '@ol/spec'
import { Complaint } from '../complaint.js'
import type { LearningWatcher } from '../learning-watcher.js'
import type { ServedModel } from '../model/served-model.js'
import { reasonOf } from './database.js'
import { type Durability, ExampleLog, type Logged } from './example-log.js'
import type { Accepted } from './record.js'
import { replay } from './replay.js'
import type { Companion } from './snapshot.js'
import { companionOf, Snapshots } from './snapshots.js'

export interface StoreOptions {
  readonly folder: string
  readonly durability: Durability
  /** size of the log, in bytes, above which its oldest examples are removed, once a snapshot has them */
  readonly mostBytes: number
  /** the longest time that an example is kept once a snapshot has it, in milliseconds; Infinity: forever */
  readonly longestMs: number
  readonly backend: 'auto' | 'native' | 'fallback' | undefined
  /** receives messages about losses and repairs */
  readonly say: (text: string) => void
}

/** A model as it was at a snapshot. */
export interface LoadedModel {
  readonly model: ServedModel
  /** the number of the last example that it has learned */
  readonly number: number
  /** Reads a file that was saved with the snapshot; undefined: there is none. */
  companion(name: string): Promise<Uint8Array | undefined>
}

const mark = 'ol-store.json'

/** The model file that the store continues from: `ol-store.json`. */
interface Mark {
  readonly format: 1
  /** CRC-32 and size of the file that the store began with or was last saved to; null: a new model */
  readonly model: string | null
}

/** The examples that a server accepted and snapshots of its model: after a crash, a snapshot and the later examples give the model. */
export class Store {
  readonly #options: StoreOptions
  readonly #log: ExampleLog
  readonly #snapshots: Snapshots
  readonly #untrimmed: Complaint
  #model: string | null
  #saving: Promise<void> | undefined
  /** the files that are saved with each snapshot */
  companions: readonly Companion[] = []
  /** lost examples, which cannot be read from the log */
  lost = 0
  /** milliseconds since 1970 of the last snapshot */
  savedAt: number = Date.now()

  constructor(options: StoreOptions, log: ExampleLog, snapshots: Snapshots, model: string | null) {
    this.#options = options
    this.#log = log
    this.#snapshots = snapshots
    this.#untrimmed = new Complaint(options.say)
    this.#model = model
  }

  static async open(options: StoreOptions): Promise<Store> {
    const { folder, durability, say } = options
    try {
      await mkdir(folder, { recursive: true })
    } catch (cause) {
      throw new OLError('OL_STORE', `The store ${folder} cannot be made: ${reasonOf(cause)}`, {
        value: folder,
        cause,
      })
    }
    const model = await readMark(folder)
    const path = join(folder, 'log')
    // a store has its log before its mark
    if (model !== undefined && (await stat(path).catch(() => undefined)) === undefined)
      say(`the log ${path} is missing: the examples since the newest snapshot are lost`)
    const log = await ExampleLog.open(path, durability, say)
    const snapshots = await Snapshots.open(join(folder, 'snapshots'))
    return new Store(options, log, snapshots, model ?? null)
  }

  /** the number of the last accepted example */
  get last(): number {
    return this.#log.last
  }

  /** whether the last example that came could be written */
  get writable(): boolean {
    return this.#log.writable
  }

  /** whether there is a model to continue with */
  get started(): boolean {
    return this.#snapshots.newest !== undefined
  }

  /** the number of the last example of the newest snapshot */
  get snapshotNumber(): number {
    return this.#snapshots.newest?.number ?? 0
  }

  /** the name of the model file that this store continues from; null: none */
  get source(): string | null {
    return this.#model
  }

  /** Records which model file is the store's. */
  async follow(source: string | null): Promise<void> {
    this.#model = source
    const text = `${JSON.stringify({ format: 1, model: source } satisfies Mark)}\n`
    await writeWhole(join(this.#options.folder, mark), Buffer.from(text))
  }

  /** Begins with a model. */
  async begin(model: ServedModel, source: string | null): Promise<void> {
    await this.#snapshots.save(model, this.#log.last, 0)
    await this.follow(source)
  }

  /** Returns the model of the newest snapshot that can be read: see `catchUp`. */
  async load(): Promise<LoadedModel> {
    const { backend, say } = this.#options
    const { model, snapshot } = await this.#snapshots.load(backend, say)
    this.#log.continueAfter(snapshot.number)
    return {
      model,
      number: snapshot.number,
      companion: (name) => companionOf(snapshot, name),
    }
  }

  /** Lets a model of `load` learn the examples since its snapshot. */
  async catchUp({ model, number }: LoadedModel, watchers: readonly LearningWatcher[]): Promise<void> {
    this.lost += await replay(this.#log.from(number + 1), model, this.#options.say, watchers)
  }

  /** Adds examples to the log: see `ExampleLog.append`. */
  append(records: readonly Accepted[]): Promise<void> {
    return this.#log.append(records)
  }

  /** see `ExampleLog.keeping` */
  get keeping(): Promise<void> | undefined {
    return this.#log.keeping
  }

  /** Keeps features whose label is awaited: see `ExampleLog.keepWaiting`. */
  keepWaiting(id: string, record: Accepted): void {
    this.#log.keepWaiting(id, record)
  }

  removeWaiting(id: string): void {
    this.#log.removeWaiting(id)
  }

  /** Returns the features that wait for labels, in the order in which they expire. */
  async waiting(): Promise<readonly { readonly id: string; readonly record: Accepted }[]> {
    const { say } = this.#options
    const found: { readonly id: string; readonly record: Accepted }[] = []
    try {
      for await (const { id, record } of this.#log.waiting()) {
        if (record !== undefined) found.push({ id, record })
        else {
          say(`the features of a prediction that waits for its label are lost: ${JSON.stringify(id)}`)
          this.removeWaiting(id)
        }
      }
    } catch (error) {
      say(`features of predictions that wait for their labels are lost: ${reasonOf(error)}`)
    }
    return found.sort((a, b) => a.record.time - b.record.time)
  }

  /** Saves a snapshot of the model, which has learned all examples so far; one at a time. */
  snapshot(model: ServedModel): Promise<void> {
    this.#saving ??= this.#snapshot(model, this.#snapshots.newest?.generation ?? 0).finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  /** Replaces the model by another, after the examples so far. */
  async replace(model: ServedModel): Promise<void> {
    await this.#saving?.catch(() => undefined)
    await this.#snapshot(model, (this.#snapshots.newest?.generation ?? 0) + 1)
  }

  async #snapshot(model: ServedModel, generation: number): Promise<void> {
    await this.#snapshots.save(model, this.#log.last, generation, this.companions)
    this.savedAt = Date.now()
    try {
      await this.#snapshots.removeOld()
      await this.#trim()
      this.#untrimmed.over()
    } catch (error) {
      // the snapshot is saved, and the next one may trim the log
      this.#untrimmed.failed(`old snapshots and examples cannot be removed: ${reasonOf(error)}`)
    }
  }

  /** Removes examples that every snapshot has, if the log is too large or they are too old. */
  async #trim(): Promise<void> {
    const { mostBytes, longestMs } = this.#options
    const needed = this.#snapshots.oldestNumber + 1
    if (Number.isFinite(longestMs)) {
      const young = await this.#log.firstSince(Date.now() - longestMs)
      await this.#log.removeBefore(Math.min(needed, young))
    }
    const bytes = await this.#log.bytes()
    if (bytes <= mostBytes) return
    // examples have about the same size
    const share = 1 - mostBytes / bytes
    const from = this.#log.first + Math.ceil(share * (this.#log.last - this.#log.first + 1))
    await this.#log.removeBefore(Math.min(needed, from))
  }

  /** Yields the last `count` examples. */
  latest(count: number): AsyncIterable<Logged> {
    return this.#log.from(Math.max(this.#log.first, this.#log.last + 1 - count))
  }

  /** the approximate bytes of the log */
  logBytes(): Promise<number> {
    return this.#log.bytes()
  }

  /** the examples that the log has */
  get logged(): number {
    return this.#log.first === 0 ? 0 : this.#log.last - this.#log.first + 1
  }

  async close(): Promise<void> {
    await this.#saving?.catch(() => undefined)
    await this.#log.close()
  }
}

/** Returns whether a folder is a store. */
export async function isStore(path: string): Promise<boolean> {
  return (await stat(join(path, mark)).catch(() => undefined)) !== undefined
}

async function readMark(folder: string): Promise<string | null | undefined> {
  let text: string
  try {
    text = await readFile(join(folder, mark), 'utf8')
  } catch {
    return undefined
  }
  try {
    const value = JSON.parse(text) as Partial<Mark>
    if (value.format === 1) return value.model ?? null
  } catch {}
  throw new OLError('OL_STORE', `Expected ${join(folder, mark)} to mark a store but it does not`, {
    value: folder,
  })
}
