import { invalid } from '@ol/spec'

/**
 * The set of the weights u of a comparator; m_i is the largest |x_i| of the data.
 * - `none`: anywhere
 * - `box`: |u_i| <= radius
 * - `l1`: sum_i m_i |u_i| <= radius, the weights whose score is within the radius on all inputs with |x_i| <= m_i
 * - `l2`: ||u||_2 <= radius
 */
export type ComparatorSet =
  | { readonly kind: 'none' }
  | { readonly kind: 'box' | 'l1' | 'l2'; readonly radius: number }

/** Throws OL_PARAMETER if the value is not a set. */
export function checkSet(set: ComparatorSet): void {
  if (set.kind === 'none') return
  if (!(Number.isFinite(set.radius) && set.radius > 0))
    throw invalid('OL_PARAMETER', `the radius of the comparator's ${set.kind}`, 'a number > 0', set.radius)
}

/** A convex set around 0, in coordinates v_i = u_i d_i. */
export interface Region {
  /** moves v to the nearest point of the set */
  project(v: Float64Array): void
  /** the largest <q, v> over the set; for an unbounded set, only over points that count as near `v` */
  support(q: Float64Array, v: Float64Array): number
}

/** `reach`: for an unbounded set, the minimum distance from 0 that counts as near. */
export function regionOf(
  set: ComparatorSet,
  maxima: Float64Array,
  scales: Float64Array,
  reach: number,
): Region {
  if (set.kind === 'box') return box(set.radius, scales)
  if (set.kind === 'l1') return weightedL1(set.radius, maxima, scales)
  if (set.kind === 'l2') return l2(set.radius, scales)
  return everywhere(reach)
}

function everywhere(reach: number): Region {
  return {
    project() {},
    support(q, v) {
      let qq = 0
      let vv = 0
      for (let i = 0; i < q.length; i++) {
        qq += q[i] * q[i]
        vv += v[i] * v[i]
      }
      const radius = 2 * Math.sqrt(vv)
      return Math.sqrt(qq) * (radius > reach ? radius : reach)
    },
  }
}

function box(radius: number, scales: Float64Array): Region {
  return {
    project(v) {
      for (let i = 0; i < v.length; i++) {
        const limit = radius * scales[i]
        if (v[i] > limit) v[i] = limit
        else if (v[i] < -limit) v[i] = -limit
      }
    },
    support(q) {
      let sum = 0
      for (let i = 0; i < q.length; i++) sum += Math.abs(q[i]) * radius * scales[i]
      return sum
    },
  }
}

/** sum_i b_i |v_i| <= radius, b_i = m_i / d_i: the soft threshold lam b_i, from the breakpoints |v_i| / b_i. */
function weightedL1(radius: number, maxima: Float64Array, scales: Float64Array): Region {
  const b = maxima.map((m, i) => m / scales[i])
  return {
    project(v) {
      let sum = 0
      for (let i = 0; i < v.length; i++) sum += b[i] * Math.abs(v[i])
      if (sum <= radius) return
      const order = Array.from(v.keys()).filter((i) => v[i] !== 0)
      order.sort((i, j) => Math.abs(v[j]) / b[j] - Math.abs(v[i]) / b[i] || i - j)
      let top = -radius
      let bottom = 0
      let lambda = 0
      for (const i of order) {
        const next = (top + b[i] * Math.abs(v[i])) / (bottom + b[i] * b[i])
        if (Math.abs(v[i]) / b[i] <= next) break
        top += b[i] * Math.abs(v[i])
        bottom += b[i] * b[i]
        lambda = next
      }
      for (let i = 0; i < v.length; i++) {
        const left = Math.abs(v[i]) - lambda * b[i]
        v[i] = left > 0 ? (v[i] > 0 ? left : -left) : 0
      }
    },
    support(q) {
      let largest = 0
      for (let i = 0; i < q.length; i++) {
        const ratio = Math.abs(q[i]) / b[i]
        if (ratio > largest) largest = ratio
      }
      return radius * largest
    },
  }
}

/** sum_i (v_i / d_i)^2 <= radius^2: v_i / (1 + nu / d_i^2), nu by Newton's method on a convex decreasing function. */
function l2(radius: number, scales: Float64Array): Region {
  const c = scales.map((d) => 1 / (d * d))
  return {
    project(v) {
      let nu = 0
      for (let step = 0; step < 200; step++) {
        let norm = 0
        let slope = 0
        for (let i = 0; i < v.length; i++) {
          const left = 1 + nu * c[i]
          const part = (c[i] * v[i] * v[i]) / (left * left)
          norm += part
          slope += (part * c[i]) / left
        }
        if (norm <= radius * radius * (1 + 1e-14)) break
        // Newton on 1 / sqrt(norm), which is nearly linear in nu
        const more = (norm / slope) * (Math.sqrt(norm) / radius - 1)
        if (!(more > 0)) break
        nu += more
      }
      if (nu > 0) for (let i = 0; i < v.length; i++) v[i] /= 1 + nu * c[i]
    },
    support(q) {
      let sum = 0
      for (let i = 0; i < q.length; i++) sum += (q[i] * scales[i]) ** 2
      return radius * Math.sqrt(sum)
    },
  }
}
