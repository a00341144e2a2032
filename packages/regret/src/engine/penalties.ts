import { l1Multiplier } from '@ol/numerics'
import { checkKind, checkShape, invalid } from '@ol/spec'
import { pNorm } from '../bounds/theorem.js'

/**
 * The term that a step adds to its quadratic, or the set that contains the weights. `groups`: the number of the group
 * of each coordinate; the norms of groups are summed.
 */
export type Penalty =
  | { readonly kind: 'none' }
  | { readonly kind: 'l1' | 'l2' | 'linf' | 'l2sq'; readonly strength: number }
  | { readonly kind: 'elastic'; readonly l1: number; readonly l2: number }
  | {
      readonly kind: 'group-l2' | 'group-linf'
      readonly strength: number
      readonly groups: readonly number[]
    }
  | { readonly kind: 'box' | 'l1-ball' | 'l2-ball'; readonly radius: number }

/** A convex function r with the functions that a proximal method needs. */
export interface PenaltyFunctions {
  readonly value: (x: Float64Array) => number
  /** sup <s, x> - r(x), on its domain */
  readonly conjugate: (s: Float64Array) => number
  /** brings s into the domain of the conjugate */
  readonly project: (s: Float64Array) => Float64Array
  /** the x of the least 1/2 ||x - y||^2 + step r(x) */
  readonly prox: (y: Float64Array, step: number) => Float64Array
}

/** The required members of each kind. */
const members: Readonly<Record<Penalty['kind'], readonly string[]>> = {
  none: [],
  l1: ['strength'],
  l2: ['strength'],
  linf: ['strength'],
  l2sq: ['strength'],
  elastic: ['l1', 'l2'],
  'group-l2': ['strength', 'groups'],
  'group-linf': ['strength', 'groups'],
  box: ['radius'],
  'l1-ball': ['radius'],
  'l2-ball': ['radius'],
}

const same = (s: Float64Array): Float64Array => s
const zero = (): number => 0
const one = (): number => 1

const shrunk = (y: Float64Array, by: number): Float64Array =>
  y.map((v) => Math.sign(v) * Math.max(0, Math.abs(v) - by))

const scaledTo = (y: Float64Array, norm: number, most: number): Float64Array =>
  norm > most ? y.map((v) => (v * most) / norm) : y

/** The nearest point of ||x||_1 <= radius. */
function ontoL1(y: Float64Array, radius: number): Float64Array {
  return shrunk(y, l1Multiplier(y.map(Math.abs), y.map(one), y.length, radius))
}

const largest = (y: Float64Array): number => y.reduce((m, v) => Math.max(m, Math.abs(v)), 0)

/** The strength times a norm: the conjugate is 0 if the dual norm is within the strength. */
function norm(
  strength: number,
  own: (x: Float64Array) => number,
  dual: (s: Float64Array) => number,
  prox: PenaltyFunctions['prox'],
): PenaltyFunctions {
  return {
    value: (x) => strength * own(x),
    conjugate: zero,
    project: (s) => scaledTo(s, dual(s), strength),
    prox,
  }
}

/** The Euclidean norm, by Moreau: the remainder after the projection onto the ball of the dual norm. */
const proxL2 = (y: Float64Array, by: number): Float64Array => {
  const size = pNorm(y)
  return y.map((v) => (size > by ? v * (1 - by / size) : 0))
}
const proxLinf = (y: Float64Array, by: number): Float64Array => {
  const dual = ontoL1(y, by)
  return y.map((v, i) => v - dual[i])
}

function grouped(
  groups: readonly number[],
  strength: number,
  own: (x: Float64Array) => number,
  dual: (s: Float64Array) => number,
  prox: (y: Float64Array, by: number) => Float64Array,
): PenaltyFunctions {
  const members = [...new Set(groups)].map((group) => [...groups.keys()].filter((i) => groups[i] === group))
  const each = (y: Float64Array, of: (part: Float64Array) => Float64Array): Float64Array => {
    const out = new Float64Array(y.length)
    for (const list of members) {
      const part = of(Float64Array.from(list, (i) => y[i]))
      list.forEach((i, k) => {
        out[i] = part[k]
      })
    }
    return out
  }
  return {
    value: (x) =>
      strength * members.reduce((sum, list) => sum + own(Float64Array.from(list, (i) => x[i])), 0),
    conjugate: zero,
    project: (s) => each(s, (part) => scaledTo(part, dual(part), strength)),
    prox: (y, step) => each(y, (part) => prox(part, step * strength)),
  }
}

/**
 * Returns the functions of a penalty; throws OL_PARAMETER if a strength or radius is negative, or the number of groups
 * is not the number of coordinates.
 */
export function penaltyOf(penalty: Penalty, size: number): PenaltyFunctions {
  checkShape('the penalty', penalty, { kind: 'string' })
  if (!Object.hasOwn(members, penalty.kind))
    throw invalid(
      'OL_PARAMETER',
      'kind of the penalty',
      `one of ${Object.keys(members).join(', ')}`,
      penalty.kind,
    )
  for (const name of members[penalty.kind]) {
    const value = (penalty as Readonly<Record<string, unknown>>)[name]
    if (name === 'groups') checkKind(name, value, 'numbers')
    else if (!(typeof value === 'number' && value >= 0))
      throw invalid('OL_PARAMETER', name, 'a number >= 0', value)
  }
  if ('groups' in penalty && penalty.groups.length !== size)
    throw invalid('OL_PARAMETER', 'groups', `${size} numbers`, penalty.groups.length)
  switch (penalty.kind) {
    case 'none':
      // the dual has a single point, which is its optimum: s = 0
      return { value: zero, conjugate: zero, project: (s) => s.map(() => 0), prox: same }
    case 'l1':
      return norm(
        penalty.strength,
        (x) => pNorm(x, 1),
        largest,
        (y, step) => shrunk(y, step * penalty.strength),
      )
    case 'l2':
      return norm(
        penalty.strength,
        (x) => pNorm(x),
        (s) => pNorm(s),
        (y, step) => proxL2(y, step * penalty.strength),
      )
    case 'linf':
      return norm(
        penalty.strength,
        largest,
        (s) => pNorm(s, 1),
        (y, step) => proxLinf(y, step * penalty.strength),
      )
    case 'l2sq':
      return elastic(0, penalty.strength)
    case 'elastic':
      return elastic(penalty.l1, penalty.l2)
    case 'group-l2':
      return grouped(
        penalty.groups,
        penalty.strength,
        (x) => pNorm(x),
        (s) => pNorm(s),
        proxL2,
      )
    case 'group-linf':
      return grouped(penalty.groups, penalty.strength, largest, (s) => pNorm(s, 1), proxLinf)
    case 'box':
      return within(
        (s) => penalty.radius * pNorm(s, 1),
        (y) => y.map((v) => Math.max(-penalty.radius, Math.min(penalty.radius, v))),
      )
    case 'l1-ball':
      return within(
        (s) => penalty.radius * largest(s),
        (y) => ontoL1(y, penalty.radius),
      )
    case 'l2-ball':
      return within(
        (s) => penalty.radius * pNorm(s),
        (y) => scaledTo(y, pNorm(y), penalty.radius),
      )
  }
}

function elastic(l1: number, l2: number): PenaltyFunctions {
  if (!(l2 > 0))
    return norm(
      l1,
      (x) => pNorm(x, 1),
      largest,
      (y, step) => shrunk(y, step * l1),
    )
  return {
    value: (x) => l1 * pNorm(x, 1) + (l2 / 2) * pNorm(x) ** 2,
    conjugate: (s) => pNorm(shrunk(s, l1)) ** 2 / (2 * l2),
    project: same,
    prox: (y, step) => shrunk(y, step * l1).map((v) => v / (1 + step * l2)),
  }
}

/** A set: 0 in it, and its support function as the conjugate. */
function within(
  support: (s: Float64Array) => number,
  prox: (y: Float64Array) => Float64Array,
): PenaltyFunctions {
  return { value: zero, conjugate: support, project: same, prox }
}
