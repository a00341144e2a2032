/** Numbers appended one after another. */
export class Growing<A extends Float64Array | Uint32Array> {
  #array: A
  #length = 0
  readonly #make: (length: number) => A

  constructor(make: (length: number) => A) {
    this.#make = make
    this.#array = make(64)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = this.#make(this.#length * 2)
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.#length++] = value
  }

  /** Returns the current numbers; later pushes may or may not appear in the result. */
  view(): A {
    return this.#array.subarray(0, this.#length) as A
  }
}

export const growingFloats = (): Growing<Float64Array> => new Growing((length) => new Float64Array(length))
export const growingIntegers = (): Growing<Uint32Array> => new Growing((length) => new Uint32Array(length))
