import type { Axis, Figure } from './figure.js'

export interface Tick {
  readonly at: number
  /** empty for a minor tick */
  readonly label: string
}

/** An axis mapped to pixels from .. to. */
export interface Scale {
  readonly ticks: readonly Tick[]
  /** the pixel of a value; undefined if the axis cannot show it */
  readonly place: (value: number) => number | undefined
}

/** Returns the smallest of many numbers; Math.min cannot take that many arguments. */
function least(values: readonly number[]): number {
  return values.reduce((low, v) => Math.min(low, v))
}

/** Returns the scale of an axis for these values, ticks at round numbers. */
export function scaleOf(axis: Axis, values: readonly number[], from: number, to: number): Scale {
  if (axis.scale === 'category') return categories(axis.names ?? [], from, to)
  const shown = values.filter((v) => Number.isFinite(v) && (axis.scale === 'linear' || v > 0))
  let low = axis.min ?? (shown.length === 0 ? (axis.scale === 'log' ? 1 : 0) : least(shown))
  let high = axis.max ?? (shown.length === 0 ? 1 : -least(shown.map((v) => -v)))
  if (axis.scale === 'log') return logScale(low, high, from, to)
  if (low === high) {
    low -= Math.abs(low) * 0.1 + 1e-9
    high += Math.abs(high) * 0.1 + 1e-9
  }
  const step = niceStep((high - low) / 6)
  if (axis.min === undefined) low = Math.floor(low / step + 1e-9) * step
  if (axis.max === undefined) high = Math.ceil(high / step - 1e-9) * step
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks: Tick[] = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    ticks.push({ at: k * step, label: linearLabel(k * step, digits) })
  return { ticks, place: (v) => within(v, low, high, from + ((v - low) / (high - low)) * (to - from)) }
}

function within(v: number, low: number, high: number, pixel: number): number | undefined {
  const slack = (high - low) * 1e-9
  return v >= low - slack && v <= high + slack ? pixel : undefined
}

function linearLabel(value: number, digits: number): string {
  if (digits > 6) return value.toExponential(1)
  return Math.abs(value) >= 1e5 ? thousands(value) : value.toFixed(digits)
}

function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const lead = rough / power
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power
}

/** The ticks of log axes; axes of less than two decades also end at them. */
const mantissas = [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Further ticks of an axis over less than 0.35 decades, which has few of the other ticks near 1. */
const between = [1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2.5] as const

function logScale(low: number, high: number, from: number, to: number): Scale {
  const decades = Math.log10(high / low)
  let first = Math.floor(Math.log10(low) + 1e-9)
  let last = Math.ceil(Math.log10(high) - 1e-9)
  // a range within two decades does not extend to powers of ten
  const fine = decades < 2
  let a = first
  let b = last
  if (fine) {
    const cuts: number[] = []
    for (let e = first; e <= last; e++) for (const m of mantissas) cuts.push(Math.log10(m) + e)
    a = Math.max(...cuts.filter((v) => v <= Math.log10(low) + 1e-9))
    b = Math.min(...cuts.filter((v) => v >= Math.log10(high) - 1e-9))
  }
  if (a >= b) {
    a -= 1
    b += 1
    first = Math.floor(a)
    last = Math.ceil(b)
  }
  const every = Math.max(1, Math.ceil((last - first) / 10))
  // all labels of an axis alike: numbers, or powers of ten
  const exponents = !fine && (first < -2 || last > 3)
  const ticks: Tick[] = []
  for (let e = first; e <= last; e++) {
    if (e >= a - 1e-9 && e <= b + 1e-9)
      ticks.push({ at: 10 ** e, label: (e - first) % every === 0 ? powerLabel(e, exponents) : '' })
    for (const m of b - a < 0.35 ? [...mantissas.slice(1), ...between] : mantissas.slice(1)) {
      const at = m * 10 ** e
      if (Math.log10(at) < a - 1e-9 || Math.log10(at) > b + 1e-9 || every > 1) continue
      ticks.push({ at, label: fine && labelled(m, b - a) ? plain(at) : '' })
    }
  }
  return {
    ticks,
    place: (v) =>
      v > 0 ? within(Math.log10(v), a, b, from + ((Math.log10(v) - a) / (b - a)) * (to - from)) : undefined,
  }
}

/** Returns whether m times a power of ten has a label on a log axis over this many decades. */
function labelled(m: number, decades: number): boolean {
  if (decades < 0.8) return true
  if (m === 1.5) return false
  return decades < 1.2 ? m === 2 || m === 3 || m === 5 || m === 7 : m === 2 || m === 5
}

function plain(value: number): string {
  return value >= 1e-4 && value < 1e5
    ? String(Number(value.toPrecision(3)))
    : value.toExponential(0).replace('e+', 'e')
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function powerLabel(e: number, exponents: boolean): string {
  if (!exponents) return plain(Number(`1e${e}`))
  const digits = [...String(Math.abs(e))].map((digit) => superscripts[Number(digit)]).join('')
  return `10${e < 0 ? '⁻' : ''}${digits}`
}

function categories(names: readonly string[], from: number, to: number): Scale {
  const width = (to - from) / Math.max(1, names.length)
  return {
    ticks: names.map((label, at) => ({ at, label })),
    place: (v) => (v > -0.5 && v < names.length - 0.5 ? from + (v + 0.5) * width : undefined),
  }
}

/** Returns all values of a figure along one axis. */
export function valuesOf(figure: Figure, axis: 0 | 1): number[] {
  return figure.series.flatMap((series) => series.points.map((point) => point[axis]))
}
