/**
 * The active features of an example, for rules that survey: the features of the example, and absent ones that count.
 * Each has a value for each family of lanes; 0: the lanes of that family ignore it.
 */
export class Active {
  count = 0
  row: Uint32Array = new Uint32Array(0)
  /** by family: the value in the unit of the weights, and this unit in units of the row's unit */
  values: readonly [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)]
  scales: readonly [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)]
  /** the row's old unit / its new one, a power of two: 1 if it does not change */
  lift: Float64Array = new Float64Array(0)

  /** Allocates memory for `size` features. */
  grow(size: number): void {
    if (this.row.length >= size) return
    const capacity = Math.max(256, size * 2)
    const longer = (old: Float64Array): Float64Array => {
      const array = new Float64Array(capacity)
      array.set(old)
      return array
    }
    const row = new Uint32Array(capacity)
    row.set(this.row)
    this.row = row
    this.values = [longer(this.values[0]), longer(this.values[1])]
    this.scales = [longer(this.scales[0]), longer(this.scales[1])]
    this.lift = longer(this.lift)
  }
}
