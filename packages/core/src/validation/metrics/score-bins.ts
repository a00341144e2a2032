import { scoreBin } from '@ol/fallback'
import { scoreBins } from '@ol/spec'

const { fineness, octaves } = scoreBins
const width = 2 * fineness

/**
 * Weights of the two classes in bins of scores of equal relative width, 1/1024 of the power of two below: a histogram
 * of bounded size (at most 4 MiB, made as scores occur), whose sums add. It uses the arrays of `EvaluationSums`.
 */
export class ScoreBins {
  bins: Float64Array = new Float64Array(4 * width)
  readonly blocks: Uint32Array = new Uint32Array(2 * octaves)
  #count = 0

  add(score: number, positive: boolean, weight: number): void {
    const bin = scoreBin(score)
    const at = this.#blockAt(Math.floor(bin / fineness)) + 2 * (bin % fineness)
    this.bins[at + (positive ? 1 : 0)] += weight
  }

  /** Makes the block of a score, if there is none. */
  reserve(score: number): void {
    this.#blockAt(Math.floor(scoreBin(score) / fineness))
  }

  merge(other: ScoreBins): void {
    other.#visitBlocks((b, theirs) => {
      const at = this.#blockAt(b)
      for (let i = 0; i < width; i++) this.bins[at + i] += theirs[i]
    })
  }

  /** Returns the bins that are not empty: the number of each, then the weights of its classes. */
  state(): Float64Array {
    const numbers: number[] = []
    this.#visitBlocks((b, block) => {
      for (let bin = 0; bin < fineness; bin++)
        if (block[2 * bin] !== 0 || block[2 * bin + 1] !== 0)
          numbers.push(b * fineness + bin, block[2 * bin], block[2 * bin + 1])
    })
    return Float64Array.from(numbers)
  }

  restore(numbers: Float64Array): void {
    for (let i = 0; i < numbers.length; i += 3) {
      const at = this.#blockAt(Math.floor(numbers[i] / fineness))
      this.bins.set(numbers.subarray(i + 1, i + 3), at + 2 * (numbers[i] % fineness))
    }
  }

  #visitBlocks(visit: (b: number, block: Float64Array) => void): void {
    this.blocks.forEach((number, b) => {
      if (number > 0) visit(b, this.bins.subarray((number - 1) * width, number * width))
    })
  }

  /** Returns where block b starts in `bins`. */
  #blockAt(b: number): number {
    if (this.blocks[b] === 0) {
      this.#count++
      if (this.#count * width > this.bins.length) {
        const old = this.bins
        this.bins = new Float64Array(2 * old.length)
        this.bins.set(old)
      }
      this.blocks[b] = this.#count
    }
    return (this.blocks[b] - 1) * width
  }
}
