// 64-bit numbers as pairs of 32 bits: BigInt is a hundred times slower.

type Pair = readonly [high: number, low: number]

const prime1: Pair = [0x9e3779b1, 0x85ebca87]
const prime2: Pair = [0xc2b2ae3d, 0x27d4eb4f]
const prime3: Pair = [0x165667b1, 0x9e3779f9]
const prime4: Pair = [0x85ebca77, 0xc2b2ae63]
const prime5: Pair = [0x27d4eb2f, 0x165667c5]
const stripeBytes = 32

/** The current number; both halves are unsigned. */
let high = 0
let low = 0

function set(h: number, l: number): void {
  high = h >>> 0
  low = l >>> 0
}

function add(h: number, l: number): void {
  const sum = low + (l >>> 0)
  high = (high + h + (sum > 0xffffffff ? 1 : 0)) >>> 0
  low = sum >>> 0
}

function multiply([h, l]: Pair): void {
  // exact: products of 32 and 16 bits have 48
  const carry = low * (l >>> 16) + Math.floor((low * (l & 0xffff)) / 65536)
  high = (Math.floor(carry / 65536) + Math.imul(high, l) + Math.imul(low, h)) >>> 0
  low = Math.imul(low, l) >>> 0
}

/** Rotates to the left by fewer than 32 bits. */
function rotate(bits: number): void {
  const h = (high << bits) | (low >>> (32 - bits))
  low = ((low << bits) | (high >>> (32 - bits))) >>> 0
  high = h >>> 0
}

/** Adds eight bytes to a lane of the state. */
function round(laneHigh: number, laneLow: number, h: number, l: number): void {
  set(h, l)
  multiply(prime2)
  add(laneHigh, laneLow)
  rotate(31)
  multiply(prime1)
}

/** Computes the hash XXH64 with seed 0 of bytes that come in pieces, as zstd does of the content of a frame. */
export class Xxh64 {
  /** four lanes, each its high half first */
  readonly #lanes = new Uint32Array(8)
  readonly #rest = new Uint8Array(stripeBytes)
  readonly #restView = new DataView(this.#rest.buffer)
  #held = 0
  #length = 0

  constructor() {
    const lane = (k: number) => this.#lanes.set([high, low], 2 * k)
    set(...prime1)
    add(...prime2)
    lane(0)
    set(...prime2)
    lane(1)
    set(0, 0)
    lane(2)
    // minus the first prime
    set(~prime1[0], ~prime1[1])
    add(0, 1)
    lane(3)
  }

  update(bytes: Uint8Array): void {
    this.#length += bytes.length
    let p = 0
    if (this.#held > 0) {
      p = Math.min(stripeBytes - this.#held, bytes.length)
      this.#rest.set(bytes.subarray(0, p), this.#held)
      this.#held += p
      if (this.#held < stripeBytes) return
      this.#stripe(this.#restView, 0)
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; p + stripeBytes <= bytes.length; p += stripeBytes) this.#stripe(view, p)
    this.#rest.set(bytes.subarray(p))
    this.#held = bytes.length - p
  }

  /** Returns the lower 32 bits of the hash of all bytes so far. */
  low32(): number {
    const lanes = this.#lanes
    if (this.#length < stripeBytes) set(...prime5)
    else {
      let [h, l] = [0, 0]
      for (const [k, bits] of [1, 7, 12, 18].entries()) {
        set(lanes[2 * k], lanes[2 * k + 1])
        rotate(bits)
        add(h, l)
        h = high
        l = low
      }
      for (let k = 0; k < 4; k++) {
        round(0, 0, lanes[2 * k], lanes[2 * k + 1])
        set(high ^ h, low ^ l)
        multiply(prime1)
        add(...prime4)
        h = high
        l = low
      }
    }
    add(Math.floor(this.#length / 2 ** 32), this.#length)
    let p = 0
    const view = this.#restView
    for (; p + 8 <= this.#held; p += 8) {
      const [h, l] = [high, low]
      round(0, 0, view.getUint32(p + 4, true), view.getUint32(p, true))
      set(high ^ h, low ^ l)
      rotate(27)
      multiply(prime1)
      add(...prime4)
    }
    if (p + 4 <= this.#held) {
      const [h, l] = [high, low]
      set(0, view.getUint32(p, true))
      multiply(prime1)
      set(high ^ h, low ^ l)
      rotate(23)
      multiply(prime2)
      add(...prime3)
      p += 4
    }
    for (; p < this.#held; p++) {
      const [h, l] = [high, low]
      set(0, this.#rest[p])
      multiply(prime5)
      set(high ^ h, low ^ l)
      rotate(11)
      multiply(prime1)
    }
    set(high, low ^ (high >>> 1))
    multiply(prime2)
    set(high ^ (high >>> 29), low ^ ((low >>> 29) | (high << 3)))
    multiply(prime3)
    return (low ^ high) >>> 0
  }

  #stripe(view: DataView, p: number): void {
    const lanes = this.#lanes
    for (let k = 0; k < 8; k += 2, p += 8) {
      round(lanes[k], lanes[k + 1], view.getUint32(p + 4, true), view.getUint32(p, true))
      lanes[k] = high
      lanes[k + 1] = low
    }
  }
}
