import {
  checkPlain,
  invalid,
  type LossId,
  type ModifiedRule,
  nameOf,
  OLError,
  type ParamName,
  type RuleName,
  ruleOf,
  singleRule,
} from '@ol/spec'
import { chooseBackend } from '../backend/backends.js'
import { Learner } from '../learner/learner.js'
import { autoRates } from '../options/lane-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { checkOptions, resolveOptions, ruleNaming } from '../options/resolve-options.js'
import { requestedTask } from '../options/task.js'
import { checkCallOptions, checkFunction, checkStream } from '../stream/check-arguments.js'
import type { BatchStream } from '../stream/streams.js'
import { type Candidate, candidateOptions, candidatesOf, checkBase, type Grid } from './candidates.js'
import { learnCandidates, type Pass, type PassOptions, type Trial } from './pass.js'
import { bestOf, golden, type Refinement, subdivide } from './refine.js'

/** Options of a search. */
export interface SearchOptions extends PassOptions {
  /** the options of the learners that are not searched; not bootstrap, and not learningRate 'auto' */
  readonly learner?: AnyLearnerOptions | undefined
  /** rules to try, each in its own table; default: the rule of `learner` */
  readonly rules?: readonly RuleName[] | undefined
  /**
   * Losses to try; default: the loss of `learner`. Several losses are compared by their error rates or, if the
   * labels are not -1 and +1, by the average of the first loss over the predictions of each model.
   */
  readonly losses?: readonly LossId[] | undefined
  /**
   * Values to try, by parameter; each rule tries all combinations for the parameters that it has, in one pass.
   * Default: 16 learning rates from 0.03 to 300.
   */
  readonly grid?: Grid | undefined
  /**
   * the parameter to refine on the log scale, with values > 0; default: the learning rate, or the first of the grid
   */
  readonly refine?: ParamName | undefined
  /**
   * How to refine it. `grid`: `lanes` values between the neighbours of the best, in one more pass; `golden`: golden
   * section search, one value per pass (two in the first), each as cheap as a single run. Default `grid`.
   */
  readonly mode?: 'grid' | 'golden' | undefined
  /** stop when the losses of both neighbours of the best are at most this share larger; 0: only `passes` stops the search; default 0.001 */
  readonly tolerance?: number | undefined
  /** maximum number of passes over the data, including the first; default 4, for golden 12 */
  readonly passes?: number | undefined
  /** values in a refining pass; default 16 */
  readonly lanes?: number | undefined
  /** called after every pass with its trials */
  readonly onPass?: ((trials: readonly Trial[], pass: number) => void) | undefined
}

/** The result of a search. */
export interface SearchResult {
  /** the best model, bit-identical to a separate run with these parameters */
  readonly learner: Learner
  readonly best: Trial
  /** in the order in which they were learned */
  readonly trials: readonly Trial[]
  readonly passes: number
  /** in each pass */
  readonly examples: number
  /** the parameter that was refined */
  readonly refined: ParamName
}

const ownOptions = [
  ...(['learner', 'rules', 'losses', 'grid', 'refine', 'mode', 'tolerance', 'passes', 'lanes'] as const),
  ...(['onPass', 'signal', 'trusted'] as const),
] satisfies (keyof SearchOptions)[]

/**
 * Searches for the rule, the loss and the parameters with the least progressive loss. A pass reads the data once and
 * learns all its models side by side, each bit-identical to a separate run. A model that diverges is dropped; the
 * others do not change.
 *
 * @param source called once for every pass: returns the data as a stream of batches
 * @param options what to try, and how to refine it
 * @returns the best model, and the results of all trials
 * @throws OLError, as a rejection: OL_DIVERGED if no model is left; OL_LOSS if losses have no labels in common;
 *   OL_PARAMETER if a pass has another number of examples than the one before; OL_PARAMETER, OL_RULE, OL_LOSS,
 *   OL_MEMORY, OL_HORIZON as for a learner
 */
export async function search(source: () => BatchStream, options: SearchOptions = {}): Promise<SearchResult> {
  checkCallOptions(options, ownOptions)
  if (typeof source !== 'function')
    throw invalid('OL_PARAMETER', 'the source', 'a function that returns a stream', source)
  const plan = planSearch(options)
  const { backend } = chooseBackend(options.learner?.backend)
  const trials: Trial[] = []
  let best: { readonly trial: Trial; readonly learner: Learner } | undefined
  let examples = 0
  let passes = 0
  const run = async (candidates: readonly Candidate[]): Promise<readonly Trial[]> => {
    passes++
    const stream = source()
    checkStream(stream)
    const pass = await learnCandidates(stream, plan.base, candidates, passes, backend, {
      ...options,
      compared: plan.candidates,
    })
    if (passes > 1 && pass.examples !== examples) throw otherData(passes, pass.examples, examples)
    examples = pass.examples
    trials.push(...pass.trials)
    const at = bestOf(pass.trials)
    if (at >= 0 && (best === undefined || pass.trials[at].criterion < best.trial.criterion))
      best = { trial: pass.trials[at], learner: pass.learner(at) }
    options.onPass?.(pass.trials, passes)
    if (best === undefined) throw noneLeft(pass)
    return pass.trials
  }
  await run(plan.candidates)
  const refiner = plan.golden ? golden : subdivide
  await refiner(
    plan,
    () => trials,
    run,
    () => passes,
  )
  if (best === undefined)
    throw new OLError(
      'OL_DIVERGED',
      'Expected a finite model but every point of the grid diverged: lower the learning rates',
    )
  return { learner: best.learner, best: best.trial, trials, passes, examples, refined: plan.entry.name }
}

interface SearchPlan extends Refinement {
  readonly base: AnyLearnerOptions
  readonly candidates: readonly Candidate[]
  readonly golden: boolean
}

/** Returns the largest number of passes of a search. */
export function mostPasses({ passes, mode }: Pick<SearchOptions, 'passes' | 'mode'>): number {
  return passes ?? (mode === 'golden' ? 12 : 4)
}

function planSearch(options: SearchOptions): SearchPlan {
  checkFunction('onPass', options.onPass)
  const base = options.learner ?? {}
  checkPlain(base)
  if (base.bootstrap !== undefined || base.learningRate === 'auto')
    throw new OLError(
      'OL_PARAMETER',
      "Expected a search without bootstrap and without learningRate 'auto' but received one of them",
    )
  const grid: Grid = options.grid ?? { learningRate: autoRates }
  checkPlain(grid)
  for (const name of ['rules', 'losses'] as const) {
    const given: unknown = options[name]
    if (given !== undefined && !(Array.isArray(given) && given.length > 0))
      throw invalid('OL_PARAMETER', name, 'an array of at least one', given)
  }
  const named = Object.entries({ ...grid, ...base }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  for (const rule of options.rules ?? [base.rule]) resolveOptions({ rule })
  const all = (options.rules ?? [base.rule ?? singleRule]).map((rule) => ruleNaming(rule, named))
  const ensemble = all.find((rule) => ruleOf(rule).ensemble !== undefined)?.rule
  if (ensemble !== undefined)
    throw invalid('OL_RULE', 'the rule of a search', 'a rule with parameters to search', ensemble)
  const lossIds = options.losses ?? (base.loss === undefined ? undefined : [base.loss])
  for (const rule of all) for (const loss of lossIds ?? []) resolveOptions({ rule: nameOf(rule), loss })
  const { rule: _, loss: __, ...shared } = base
  const candidates = candidatesOf(all, lossIds, grid, requestedTask(base.task))
  checkBase(shared, candidates)
  for (const candidate of candidates) {
    const own = candidateOptions(shared, candidate)
    if (
      new Learner(
        checkOptions({
          ...own,
          bits: 1,
          maxFeatures: undefined,
          classes: undefined,
          mostClasses: undefined,
          classWeight: undefined,
          task: undefined,
        }),
      ).needsFirstPass
    )
      throw invalid(
        'OL_PARAMETER',
        'rule of a search',
        'one that needs no first pass over the data',
        own.rule,
      )
  }
  const isGolden = options.mode === 'golden'
  if (!isGolden && options.mode !== undefined && options.mode !== 'grid')
    throw invalid('OL_PARAMETER', 'mode', "'grid' or 'golden'", options.mode)
  return {
    base: shared,
    candidates,
    names: Object.keys(grid),
    entry: refinedOf(all, grid, options.refine),
    golden: isGolden,
    tolerance: within('tolerance', options.tolerance ?? 0.001, 0, 1),
    passes: wholeWithin('passes', mostPasses(options), 1, 1000),
    lanes: wholeWithin('lanes', options.lanes ?? 16, 1, 4096),
  }
}

function refinedOf(
  all: readonly ModifiedRule[],
  grid: Grid,
  requested: ParamName | undefined,
): Refinement['entry'] {
  const names = Object.keys(grid)
  const refined = requested ?? (names.includes('learningRate') ? 'learningRate' : names[0])
  const entries = all.flatMap((rule) => ruleOf(rule).params)
  const entry = entries.find((p) => p.name === refined && names.includes(refined))
  if (entry === undefined) throw invalid('OL_PARAMETER', 'refine', 'a parameter of the grid', refined)
  return entry
}

function within(name: string, value: number, min: number, max: number): number {
  if (!(typeof value === 'number' && value >= min && value <= max))
    throw invalid('OL_PARAMETER', name, `a number >= ${min} and <= ${max}`, value)
  return value
}

function wholeWithin(name: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max)
    throw invalid('OL_PARAMETER', name, `a whole number >= ${min} and <= ${max}`, value)
  return value
}

/** For example, the source returns one generator again, which has ended. */
function otherData(pass: number, count: number, before: number): OLError {
  const text = `Expected a source that returns all data again for each pass of a search but pass ${pass} had ${count} examples, and the one before ${before}`
  return new OLError('OL_PARAMETER', text, { value: count, expected: `${before} examples` })
}

function noneLeft({ trials, examples }: Pass): OLError {
  const text = `None of the ${trials.length} points of the grid is left after ${examples} examples: each model diverged, or no example has a label`
  return new OLError('OL_DIVERGED', text, { value: trials.length })
}
