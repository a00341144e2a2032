import { exp, log } from '@ol/numerics'
import { inRange, type ModifiedRule, nameOf, type ParamEntry, ruleOf } from '@ol/spec'
import { ruleNaming } from '../options/resolve-options.js'
import type { Candidate } from './candidates.js'
import type { Trial } from './pass.js'

/** How the neighbourhood of the best candidate is refined. */
export interface Refinement {
  readonly entry: ParamEntry
  readonly tolerance: number
  readonly passes: number
  readonly lanes: number
  /** names of the parameters of the grid */
  readonly names: readonly string[]
}

export type Refiner = (
  plan: Refinement,
  trials: () => readonly Trial[],
  run: (candidates: readonly Candidate[]) => Promise<readonly Trial[]>,
  passes: () => number,
) => Promise<void>

/** Returns the rule of a trial with its modifiers, each of which has parameters. */
function ruleOfTrial({ rule, parameters }: Trial): ModifiedRule {
  return ruleNaming(rule, Object.keys(parameters))
}

/** Returns the place of the best trial; -1: all models diverged. */
export function bestOf(trials: readonly Trial[]): number {
  let best = -1
  trials.forEach(({ criterion }, i) => {
    if (Number.isFinite(criterion) && (best < 0 || criterion < trials[best].criterion)) best = i
  })
  return best
}

/** Returns a value with four digits: parameters must not depend on the last bit of a logarithm. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** Returns whether two trials differ in one parameter at most. */
export function alike(a: Trial, b: Trial, name: string): boolean {
  if (nameOf(ruleOfTrial(a)) !== nameOf(ruleOfTrial(b)) || a.loss !== b.loss) return false
  return Object.keys(b.parameters).every((key) => key === name || a.parameters[key] === b.parameters[key])
}

/** Returns the best trial and its neighbours in the refined parameter, all else equal. */
function around(
  plan: Refinement,
  trials: readonly Trial[],
): { best: Trial; below?: Trial; above?: Trial } | undefined {
  const at = bestOf(trials)
  if (at < 0 || trials[at].parameters[plan.entry.name] === undefined) return undefined
  const best = trials[at]
  const { name } = plan.entry
  const value = (trial: Trial) => Number(trial.parameters[name])
  const same = trials.filter((trial) => alike(trial, best, name))
  const below = same.filter((trial) => value(trial) < value(best)).sort((a, b) => value(b) - value(a))[0]
  const above = same.filter((trial) => value(trial) > value(best)).sort((a, b) => value(a) - value(b))[0]
  return { best, ...(below === undefined ? {} : { below }), ...(above === undefined ? {} : { above }) }
}

/** Returns whether the losses of the best and its neighbours are the same, up to the tolerance. */
function settled({ tolerance }: Refinement, best: Trial, below: Trial, above: Trial): boolean {
  const most = best.criterion * (1 + tolerance)
  return below.criterion <= most && above.criterion <= most
}

/** Returns the best candidate with another value of the refined parameter. */
function candidateOf({ entry, names }: Refinement, best: Trial, value: number): Candidate {
  const own = names.filter((name) => best.parameters[name] !== undefined)
  const point = Object.fromEntries(own.map((name) => [name, Number(best.parameters[name])]))
  return { ...ruleOfTrial(best), loss: best.loss, point: { ...point, [entry.name]: rounded(value) } }
}

/** Values between the neighbours of the best, even on the log scale; beyond its end the grid is extended by one step. */
export const subdivide: Refiner = async (plan, trials, run, passes) => {
  while (passes() < plan.passes) {
    const found = around(plan, trials())
    if (found === undefined) return
    const { best, below, above } = found
    const at = Number(best.parameters[plan.entry.name])
    if (!(at > 0)) return
    if (below !== undefined && above !== undefined && settled(plan, best, below, above)) return
    const low = below === undefined ? at / 30 : Number(below.parameters[plan.entry.name])
    const high = above === undefined ? at * 30 : Number(above.parameters[plan.entry.name])
    const from = above === undefined && below !== undefined ? at : low
    const to = below === undefined && above !== undefined ? at : high
    if (!(from > 0)) return
    const step = log(to / from) / (plan.lanes + 1)
    const same = trials().filter((trial) => alike(trial, best, plan.entry.name))
    const known = new Set(same.map((trial) => trial.parameters[plan.entry.name]))
    const entry = ruleOf(ruleOfTrial(best)).params.find((p) => p.name === plan.entry.name) ?? plan.entry
    const candidates = Array.from({ length: plan.lanes }, (_, i) =>
      candidateOf(plan, best, from * exp(step * (i + 1))),
    ).filter(({ point }) => inRange(entry, point[entry.name]) && !known.has(point[entry.name] ?? 0))
    if (candidates.length === 0) return
    await run(candidates)
  }
}

const section = (Math.sqrt(5) - 1) / 2

/** Refines by golden section on the log scale, between the neighbours of the best. */
export const golden: Refiner = async (plan, trials, run, passes) => {
  const found = around(plan, trials())
  if (found?.below === undefined || found.above === undefined) return
  const { best } = found
  const { name } = plan.entry
  let low = log(Number(found.below.parameters[name]))
  let high = log(Number(found.above.parameters[name]))
  if (!(low > Number.NEGATIVE_INFINITY)) return
  const lossOf = (trial: Trial) =>
    Number.isNaN(trial.criterion) ? Number.POSITIVE_INFINITY : trial.criterion
  let x1 = high - section * (high - low)
  let x2 = low + section * (high - low)
  if (passes() >= plan.passes) return
  const [first, second] = await run([candidateOf(plan, best, exp(x1)), candidateOf(plan, best, exp(x2))])
  let f1 = lossOf(first)
  let f2 = lossOf(second)
  while (passes() < plan.passes) {
    const better = f1 < f2 ? f1 : f2
    const worse = f1 < f2 ? f2 : f1
    if (worse <= better * (1 + plan.tolerance)) return
    if (f1 < f2) {
      high = x2
      x2 = x1
      f2 = f1
      x1 = high - section * (high - low)
      f1 = lossOf((await run([candidateOf(plan, best, exp(x1))]))[0])
    } else {
      low = x1
      x1 = x2
      f1 = f2
      x2 = low + section * (high - low)
      f2 = lossOf((await run([candidateOf(plan, best, exp(x2))]))[0])
    }
  }
}
