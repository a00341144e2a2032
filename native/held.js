/*
 * Arguments of a call that are held from call to call: passing a typed array to the addon takes longer than learning a feature, and of
 * those of a single example few are others than in the call before. Twin: Held in binding/arguments.h.
 */

class HeldArguments {
  /** those of the call, and then the places of the arrays that are passed */
  #numbers
  #first
  #handle
  /** what the addon has, and its length, which changes where an array is detached; null: pass whatever there is */
  arrays
  lengths
  /** arrays that are others than the addon has */
  #changed = []
  #records

  constructor(hold, numberCount, arrayCount) {
    this.#numbers = new Float64Array(numberCount + arrayCount)
    this.#first = numberCount
    this.#handle = hold(this.#numbers)
    this.arrays = new Array(arrayCount).fill(null)
    this.lengths = new Array(arrayCount).fill(undefined)
  }

  /** Returns the numbers of the call, to be set before its arrays are taken. */
  begin() {
    // of a call that was not made
    if (this.#changed.length > 0) this.#forget()
    return this.#numbers
  }

  #forget() {
    this.#changed = []
    this.arrays.fill(null)
  }

  /** Holds array i, or that there is none. */
  take(i, array) {
    this.arrays[i] = array
    this.lengths[i] = array?.length
    this.#numbers[this.#first + this.#changed.length] = i
    this.#changed.push(array)
  }

  /** Holds array i, which is made of records. */
  takeRecords(i, records, numbersOf) {
    if (records === this.#records && this.arrays[i] !== null) return
    this.#records = records
    this.take(i, numbersOf(records))
  }

  /** Makes the call, which has taken all of its arrays. */
  call(run) {
    if (this.#changed.length === 0) return run(this.#handle)
    const changed = this.#changed
    this.#changed = []
    try {
      return run(this.#handle, ...changed)
    } catch (error) {
      // it may have been thrown before all were read
      this.#forget()
      throw error
    }
  }
}

/** Returns what gives the held arguments of a call, by the object that has most of them: they go with it. */
export function heldOf(hold, numberCount, arrayCount) {
  const all = new WeakMap()
  return (owner) => {
    let held = all.get(owner)
    if (held === undefined) {
      held = new HeldArguments(hold, numberCount, arrayCount)
      all.set(owner, held)
    }
    return held
  }
}
