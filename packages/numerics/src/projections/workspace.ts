interface Workspace {
  y: Float64Array
  d: Float64Array
  rows: Uint32Array
  grow(n: number): void
}

/** Working memory of the projections, one set per process: grown to the largest table seen. */
export const workspace: Workspace = {
  y: new Float64Array(0),
  d: new Float64Array(0),
  rows: new Uint32Array(0),
  grow(n: number): void {
    if (this.y.length >= n) return
    this.y = new Float64Array(n)
    this.d = new Float64Array(n)
    this.rows = new Uint32Array(n)
  },
}
