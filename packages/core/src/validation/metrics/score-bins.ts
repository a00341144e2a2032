/** Bins between two powers of two. */
const fineness = 1024
/** Powers of two from 2^-64 on: what is smaller, or too large, is in the bin at the end. */
const octaves = 128
const smallest = 1023 - octaves / 2
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
const number = new Float64Array(1)
const words = new Uint32Array(number.buffer)

/** Receives the weights of both classes at a score. */
export interface ScoreVisitor {
  add(score: number, negative: number, positive: number): void
}

/**
 * Weights of the two classes in bins of scores of equal relative width, 1/1024 of the power of two below: a histogram
 * of bounded size (at most 4 MiB, made as scores occur), whose sums add.
 */
export class ScoreBins {
  /** by sign and power of two, ascending: the weights of the bins, negative and positive class in turn */
  readonly #blocks: (Float64Array | undefined)[] = new Array<Float64Array | undefined>(2 * octaves)

  add(score: number, positive: boolean, weight: number): void {
    number[0] = score + 0
    const high = words[littleEndian ? 1 : 0]
    const magnitude = (high & 0x7fffffff) >>> 10
    const octave = magnitude / fineness - smallest
    let block: number
    let bin: number
    if (octave < 0) {
      block = 0
      bin = 0
    } else if (octave >= octaves) {
      block = octaves - 1
      bin = fineness - 1
    } else {
      block = octave | 0
      bin = magnitude & (fineness - 1)
    }
    if (high >>> 31 === 0) block += octaves
    else {
      block = octaves - 1 - block
      bin = fineness - 1 - bin
    }
    this.#blocks[block] ??= new Float64Array(2 * fineness)
    ;(this.#blocks[block] as Float64Array)[2 * bin + (positive ? 1 : 0)] += weight
  }

  merge(other: ScoreBins): void {
    other.#blocks.forEach((theirs, b) => {
      if (theirs === undefined) return
      this.#blocks[b] ??= new Float64Array(2 * fineness)
      const own = this.#blocks[b] as Float64Array
      for (let i = 0; i < theirs.length; i++) own[i] += theirs[i]
    })
  }

  /** Returns the bins that are not empty: the number of each, then the weights of its classes. */
  state(): Float64Array {
    const numbers: number[] = []
    this.#blocks.forEach((block, b) => {
      for (let bin = 0; block !== undefined && bin < fineness; bin++)
        if (block[2 * bin] !== 0 || block[2 * bin + 1] !== 0)
          numbers.push(b * fineness + bin, block[2 * bin], block[2 * bin + 1])
    })
    return Float64Array.from(numbers)
  }

  restore(numbers: Float64Array): void {
    for (let i = 0; i < numbers.length; i += 3) {
      const b = Math.floor(numbers[i] / fineness)
      this.#blocks[b] ??= new Float64Array(2 * fineness)
      ;(this.#blocks[b] as Float64Array).set(numbers.subarray(i + 1, i + 3), 2 * (numbers[i] % fineness))
    }
  }

  /** Visits the bins that are not empty at their lower ends, in descending order. */
  visit(visitor: ScoreVisitor): void {
    for (let b = 2 * octaves - 1; b >= 0; b--) {
      const block = this.#blocks[b]
      if (block === undefined) continue
      const above = b >= octaves
      const power = 2 ** ((above ? b - octaves : octaves - 1 - b) - octaves / 2)
      for (let bin = fineness - 1; bin >= 0; bin--) {
        const negative = block[2 * bin]
        const positive = block[2 * bin + 1]
        if (negative === 0 && positive === 0) continue
        // the lower end of the bin
        const score = above ? power * (1 + bin / fineness) : -power * (1 + (fineness - bin) / fineness)
        visitor.add(score, negative, positive)
      }
    }
  }
}
