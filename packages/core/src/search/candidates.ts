import {
  inRange,
  invalid,
  type LabelKind,
  type LossId,
  losses,
  type ModifiedRule,
  modifiers,
  nameOf,
  OLError,
  type ParamName,
  type RuleEntry,
  ruleOf,
  rules,
  type Task,
  valueText,
} from '@ol/spec'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { lossForTask } from '../options/task.js'

/** Values of parameters of a rule, by name. */
export type Point = { readonly [name in ParamName]?: number }

/** Values to try, by parameter. */
export type Grid = { readonly [name in ParamName]?: readonly number[] }

/** A model to try. */
export interface Candidate extends ModifiedRule {
  readonly loss: LossId
  readonly point: Point
}

/** Returns all combinations of rules, losses and the values of the grid for parameters of the rule. */
export function candidatesOf(
  all: readonly ModifiedRule[],
  lossIds: readonly LossId[] | undefined,
  grid: Grid,
  task?: Task | undefined,
): Candidate[] {
  different('rules', all.map(nameOf))
  checkGrid(all.map(ruleOf), grid)
  return all.flatMap((rule) => {
    const own = different('losses', lossIds ?? [lossForTask(ruleOf(rule), task)])
    const points = product(ruleOf(rule), grid)
    return own.flatMap((loss) => points.map((point) => ({ ...rule, loss, point })))
  })
}

/**
 * Returns the kind of labels that all these losses accept. Throws OL_LOSS if no label fits two of them: every loss
 * except the losses of counts takes -1 and 1.
 */
export function labelsFor(lossIds: readonly LossId[]): Exclude<LabelKind, 'class'> {
  const kinds = lossIds.map((loss) => losses[loss].labels)
  if (kinds.includes('sign') && kinds.includes('count')) {
    const text = `Expected losses for the same kind of labels but of ${lossIds.join(', ')} some need -1 and 1, others counts: search them separately`
    throw new OLError('OL_LOSS', text, { value: lossIds })
  }
  return kinds.includes('sign') ? 'sign' : kinds.includes('count') ? 'count' : 'real'
}

/** Returns the options of the learner of a candidate: of the shared ones, those that its rule and loss have. */
export function candidateOptions(base: AnyLearnerOptions, candidate: Candidate): AnyLearnerOptions {
  const { loss, point } = candidate
  const owners = [...Object.values(rules), ...Object.values(modifiers), ...Object.values(losses)]
  const taken = [...ruleOf(candidate).params, ...losses[loss].params].map((p) => p.name as string)
  const others = owners.flatMap((owner) => owner.params.map((p) => p.name as string))
  const own = Object.entries(base).filter(([name]) => taken.includes(name) || !others.includes(name))
  return { ...Object.fromEntries(own), rule: nameOf(candidate), loss, ...point }
}

/** Throws OL_PARAMETER if the base names a parameter that none of the candidates has. */
export function checkBase(base: AnyLearnerOptions, candidates: readonly Candidate[]): void {
  const used = new Set(candidates.flatMap((candidate) => Object.keys(candidateOptions(base, candidate))))
  const unused = Object.keys(base).find((name) => !used.has(name) && base[name as ParamName] !== undefined)
  if (unused !== undefined)
    throw invalid('OL_PARAMETER', 'an option of the learner of a search', 'one that a candidate has', unused)
}

function checkGrid(entries: readonly RuleEntry[], grid: Grid): void {
  for (const [name, values] of Object.entries(grid)) {
    const takers = entries.flatMap(({ params }) => params.filter((p) => p.name === name))
    if (takers.length === 0) {
      const names = new Set(entries.flatMap(({ params }) => params.map((p) => p.name)))
      const what = `a parameter of rule ${entries.map(({ id }) => id).join(', ')} in the grid`
      throw invalid('OL_PARAMETER', what, `one of ${[...names].join(', ')}`, name)
    }
    const fits = Array.isArray(values) && values.length > 0
    if (!fits || !takers.every((entry) => values.every((value) => inRange(entry, value))))
      throw invalid(
        'OL_PARAMETER',
        `the values of ${name} in the grid`,
        'numbers in its range',
        String(values),
      )
  }
}

function product(rule: RuleEntry, grid: Grid): Point[] {
  let points: Point[] = [{}]
  for (const [name, values] of Object.entries(grid)) {
    if (!rule.params.some((p) => p.name === name)) continue
    points = points.flatMap((point) => [...new Set(values)].map((value) => ({ ...point, [name]: value })))
  }
  return points
}

/** Throws OL_PARAMETER if the list is empty, or has an entry twice. */
function different<T>(what: string, all: readonly T[]): readonly T[] {
  if (!Array.isArray(all) || all.length === 0 || new Set(all).size < all.length)
    throw invalid('OL_PARAMETER', `${what} of a search`, 'one or more, all different', valueText(all))
  return all
}
