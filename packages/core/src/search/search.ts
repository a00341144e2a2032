import { exp, log } from '@ol/fallback'
import { inRange, invalid, OLError, type ParamEntry, type ParamName, rules } from '@ol/spec'
import { chooseBackend } from '../backends.js'
import { autoRates } from '../lanes/settings.js'
import { Learner } from '../learner.js'
import { type LearnerOptions, resolveOptions } from '../options.js'
import type { BatchStream } from '../streams.js'
import { learnPoints, type Pass, type PassOptions, type Point, type Trial } from './pass.js'

export type { Point, Trial } from './pass.js'

export interface SearchOptions extends PassOptions {
  /** everything of the learner that is not searched; no classes, bootstrap, or learningRate 'auto' */
  readonly learner?: LearnerOptions | undefined
  /**
   * Values to try, by parameter of the rule: all of their combinations are learned in one pass.
   * Default: 16 learning rates from 0.01 to 100.
   */
  readonly grid?: { readonly [name in ParamName]?: readonly number[] } | undefined
  /** the parameter that is refined on the log scale, of values > 0; default: the learning rate, or the first of the grid */
  readonly refine?: ParamName | undefined
  /**
   * How it is refined. `grid`: as many values as `lanes` between the neighbours of the best, in one more pass; `golden`:
   * golden section, one value (at first two) a pass, each as cheap as a single run. Default `grid`.
   */
  readonly mode?: 'grid' | 'golden' | undefined
  /** ends when both neighbours of the best lose at most this share more; 0: only `passes` ends it; default 0.001 */
  readonly tolerance?: number | undefined
  /** largest number of passes over the data, the first included; default 4, for golden 12 */
  readonly passes?: number | undefined
  /** values tried in a pass that refines; default 16 */
  readonly lanes?: number | undefined
  /** called after every pass with its trials */
  readonly onPass?: ((trials: readonly Trial[], pass: number) => void) | undefined
}

export interface SearchResult {
  /** the best model, ready to go on: the bytes of a run of its own with these parameters */
  readonly learner: Learner
  readonly best: Trial
  /** in the order in which they were tried */
  readonly trials: readonly Trial[]
  readonly passes: number
  /** in each pass */
  readonly examples: number
  /** the parameter that was refined */
  readonly refined: ParamName
}

/**
 * Looks for the parameters of the rule with the least progressive loss. The models of a pass are learned side by side,
 * reading the data once. `source` is called once for every pass. A model that leaves the numbers is dropped and the others
 * are untouched; OL_DIVERGED where none is left. OL_PARAMETER, OL_LOSS, OL_MEMORY as of a learner.
 */
export async function search(source: () => BatchStream, options: SearchOptions = {}): Promise<SearchResult> {
  const plan = planSearch(options)
  const { backend } = chooseBackend(options.learner?.backend)
  const trials: Trial[] = []
  let best: { readonly trial: Trial; readonly learner: Learner } | undefined
  let examples = 0
  let passes = 0
  const run = async (points: readonly Point[]): Promise<readonly Trial[]> => {
    passes++
    const pass = await learnPoints(source(), plan.base, points, passes, backend, options)
    examples = pass.examples
    trials.push(...pass.trials)
    const at = bestOf(pass.trials)
    if (at >= 0 && (best === undefined || pass.trials[at].averageLoss < best.trial.averageLoss))
      best = { trial: pass.trials[at], learner: pass.learner(at) }
    options.onPass?.(pass.trials, passes)
    if (best === undefined) throw noneLeft(pass)
    return pass.trials
  }
  await run(plan.points)
  const refiner = plan.golden ? golden : subdivide
  await refiner(
    plan,
    () => trials,
    run,
    () => passes,
  )
  if (best === undefined) throw new OLError('OL_DIVERGED', 'No point of the grid was learned')
  return { learner: best.learner, best: best.trial, trials, passes, examples, refined: plan.entry.name }
}

interface SearchPlan {
  readonly base: LearnerOptions
  readonly points: readonly Point[]
  readonly entry: ParamEntry
  readonly golden: boolean
  readonly tolerance: number
  readonly passes: number
  readonly lanes: number
}

type Refiner = (
  plan: SearchPlan,
  trials: () => readonly Trial[],
  run: (points: readonly Point[]) => Promise<readonly Trial[]>,
  passes: () => number,
) => Promise<void>

function planSearch(options: SearchOptions): SearchPlan {
  const base = options.learner ?? {}
  if (base.classes !== undefined || base.bootstrap !== undefined || base.learningRate === 'auto')
    throw new OLError(
      'OL_PARAMETER',
      "A search is over one model: without classes, bootstrap, or learningRate 'auto'",
    )
  const rule = rules[resolveOptions(base).rule]
  if (new Learner({ ...base, bits: 1 }).needsFirstPass)
    throw invalid('OL_PARAMETER', 'rule of a search', 'one that needs no first pass over the data', rule.id)
  const grid = Object.entries(options.grid ?? { learningRate: autoRates }) as [ParamName, readonly number[]][]
  const entries = grid.map(([name, values]) => {
    const entry = rule.params.find((p) => p.name === name)
    if (entry === undefined) {
      const names = rule.params.map((p) => p.name).join(', ')
      throw invalid('OL_PARAMETER', `a parameter of rule ${rule.id} in the grid`, `one of ${names}`, name)
    }
    if (!Array.isArray(values) || values.length === 0 || !values.every((value) => inRange(entry, value)))
      throw invalid(
        'OL_PARAMETER',
        `the values of ${name} in the grid`,
        'numbers in its range',
        String(values),
      )
    return entry
  })
  const refined =
    options.refine ?? (grid.some(([name]) => name === 'learningRate') ? 'learningRate' : grid[0]?.[0])
  const entry = entries.find((p) => p.name === refined)
  if (entry === undefined) throw invalid('OL_PARAMETER', 'refine', 'a parameter of the grid', refined)
  const golden = options.mode === 'golden'
  if (!golden && options.mode !== undefined && options.mode !== 'grid')
    throw invalid('OL_PARAMETER', 'mode', "'grid' or 'golden'", options.mode)
  return {
    base,
    points: product(grid),
    entry,
    golden,
    tolerance: within('tolerance', options.tolerance ?? 0.001, 0, 1),
    passes: within('passes', options.passes ?? (golden ? 12 : 4), 1, 1000),
    lanes: within('lanes', options.lanes ?? 16, 1, 4096),
  }
}

function within(name: string, value: number, min: number, max: number): number {
  if (!(value >= min && value <= max))
    throw invalid('OL_PARAMETER', name, `a number >= ${min} and <= ${max}`, value)
  return value
}

function product(grid: readonly (readonly [ParamName, readonly number[]])[]): Point[] {
  let points: Point[] = [{}]
  for (const [name, values] of grid)
    points = points.flatMap((point) => [...new Set(values)].map((value) => ({ ...point, [name]: value })))
  return points
}

function bestOf(trials: readonly Trial[]): number {
  let best = -1
  trials.forEach(({ averageLoss }, i) => {
    if (Number.isFinite(averageLoss) && (best < 0 || averageLoss < trials[best].averageLoss)) best = i
  })
  return best
}

function noneLeft({ trials, examples }: Pass): OLError {
  const text = `None of the ${trials.length} points of the grid is left after ${examples} examples: each model left the numbers, or no example has a label`
  return new OLError('OL_DIVERGED', text, { value: trials.length })
}

/** A value with four digits: what a model is made with must not depend on the last bit of a logarithm. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** The best trial and its neighbours in the refined parameter, all else equal. */
function around(
  plan: SearchPlan,
  trials: readonly Trial[],
): { best: Trial; below?: Trial; above?: Trial } | undefined {
  const at = bestOf(trials)
  if (at < 0) return undefined
  const best = trials[at]
  const { name } = plan.entry
  const value = (trial: Trial) => Number(trial.parameters[name])
  const same = trials.filter((trial) =>
    Object.keys(best.parameters).every(
      (key) => key === name || trial.parameters[key] === best.parameters[key],
    ),
  )
  const below = same.filter((trial) => value(trial) < value(best)).sort((a, b) => value(b) - value(a))[0]
  const above = same.filter((trial) => value(trial) > value(best)).sort((a, b) => value(a) - value(b))[0]
  return { best, ...(below === undefined ? {} : { below }), ...(above === undefined ? {} : { above }) }
}

/** Whether the best and its neighbours lose the same, up to the tolerance. */
function settled({ tolerance }: SearchPlan, best: Trial, below: Trial, above: Trial): boolean {
  const most = best.averageLoss * (1 + tolerance)
  return below.averageLoss <= most && above.averageLoss <= most
}

function pointOf(plan: SearchPlan, best: Trial, value: number): Point {
  const { entry } = plan
  const names = Object.keys(plan.points[0] ?? {})
  const own = Object.fromEntries(names.map((name) => [name, Number(best.parameters[name])]))
  return { ...own, [entry.name]: rounded(value) }
}

/** Values between the neighbours of the best, even on the log scale; past the end of the grid as far again. */
const subdivide: Refiner = async (plan, trials, run, passes) => {
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
    const known = new Set(trials().map((trial) => trial.parameters[plan.entry.name]))
    const points = Array.from({ length: plan.lanes }, (_, i) =>
      pointOf(plan, best, from * exp(step * (i + 1))),
    ).filter(
      (point) => inRange(plan.entry, point[plan.entry.name]) && !known.has(point[plan.entry.name] ?? 0),
    )
    if (points.length === 0) return
    await run(points)
  }
}

const section = (Math.sqrt(5) - 1) / 2

/** Golden section on the log scale, between the neighbours of the best. */
const golden: Refiner = async (plan, trials, run, passes) => {
  const found = around(plan, trials())
  if (found?.below === undefined || found.above === undefined) return
  const { best } = found
  const { name } = plan.entry
  let low = log(Number(found.below.parameters[name]))
  let high = log(Number(found.above.parameters[name]))
  if (!(low > Number.NEGATIVE_INFINITY)) return
  const lossOf = (trial: Trial) =>
    Number.isNaN(trial.averageLoss) ? Number.POSITIVE_INFINITY : trial.averageLoss
  let x1 = high - section * (high - low)
  let x2 = low + section * (high - low)
  if (passes() >= plan.passes) return
  const [first, second] = await run([pointOf(plan, best, exp(x1)), pointOf(plan, best, exp(x2))])
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
      f1 = lossOf((await run([pointOf(plan, best, exp(x1))]))[0])
    } else {
      low = x1
      x1 = x2
      f1 = f2
      x2 = low + section * (high - low)
      f2 = lossOf((await run([pointOf(plan, best, exp(x2))]))[0])
    }
  }
}
