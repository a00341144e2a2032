/** Lines that come within this time of each other, in milliseconds, come in quick succession. */
const quickMs = 0.15
/** The time after a line for which the process does not sleep, in milliseconds. */
const awakeMs = 0.15

/**
 * Keeps the process from sleeping while lines come in quick succession: a client that waits for each answer sends the
 * next line at once, and waking up takes longer than answering.
 */
export class Awake {
  #last = Number.NEGATIVE_INFINITY
  #until = 0
  #turns = false

  /** Takes notice of lines that have come now. */
  note(): void {
    const now = performance.now()
    const isQuick = now - this.#last < quickMs
    this.#last = now
    if (!isQuick) return
    this.#until = now + awakeMs
    if (!this.#turns) this.#turn()
  }

  /** Has another turn of the event loop, which does not sleep before it. */
  #turn(): void {
    this.#turns = performance.now() < this.#until
    if (this.#turns) setImmediate(() => this.#turn())
  }
}
