import { type FeatureNames, type NameBytes, nameCounts, nameCountsLength, namesInUtf8 } from '@ol/spec'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const { names, bytes, beyondAscii, needed } = nameCounts

/** Names in UTF-8, which a backend finds or which come as strings, in arrays that are reused. */
export class FoundNames implements NameBytes {
  text: Uint8Array = new Uint8Array(1 << 14)
  ends: Uint32Array = new Uint32Array(1 << 10)
  readonly counts: Uint32Array = new Uint32Array(nameCountsLength)

  /** Starts again, with memory for this many names; the memory for their bytes grows as needed. */
  start(most: number): void {
    this.counts.fill(0)
    if (this.ends.length < most) this.ends = new Uint32Array(2 * most)
  }

  /** Returns whether there is more memory after a name did not fit. */
  grow(): boolean {
    if (this.counts[needed] === 0) return false
    this.#reserve(this.counts[needed])
    return true
  }

  add(name: string): void {
    // a character of a string takes at most three bytes
    this.#reserve(3 * name.length)
    const { counts } = this
    const { written } = encoder.encodeInto(name, this.text.subarray(counts[bytes]))
    if (written !== name.length) counts[beyondAscii] = 1
    counts[bytes] += written
    this.ends[counts[names]++] = counts[bytes]
  }

  /** Returns the names, of these features. */
  take(at: Uint32Array): FeatureNames {
    if (this.counts[beyondAscii] === 1) this.#repair()
    return namesInUtf8(at, {
      bytes: this.text.slice(0, this.counts[bytes]),
      ends: this.ends.slice(0, this.counts[names]),
    })
  }

  /** Text may have bytes that are not UTF-8: the bytes of a name are the UTF-8 of its string. */
  #repair(): void {
    const [text, ends, count] = [this.text, this.ends, this.counts[names]]
    this.text = new Uint8Array(text.length)
    this.ends = new Uint32Array(ends.length)
    this.counts.fill(0)
    let from = 0
    for (let k = 0; k < count; k++) {
      this.add(decoder.decode(text.subarray(from, ends[k])))
      from = ends[k]
    }
  }

  #reserve(more: number): void {
    if (this.counts[bytes] + more <= this.text.length) return
    const wider = new Uint8Array(2 * (this.text.length + more))
    wider.set(this.text)
    this.text = wider
  }
}
