import type { Table } from '@ol/spec'
import type { Lane, RuleTwin } from '../rules/rule.js'
import { isPresent } from './is-present.js'
import { engineScratch, engineStep } from './state.js'

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** The features of examples that kernels take: longer ones take the loops of several lanes. */
export const kernelCapacity = 4096

// constants too, so that V8 knows where their elements lie
const rows = /* @__PURE__ */ new Uint32Array(kernelCapacity)
const rs = /* @__PURE__ */ new Float64Array(kernelCapacity)
const q = /* @__PURE__ */ new Float64Array(kernelCapacity)

/** The rows and the values of an example's features, for its kernel: see `Scratch`. */
export const kernelRows: Uint32Array = rows
export const kernelValues: Float64Array = rs

/** The loops over the features of an example. */
export interface Kernel {
  /** the rule and the table that it was made for */
  readonly rule: RuleTwin
  readonly rows: number
  /** does what `forward` does, for a table of one lane */
  forward(indices: Uint32Array, values: Float64Array, from: number, to: number): void
  /** moves the accumulators of lane l by the gradient g; returns the change of its score per unit of step */
  accumulate(n: number, g: number, l: number): number
  /** moves the weights of lane l by a step u, after `accumulate` */
  move(n: number, u: number, l: number): void
  /** the update of lane l by a rule that does not accumulate */
  write(n: number, l: number): void
}

const made = /* @__PURE__ */ new WeakMap<Lane, Kernel>()

/** Returns the kernel for a table and a rule without a survey. */
export function kernelOf(rule: RuleTwin, table: Table): Kernel {
  const known = made.get(table.lane)
  if (known?.rule === rule && known.rows === table.rows) return known
  const kernel = makeKernel(rule, table)
  made.set(table.lane, kernel)
  return kernel
}

/**
 * Makes functions that have rule and table as constants. As long as a process has one such table, V8 writes their addresses and the
 * functions of the rule into the loops. With several tables it reads them: hence locals, which are read once.
 */
function makeKernel(rule: RuleTwin, table: Table): Kernel {
  const { lane, shared } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const mask = table.rows - 1
  const { scale, size, prepare, read, gather, accumulate, slope, write } = rule
  // V8 treats true and false as constants, but reads undefined each time
  const prepares = prepare !== undefined
  const gathers = gather !== undefined
  const sized = size !== undefined
  const sloped = slope !== undefined
  return {
    rule,
    rows: table.rows,
    forward(indices, values, from, to) {
      const T = lane
      const S = shared
      const stride = laneStride
      const step = laneStep
      // requests many rows from memory at once; the loop below would wait for one after another
      let touched = 0
      for (let i = from; i < to - 3; i += 4)
        touched +=
          T[(indices[i] & mask) * stride] +
          T[(indices[i + 1] & mask) * stride] +
          (T[(indices[i + 2] & mask) * stride] + T[(indices[i + 3] & mask) * stride])
      scratch.touched = touched
      let squares = 0
      let largest = 0
      let sum = 0
      let gathered = 0
      for (let i = from; i < to; i++) {
        const row = indices[i] & mask
        const x = values[i]
        rows[i - from] = row
        if (!isPresent(x)) {
          rs[i - from] = 0
          continue
        }
        c.moved = false
        const r = scale(S, sharedStart + row * sharedStride, x, c)
        rs[i - from] = r
        squares += sized ? size!(r, c) : r * r
        const own = Math.abs(r)
        if (own > largest) largest = own
        const k = row * stride
        if (prepares && c.moved) prepare!(T, k, step, r, c, 0)
        sum += read(T, k, step, c, 0) * r
        if (gathers) gathered += gather!(T, k, step, r, c, 0)
      }
      scratch.z[0] = sum
      scratch.a[0] = gathered
      c.squares = squares
      c.largest = largest
      c.rows = rows
      c.values = rs
    },
    accumulate(n, g, l) {
      const T = lane
      const stride = laneStride
      const step = laneStep
      // a double, before the loop
      const gradient = g * 1
      let ppu = 0
      for (let i = 0; i < n; i++) {
        const r = rs[i]
        if (r === 0) continue
        const k = rows[i] * stride + l
        const rate = r * accumulate!(T, k, step, r, gradient, c)
        q[i] = rate
        ppu += (sloped ? slope!(T, k, step, r, c) : r) * rate
      }
      return ppu
    },
    move(n, u, l) {
      const T = lane
      const stride = laneStride
      const step = u * 1
      for (let i = 0; i < n; i++) if (rs[i] !== 0) T[rows[i] * stride + l] += step * q[i]
    },
    write(n, l) {
      for (let i = 0; i < n; i++)
        if (rs[i] !== 0) write!(lane, rows[i] * laneStride + l, laneStep, rs[i], c, l)
    },
  }
}
