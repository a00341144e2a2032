import { randomUUID } from 'node:crypto'

/**
 * @typedef {{ id: string, features: Record<string, unknown> }} Item
 * @typedef {{ items: readonly Item[], bytes: number, until: number }} Impression
 */

/**
 * The impressions that were not answered yet, oldest first. A model has to learn from the features as they were then.
 * Time,
 * count and bytes are limited, so that requests without clicks cannot fill the memory.
 */
export class Impressions {
  /** @type {Map<string, Impression>} */
  #shown = new Map()
  #bytes = 0
  #dropped = 0

  /** @param {{ most: number, mostBytes: number, milliseconds: number }} limits */
  constructor(limits) {
    this.limits = limits
  }

  /**
   * Remembers a list; the oldest lists are dropped where there is no room for it. They are not learned: their time was
   * not over, and whoever sends many requests would teach the model that nobody clicks.
   * @param {readonly Item[]} items
   * @param {number} bytes the size of the request, of whose objects the list is built
   */
  add(items, bytes) {
    const id = randomUUID()
    this.#shown.set(id, { items, bytes, until: Date.now() + this.limits.milliseconds })
    this.#bytes += bytes
    for (const oldest of this.#shown.keys()) {
      if (this.#shown.size <= this.limits.most && this.#bytes <= this.limits.mostBytes) break
      this.#delete(oldest)
      this.#dropped++
    }
    return id
  }

  /**
   * Takes the list that has the item: each list once, so that a click that is sent twice counts once. A click on what
   * was not shown takes nothing.
   * @param {string} id
   * @param {string} clicked
   * @returns {'unknown' | 'not shown' | readonly Item[]}
   */
  take(id, clicked) {
    const impression = this.#shown.get(id)
    // a timer removes old lists now and then; a click that comes before it is late all the same
    if (impression === undefined || impression.until <= Date.now()) return 'unknown'
    if (!impression.items.some((item) => item.id === clicked)) return 'not shown'
    this.#delete(id)
    return impression.items
  }

  /** Yields those that are too old: nobody will click them any more. */
  *expired(now = Date.now()) {
    for (const [id, { items, until }] of this.#shown) {
      if (until > now) return
      this.#delete(id)
      yield items
    }
  }

  get size() {
    return this.#shown.size
  }

  /** The number of lists that were dropped for room. */
  get dropped() {
    return this.#dropped
  }

  /** @param {string} id */
  #delete(id) {
    this.#bytes -= this.#shown.get(id)?.bytes ?? 0
    this.#shown.delete(id)
  }
}
