/** See `TableCalls.scatter`. */
export function scatter(
  from: Float32Array | Float64Array,
  to: Float32Array | Float64Array,
  start: number,
  stride: number,
  lanes: number,
  rows: Uint32Array,
): void {
  for (let i = 0, at = 0; i < rows.length; i++) {
    const first = start + rows[i] * stride
    for (let k = first; k < first + lanes; k++) to[k] = from[at++]
  }
}
