import { randomUUID } from 'node:crypto'

/**
 * @typedef {{ id: string, features: Record<string, unknown> }} Item
 * @typedef {{ items: readonly Item[], until: number }} Impression
 */

/** What was shown and not answered yet, oldest first. A model has to learn from the features as they were then. */
export class Impressions {
  /** @type {Map<string, Impression>} */
  #shown = new Map()

  /** @param {{ most: number, milliseconds: number }} limits */
  constructor(limits) {
    this.limits = limits
  }

  /** @param {readonly Item[]} items */
  add(items) {
    const id = randomUUID()
    this.#shown.set(id, { items, until: Date.now() + this.limits.milliseconds })
    return id
  }

  /**
   * Each impression is taken once, so that a click that is sent twice counts once.
   * @param {string} id
   */
  take(id) {
    const impression = this.#shown.get(id)
    this.#shown.delete(id)
    return impression?.items
  }

  /** Yields those that nobody will click any more: too old, or more than there is room for. */
  *expired(now = Date.now()) {
    for (const [id, { items, until }] of this.#shown) {
      if (until > now && this.#shown.size <= this.limits.most) return
      this.#shown.delete(id)
      yield items
    }
  }

  get size() {
    return this.#shown.size
  }
}
