import { OLError } from '@ol/spec'
import { Complaint } from '../complaint.js'
import { type Database, openDatabase, reasonOf } from './database.js'
import {
  type Accepted,
  decodeRecord,
  encodeRecord,
  endOfExamples,
  keyOf,
  numberOf,
  waitingId,
  waitingKey,
} from './record.js'

/** When an acknowledged example is on the disk: before its answer, within a second, or when the system writes it. */
export type Durability = 'always' | 'interval' | 'never'
export const durabilities = ['always', 'interval', 'never'] as const

/** The longest time that an acknowledged example is only in memory with `interval`, in milliseconds. */
const intervalMs = 1000

/** An example of the log with its number, or a range of lost numbers from `number` on, and the reason. */
export type Logged =
  | { readonly number: number; readonly accepted: Accepted }
  | { readonly number: number; readonly lost: number; readonly why: string }

/** A record, or why its bytes cannot be read. */
type Read = { readonly accepted: Accepted } | { readonly why: string }

/** The features of a prediction that wait for a label; undefined: they cannot be read. */
export interface WaitingFeatures {
  readonly id: string
  /** `time`: until when they wait */
  readonly record: Accepted | undefined
}

type LateWrite = { type: 'put'; key: Uint8Array; value: Uint8Array } | { type: 'del'; key: Uint8Array }

/** The accepted examples in order, numbered from 1, and the features that wait for labels. */
export class ExampleLog {
  readonly #folder: string
  readonly #durability: Durability
  readonly #unkept: Complaint
  #database: Database
  #synced = performance.now()
  #unsynced = false
  #timer: NodeJS.Timeout | undefined
  #failed = false
  /** the writes of the next batch */
  #lateWrites: LateWrite[] | undefined
  #keeping: Promise<void> | undefined
  #first = 0
  #last = 0

  constructor(folder: string, durability: Durability, database: Database, say: (text: string) => void) {
    this.#unkept = new Complaint(say)
    this.#folder = folder
    this.#durability = durability
    this.#database = database
  }

  /** Opens or creates a log. `say` receives messages about repairs. */
  static async open(
    folder: string,
    durability: Durability,
    say: (text: string) => void,
  ): Promise<ExampleLog> {
    const database = await openDatabase(folder, say)
    const log = new ExampleLog(folder, durability, database, say)
    await log.#find()
    if (durability === 'interval') {
      log.#timer = setInterval(() => void log.#syncWhatIsLeft(), intervalMs)
      log.#timer.unref()
    }
    return log
  }

  /** whether the last write succeeded */
  get writable(): boolean {
    return !this.#failed
  }

  /** the number of the first kept example; 0: there is none */
  get first(): number {
    return this.#first
  }

  /** the number of the last example; 0: there has been none */
  get last(): number {
    return this.#last
  }

  /** Continues after a number: trimmed or lost examples had the numbers up to it. */
  continueAfter(number: number): void {
    if (number > this.#last) this.#last = number
  }

  /**
   * Adds examples; once this resolves they survive a crash of the process, with `always` of the machine. Throws
   * OL_STORE if they cannot be written: then none of them counts.
   */
  async append(records: readonly Accepted[]): Promise<void> {
    try {
      if (this.#failed) await this.#reopen()
      const sync = this.#syncNow()
      const from = this.#last
      const joined = records.flatMap(({ joins }) => joins ?? [])
      // features that are still being written must not reappear after they were learned
      if (joined.length > 0) await this.#keeping
      if (records.length === 1 && joined.length === 0)
        await this.#database.put(keyOf(from + 1), encodeRecord(records[0]), { sync })
      else {
        const batch = this.#database.batch()
        records.forEach((record, i) => {
          batch.put(keyOf(from + 1 + i), encodeRecord(record))
        })
        for (const id of joined) batch.del(waitingKey(id))
        await batch.write({ sync })
      }
      this.#last = from + records.length
      if (this.#first === 0) this.#first = from + 1
      if (sync) this.#synced = performance.now()
      this.#unsynced = !sync
    } catch (cause) {
      // the database refuses every further write until it is opened again
      this.#failed = true
      throw new OLError(
        'OL_STORE',
        `The example was not accepted: the log cannot be written (${reasonOf(cause)})`,
        { cause },
      )
    }
  }

  /** resolves once all features to keep so far are kept; undefined: they already are */
  get keeping(): Promise<void> | undefined {
    return this.#keeping
  }

  /**
   * Keeps the features of a prediction until their label arrives, soon after this returns. `time` of the record: until
   * when they wait
   */
  keepWaiting(id: string, record: Accepted): void {
    this.#writeLate({ type: 'put', key: waitingKey(id), value: encodeRecord(record) })
  }

  /** Removes features whose label has not arrived. */
  removeWaiting(id: string): void {
    this.#writeLate({ type: 'del', key: waitingKey(id) })
  }

  /** Yields the features that wait for labels. */
  async *waiting(): AsyncGenerator<WaitingFeatures, void, void> {
    for await (const [key, value] of this.#database.iterator({ gt: endOfExamples })) {
      const read = readRecord(value)
      yield { id: waitingId(key), record: 'accepted' in read ? read.accepted : undefined }
    }
  }

  /** Adds a write to the batch that waits for the running write; later writes form the next batch. */
  #writeLate(write: LateWrite): void {
    if (this.#lateWrites !== undefined) {
      this.#lateWrites.push(write)
      return
    }
    const writes = [write]
    this.#lateWrites = writes
    const done = Promise.resolve(this.#keeping).then(() => {
      this.#lateWrites = undefined
      return this.#writeTogether(writes)
    })
    this.#keeping = done
    void done.then(() => {
      if (this.#keeping === done) this.#keeping = undefined
    })
  }

  async #writeTogether(writes: LateWrite[]): Promise<void> {
    try {
      await this.#database.batch(writes, { sync: this.#durability === 'always' })
      this.#unkept.over()
    } catch (cause) {
      // the next example opens the database again; the features are in memory
      this.#failed = true
      this.#unkept.failed(
        `features that wait for labels cannot be written (${reasonOf(cause)}): a crash loses them`,
      )
    }
  }

  #syncNow(): boolean {
    if (this.#durability === 'interval') return performance.now() - this.#synced >= intervalMs
    return this.#durability === 'always'
  }

  async #syncWhatIsLeft(): Promise<void> {
    if (!this.#unsynced || this.#failed) return
    this.#unsynced = false
    // a write to a key that no example has
    await this.#database.put(new Uint8Array(1), new Uint8Array(0), { sync: true }).catch(() => {
      this.#failed = true
    })
    this.#synced = performance.now()
  }

  async #reopen(): Promise<void> {
    await this.#database.close().catch(() => undefined)
    this.#database = await openDatabase(this.#folder, () => undefined)
    const before = this.#last
    await this.#find()
    // a failed write may be on the disk nevertheless, and was not acknowledged
    for (let number = before + 1; number <= this.#last; number++) await this.#database.del(keyOf(number))
    this.#last = before
    this.#failed = false
  }

  async #find(): Promise<void> {
    this.#first = 0
    for await (const key of this.#database.keys({ gt: keyOf(0), lt: endOfExamples, limit: 1 }))
      this.#first = numberOf(key)
    for await (const key of this.#database.keys({
      gt: keyOf(0),
      lt: endOfExamples,
      reverse: true,
      limit: 1,
    }))
      this.#last = numberOf(key)
  }

  /** Yields the examples from a number on. A record that cannot be read is reported and skipped. */
  async *from(start: number): AsyncGenerator<Logged, void, void> {
    let next = Math.max(1, start)
    const last = this.#last
    while (next <= last) {
      try {
        for await (const [key, value] of this.#database.iterator({ gte: keyOf(next), lte: keyOf(last) })) {
          const number = numberOf(key)
          if (number > next) yield { number: next, lost: number - next, why: 'missing' }
          next = number + 1
          const read = readRecord(value)
          yield 'accepted' in read ? { number, ...read } : { number, lost: 1, ...read }
        }
        if (next <= last) yield { number: next, lost: last + 1 - next, why: 'missing' }
        return
      } catch (error) {
        // a block of the file cannot be read: the examples after it may be
        yield { number: next, lost: 1, why: reasonOf(error) }
        next++
      }
    }
  }

  /** Removes the examples before a number. */
  async removeBefore(number: number): Promise<void> {
    if (this.#first === 0 || number <= this.#first) return
    await this.#database.clear({ gt: keyOf(0), lt: keyOf(number) })
    this.#first = number > this.#last ? 0 : number
  }

  /** Returns the number of the first example that is not older than a time, in milliseconds since 1970. */
  async firstSince(time: number): Promise<number> {
    let [low, high] = [Math.max(1, this.#first), this.#last + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const value = await this.#database.get(keyOf(middle))
      if (value === undefined || decodeRecord(value).time < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /** the approximate bytes on the disk of the examples from a number on */
  async bytes(start: number = 1): Promise<number> {
    return this.#database.approximateSize(keyOf(start), keyOf(this.#last + 1))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#keeping
    await this.#syncWhatIsLeft()
    await this.#database.close()
  }
}

function readRecord(value: Uint8Array): Read {
  try {
    return { accepted: decodeRecord(value) }
  } catch (error) {
    return { why: reasonOf(error) }
  }
}
