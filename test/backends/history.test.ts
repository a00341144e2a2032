import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, type PlainExample, random } from './streams.js'

// Follow the leading history against a reference that keeps a list of experts for every feature, and moves all of them in
// every round. Features are ever rarer, so that some wait long for their first gradient and between two of them.

const features = 8
const radius = 1
const lipschitz = 1

interface Expert {
  readonly born: number
  readonly last: number
  x: number
  p: number
}

/** Returns the largest power of two that divides the round in which an expert is born. */
function sizeOf(born: number): number {
  let size = 1
  while (born % (2 * size) === 0) size *= 2
  return size
}

/** The last rounds of an expert. */
const limited = (born: number): number => born + 4 * sizeOf(born)
const lasting = (born: number): number => Math.max(255, born + 8 * sizeOf(born))

class Coordinate {
  experts: Expert[]
  readonly lifetime: (born: number) => number
  readonly H: number

  constructor(lifetime: (born: number) => number, H: number) {
    this.lifetime = lifetime
    this.H = H
    this.experts = [{ born: 1, last: lifetime(1), x: 0, p: 1 }]
  }

  get played(): number {
    return this.experts.reduce((sum, { x, p }) => sum + p * x, 0)
  }

  learn(gradient: number, t: number): void {
    const { H, played } = this
    const g = gradient + H * played
    const alpha = H / (lipschitz + H * radius) ** 2
    for (const e of this.experts) {
      e.p *= Math.exp(-alpha * (g * e.x + (H / 2) * (e.x - played) ** 2))
      const step = e.x - (g + H * (e.x - played)) / (H * (t - e.born + 1))
      e.x = Math.min(radius, Math.max(-radius, step))
    }
    this.experts = this.experts.filter(({ last }) => last > t)
    const sum = this.experts.reduce((s, { p }) => s + p, 0)
    for (const e of this.experts) e.p *= (1 - 1 / (t + 1)) / sum
    this.experts.push({ born: t + 1, last: this.lifetime(t + 1), x: 0, p: 1 / (t + 1) })
  }
}

/** Feature i is present in one of 1.9^i examples. */
function rarer(size: number): PlainExample[] {
  const next = random(51)
  return Array.from({ length: size }, () => {
    const row = Array.from({ length: features }, (_, i) => [i, next() * 2 - 1] as const)
    const present = row.filter(([i]) => next() < 1.9 ** -i)
    const score = present.reduce((sum, [i, x]) => sum + (i % 2 === 0 ? x : -x), 0)
    return { label: score + next() - 0.5 > 0 ? 1 : -1, features: present }
  })
}

describe('follow the leading history agrees with its experts', () => {
  for (const backend of backends()) {
    for (const [rule, size, lifetime] of [
      ['flh', 255, lasting],
      ['flh', 700, lasting],
      ['flh2', 700, limited],
    ] as const) {
      for (const loss of ['logistic', 'hinge'] as const) {
        for (const convexity of [0.03, 1]) {
          it(`${rule}, ${size} examples, ${loss}, H = ${convexity}, on ${backend.name}`, () => {
            const examples = rarer(size)
            const plan = planFor(rule, loss, { params: { radius, convexity, lipschitz } })
            const { table, results } = run(backend, plan, batchOf(examples))
            const dense = Array.from({ length: features }, () => new Coordinate(lifetime, convexity))
            const derivative = (z: number, y: number) =>
              loss === 'logistic' ? -y / (1 + Math.exp(y * z)) : y * z < 1 ? -y : 0
            let worst = 0
            examples.forEach(({ features: row, label }, e) => {
              const z = row.reduce((sum, [i, x]) => sum + dense[i].played * x, 0)
              worst = Math.max(worst, Math.abs(z - results.predictions[e]))
              const g = new Float64Array(features)
              for (const [i, x] of row) g[i] = derivative(z, label) * x
              dense.forEach((coordinate, i) => {
                coordinate.learn(g[i], e + 1)
              })
            })
            weights(plan, table, features).forEach((w, i) => {
              worst = Math.max(worst, Math.abs(w - dense[i].played))
            })
            expect(worst).toBeLessThan(1e-9)
            expect(dense.every(({ played }) => played !== 0)).toBe(true)
          })
        }
      }
    }
  }
})
