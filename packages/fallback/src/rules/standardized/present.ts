/** The features of the current example, one for each row, and the dense features: one object, reused. */
class Present {
  size = 0
  /** the place of the feature that shares the row of the constant; -1: none */
  beside = -1
  row: Uint32Array = new Uint32Array(0)
  /** NaN: all features of the row are missing */
  x: Float64Array = new Float64Array(0)
  isDense: Uint8Array = new Uint8Array(0)
  /** the count before this example, and the statistics with it */
  old: Float64Array = new Float64Array(0)
  count: Float64Array = new Float64Array(0)
  mean: Float64Array = new Float64Array(0)
  squares: Float64Array = new Float64Array(0)
  /** the mean square of the values that are not 0 */
  mean2: Float64Array = new Float64Array(0)
  unit: Float64Array = new Float64Array(0)
  missing: Float64Array = new Float64Array(0)
  lift: Float64Array = new Float64Array(0)
  /** dense features with this example, and the place of each in the example, -1 where it is absent */
  dense = 0
  denseRow: Uint32Array = new Uint32Array(64)
  place: Int32Array = new Int32Array(64)
  /** the number that became dense; those that no longer are */
  joined = 0
  left = 0
  leftRow: Uint32Array = new Uint32Array(64)

  grow(size: number): void {
    if (this.row.length >= size) return
    const capacity = Math.max(256, size * 2)
    this.row = new Uint32Array(capacity)
    this.isDense = new Uint8Array(capacity)
    this.x = new Float64Array(capacity)
    this.old = new Float64Array(capacity)
    this.count = new Float64Array(capacity)
    this.mean = new Float64Array(capacity)
    this.squares = new Float64Array(capacity)
    this.mean2 = new Float64Array(capacity)
    this.unit = new Float64Array(capacity)
    this.missing = new Float64Array(capacity)
    this.lift = new Float64Array(capacity)
  }

  /** Adds a value to the sum of the earlier features of its row; missing ones add nothing. */
  add(j: number, x: number): void {
    if (x !== x) return
    const before = this.x[j]
    this.x[j] = before === before ? before + x : x
  }

  list(row: number, place: number): void {
    if (this.dense === this.denseRow.length) {
      this.denseRow = doubled(this.denseRow)
      const places = new Int32Array(this.place.length * 2)
      places.set(this.place)
      this.place = places
    }
    this.denseRow[this.dense] = row
    this.place[this.dense++] = place
  }

  leave(row: number): void {
    if (this.left === this.leftRow.length) this.leftRow = doubled(this.leftRow)
    this.leftRow[this.left++] = row
  }
}

function doubled(array: Uint32Array): Uint32Array {
  const longer = new Uint32Array(array.length * 2)
  longer.set(array)
  return longer
}

export const present: Present = new Present()
