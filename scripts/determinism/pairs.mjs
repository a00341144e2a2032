/** Returns numbers in [0, 1) from a seed, the same on every machine (mulberry32). */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns at least `least` combinations in which any two values of two factors appear together, if `isPossible` allows
 * a combination with both.
 *
 * @param factors `{ name: values }`
 */
export function pairwise(factors, isPossible, least, seed = 1) {
  const next = random(seed)
  const names = Object.keys(factors)
  const pick = (values) => values[Math.floor(next() * values.length)]
  const pairs = new Map()
  for (const [i, a] of names.entries())
    for (const b of names.slice(i + 1))
      for (const x of factors[a])
        for (const y of factors[b]) pairs.set(pairOf(a, x, b, y), { [a]: x, [b]: y })
  const rows = []
  const completed = (fixed) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const row = Object.fromEntries(names.map((name) => [name, fixed[name] ?? pick(factors[name])]))
      if (isPossible(row)) return row
    }
    return undefined
  }
  const pairsOf = (row) =>
    names.flatMap((a, i) => names.slice(i + 1).map((b) => pairOf(a, row[a], b, row[b])))
  const add = (row) => {
    rows.push(row)
    for (const pair of pairsOf(row)) pairs.delete(pair)
  }
  for (const [pair, fixed] of pairs) {
    if (!pairs.has(pair)) continue
    let best
    let most = 0
    for (let k = 0; k < 30; k++) {
      const row = completed(fixed)
      const count = row === undefined ? 0 : pairsOf(row).filter((one) => pairs.has(one)).length
      if (count > most) [best, most] = [row, count]
    }
    // no possible combination has both
    if (best === undefined) pairs.delete(pair)
    else add(best)
  }
  while (rows.length < least) {
    const row = completed({})
    if (row === undefined) break
    add(row)
  }
  return rows
}

function pairOf(a, x, b, y) {
  return JSON.stringify([a, x, b, y])
}
