/** Per-example working memory, grown to the longest example seen. One set per process: JavaScript runs one engine at a time. */
export class Scratch {
  /** row of each feature */
  row: Uint32Array = new Uint32Array(0)
  /** value of each feature in the unit of the weights */
  r: Float64Array = new Float64Array(0)
  /** namespace of each feature, for rules with `grouped` */
  group: Uint8Array = new Uint8Array(0)
  /** r times its rate, for the current lane */
  q: Float64Array = new Float64Array(0)
  /** score, derivative of the loss, multiplier, sum of `gather` and label, lane by lane */
  z: Float64Array = new Float64Array(0)
  g: Float64Array = new Float64Array(0)
  m: Float64Array = new Float64Array(0)
  a: Float64Array = new Float64Array(0)
  y: Float64Array = new Float64Array(0)
  /** parameter of the loss, lane by lane */
  p: Float64Array = new Float64Array(0)
  /** squared derivative, lane by lane: see `boundError` */
  square: Float64Array = new Float64Array(0)
  /** factor of the example's weight, lane by lane, and whether the table cannot hold the step */
  w: Float64Array = new Float64Array(0)
  fails: Uint8Array = new Uint8Array(0)
  /** a value that a kernel read only to load it into the cache */
  touched = 0

  grow(features: number, lanes: number): void {
    if (this.row.length < features) {
      const size = Math.max(256, features * 2)
      this.row = new Uint32Array(size)
      this.r = new Float64Array(size)
      this.group = new Uint8Array(size)
      this.q = new Float64Array(size)
    }
    if (this.z.length < lanes) {
      this.z = new Float64Array(lanes)
      this.g = new Float64Array(lanes)
      this.m = new Float64Array(lanes)
      this.a = new Float64Array(lanes)
      this.p = new Float64Array(lanes)
      this.y = new Float64Array(lanes)
      this.square = new Float64Array(lanes)
      this.w = new Float64Array(lanes)
      this.fails = new Uint8Array(lanes)
    }
  }
}
