// Returns examples of the data sets of auto-sets.mjs in some order, as batches.

/** A permutation of 0 .. n - 1 from a seed. */
export function permutation(n, seed) {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const order = Uint32Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i]
    order[i] = order[j]
    order[j] = kept
  }
  return order
}

/** The examples from .. to of an order as a batch, each with the constant; `named`: the names of named features. */
export function batchOf({ offsets, indices, values: xs, labels }, order, from, to, named = new Map()) {
  const lengths = Array.from(
    { length: to - from },
    (_, e) => offsets[order[from + e] + 1] - offsets[order[from + e]] + 1,
  )
  const count = lengths.reduce((sum, n) => sum + n, 0)
  const batch = {
    size: to - from,
    offsets: new Uint32Array(to - from + 1),
    indices: new Uint32Array(count),
    upper: new Uint32Array(count),
    values: new Float64Array(count),
    labels: new Float64Array(to - from),
  }
  const at = []
  const texts = []
  let n = 0
  for (let e = 0; e < batch.size; e++) {
    const row = order[from + e]
    for (let i = offsets[row]; i < offsets[row + 1]; i++) {
      if (named.has(indices[i])) {
        at.push(n)
        texts.push(named.get(indices[i]))
      }
      batch.indices[n] = indices[i]
      batch.values[n++] = xs[i]
    }
    batch.indices[n] = 11650396
    batch.upper[n] = 11650396
    batch.values[n++] = 1
    batch.offsets[e + 1] = n
    batch.labels[e] = labels[row]
  }
  return at.length === 0 ? batch : { ...batch, names: { at: Uint32Array.from(at), texts } }
}
