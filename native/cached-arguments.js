/*
 * Arguments of a call that are cached from call to call. Passing a typed array to the addon takes longer than learning
 * a feature, and few arguments of a single example differ from the call before. Twin: CachedArguments in
 * binding/arguments.h.
 */

class CachedArguments {
  /** the call's numbers, and then the places of the arrays that are passed */
  #numbers
  #first
  #handle
  /** the addon's array, and its length, which changes where an array is detached; null: pass whatever there is */
  arrays
  lengths
  /** arrays that are others than the addon has */
  #changed = []
  #records

  constructor(cache, numberCount, arrayCount) {
    this.#numbers = new Float64Array(numberCount + arrayCount)
    this.#first = numberCount
    this.#handle = cache(this.#numbers)
    this.arrays = new Array(arrayCount).fill(null)
    this.lengths = new Array(arrayCount).fill(undefined)
  }

  /** Returns the numbers of the call, to be set before its arrays are set. */
  begin() {
    // changes of a call that was not made
    if (this.#changed.length > 0) this.#forget()
    return this.#numbers
  }

  #forget() {
    this.#changed = []
    this.arrays.fill(null)
  }

  /** Sets array i, or that there is none. */
  set(i, array) {
    this.arrays[i] = array
    this.lengths[i] = array?.length
    this.#numbers[this.#first + this.#changed.length] = i
    this.#changed.push(array)
  }

  /** Sets array i, which is built from records. */
  setRecords(i, records, numbersOf) {
    if (records === this.#records && this.arrays[i] !== null) return
    this.#records = records
    this.set(i, numbersOf(records))
  }

  /** Makes the call, for which all of its arrays are set. */
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

/** Returns what gives the cached arguments of a call, by the object that has most of them: they go with it. */
export function cachedArgumentsOf(cache, numberCount, arrayCount) {
  const all = new WeakMap()
  return (owner) => {
    let cached = all.get(owner)
    if (cached === undefined) {
      cached = new CachedArguments(cache, numberCount, arrayCount)
      all.set(owner, cached)
    }
    return cached
  }
}
