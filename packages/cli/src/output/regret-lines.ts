import type { ComparatorSet, IntervalReport, MixedLane, RegretPoint, RegretReport } from '@ol/regret'
import { decimals } from './table.js'

function setText(set: ComparatorSet): string {
  return set.kind === 'none' ? 'none' : `${set.kind}:${set.radius}`
}

/** Returns the part of the JSON report that `--regret` adds. */
export function regretJson(report: RegretReport): object {
  const { examples, loss, comparator, regret, theorem, reason, intervals } = report
  return {
    examples,
    loss,
    comparator: setText(comparator.set),
    comparatorLoss: comparator.loss,
    gap: comparator.gap,
    converged: comparator.converged,
    iterations: comparator.iterations,
    regret,
    theorem: theorem && {
      paper: theorem.paper,
      formula: theorem.formula,
      measure: theorem.measure,
      measured: theorem.measured,
      bound: theorem.bound ?? null,
      unmet: theorem.unmet,
    },
    noTheorem: reason,
    intervals: intervals?.map((one) => ({ ...one, bound: one.bound ?? null })),
  }
}

/** Returns the facts that `--regret` adds to the report for people. */
export function regretFacts(report: RegretReport): (readonly [string, string])[] {
  const { loss, comparator, regret, theorem, reason, intervals = [] } = report
  const stopped = comparator.converged ? '' : ', not converged'
  const facts: (readonly [string, string])[] = [
    ['loss', `${decimals(loss, 6)}, sum over the examples`],
    [
      'comparator',
      `${decimals(comparator.loss, 6)}, of the best fixed weights (${setText(comparator.set)}; gap ${comparator.gap.toExponential(1)}${stopped})`,
    ],
    ['regret', decimals(regret, 6)],
  ]
  if (theorem === undefined) return [...facts, ['bound', `no theorem: ${reason}`]]
  if (theorem.measure !== 'regret') facts.push([theorem.measure, decimals(theorem.measured, 6)])
  const bound =
    theorem.bound === undefined ? `does not apply: ${theorem.unmet.join('; ')}` : decimals(theorem.bound, 6)
  return [
    ...facts,
    ['bound', bound],
    ...intervals.map(intervalFact),
    ['theorem', `${theorem.paper}: ${theorem.formula}`],
  ]
}

function intervalFact({ examples, from, regret, bound }: IntervalReport): readonly [string, string] {
  const most = bound === undefined ? '' : `; bound ${decimals(bound, 6)}`
  return [
    `on ${examples}`,
    `${decimals(regret, 6)}, largest regret on this many examples, from ${from} on${most}`,
  ]
}

/** Returns the facts that `--regret` adds where a sample is kept, or where there is no theorem. */
export function liveRegretFacts(point: RegretPoint): (readonly [string, string])[] {
  const { loss, best, error, regret, lane } = point
  const between =
    best[0] === best[1]
      ? decimals(best[0], 6)
      : `${decimals(best[0], 6)} to ${decimals(best[1], 6)}, by a sample (two standard errors ${decimals(error, 6)})`
  return [
    ['loss', `${decimals(loss, 6)}, sum over the examples`],
    ['comparator', `${between}, of the best fixed weights`],
    ['regret', decimals(regret, 6)],
    ...(lane === undefined ? [] : laneFacts(loss, lane)),
  ]
}

/** Returns the loss of the best lane of a mixture, and the bound that it makes. */
function laneFacts(loss: number, lane: MixedLane): (readonly [string, string])[] {
  const bound =
    lane.over === undefined
      ? 'none above it'
      : `${decimals(lane.loss + lane.over, 6)}, ${decimals(lane.over, 1)} nats more (docs/auto.md)`
  return [
    [
      'best lane',
      `${decimals(lane.loss, 6)}; the mixture has lost ${decimals(Math.abs(loss - lane.loss), 6)} ${loss < lane.loss ? 'less' : 'more'}`,
    ],
    ['bound', bound],
  ]
}
