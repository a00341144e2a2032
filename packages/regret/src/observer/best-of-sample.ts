import { lossTwins } from '@ol/numerics'
import { type Batch, type LossId, losses } from '@ol/spec'
import { Examples } from '../comparator/observed-examples.js'
import type { ComparatorSet } from '../comparator/sets.js'
import { bestFixed } from '../comparator/solver.js'

/** An example of a sample. */
export interface Kept {
  readonly indices: Uint32Array
  readonly upper: Uint32Array | undefined
  readonly values: Float64Array
  readonly label: number
  readonly weight: number
  readonly initial: number
}

/** The comparison: the loss, the set of the weights, and the number of classes. */
export interface Compared {
  readonly loss: { readonly id: LossId; readonly param: number }
  readonly set: ComparatorSet
  /** undefined: labels have the form that the loss takes */
  readonly classes: number | undefined
}

const settings = { tolerance: 1e-3, iterations: 500 }

/**
 * The maximum number of rounds over the classes, and the fraction by which a round must reduce the loss for another
 * round.
 */
const mostRounds = 50
const worthwhile = 1e-4

/** Returns the label for the model of class c, which separates that class from the others. */
function labelOfClass(label: number, c: number): number {
  return label === c + 1 ? 1 : -1
}

/** Returns the loss of the scores of an example; with classes, there is one score per class. */
export function lossOfScores(
  { loss: { id, param }, classes }: Compared,
  scores: Float64Array,
  label: number,
): number {
  if (losses[id].across === 'softmax') return logSum(scores) - scores[label - 1]
  const { value } = lossTwins[id]
  if (classes === undefined) return value(scores[0], label, param)
  return scores.reduce((sum, score, c) => sum + value(score, labelOfClass(label, c), param), 0)
}

/** Finds the best fixed weights for some examples, and returns their loss on each of some other examples. */
export function lossesOfBest(of: readonly Kept[], on: readonly Kept[], compared: Compared): Float64Array {
  const [learned, judged] = examplesOf(of, on)
  const {
    classes = 1,
    loss: { id },
  } = compared
  // by model, the scores of the others
  const found = { of: matrix(classes, of.length), on: matrix(classes, on.length) }
  const across = losses[id].across === 'softmax'
  let before = Number.POSITIVE_INFINITY
  for (let round = 0; round < (across ? mostRounds : 1); round++) {
    for (let c = 0; c < classes; c++) {
      setTarget(learned, of, compared, c, found.of)
      const { weights } = bestFixed(
        learned,
        across ? { id: 'logistic' } : compared.loss,
        compared.set,
        settings,
      )
      found.of[c].set(scoresBy(weights, learned, learned, across))
      found.on[c].set(scoresBy(weights, learned, judged, across))
    }
    const sum = of.reduce((all, one, e) => all + one.weight * lossAt(compared, found.of, e, one), 0)
    if (before - sum <= worthwhile * sum) break
    before = sum
  }
  return Float64Array.from(on, (one, e) => one.weight * lossAt(compared, found.on, e, one))
}

function lossAt(compared: Compared, scores: readonly Float64Array[], e: number, { label }: Kept): number {
  return lossOfScores(
    compared,
    Float64Array.from(scores, (of) => of[e]),
    label,
  )
}

/**
 * Sets labels and initial scores for class c. With the scores of the other classes fixed, the softmax loss is, up to a
 * constant, the logistic loss of c's score minus the logarithm of the sum of their exponentials.
 */
function setTarget(
  { labels, initial }: Examples,
  of: readonly Kept[],
  { loss: { id }, classes }: Compared,
  c: number,
  scores: readonly Float64Array[],
): void {
  if (classes === undefined) return
  const across = losses[id].across === 'softmax'
  for (const [e, { label }] of of.entries()) {
    labels[e] = labelOfClass(label, c)
    if (across) initial[e] = -logSum(scores.filter((_, other) => other !== c).map((others) => others[e]))
  }
}

/** Returns the scores of examples `on` by weights that were found on examples `of`. `alone`: without initial scores */
function scoresBy(weights: Float64Array, on: Examples, of: Examples, alone: boolean): Float64Array {
  const byColumn = new Map(Array.from(on.rows, (row, k) => [row, weights[k]] as const))
  const scores = of.scores(Float64Array.from(of.rows, (row) => byColumn.get(row) ?? 0))
  return alone ? scores.map((score, e) => score - of.initial[e]) : scores
}

/** ln of the sum of exponentials. */
function logSum(scores: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (let k = 0; k < scores.length; k++) most = Math.max(most, scores[k])
  let sum = 0
  for (let k = 0; k < scores.length; k++) sum += Math.exp(scores[k] - most)
  return most + Math.log(sum)
}

function matrix(rows: number, columns: number): Float64Array[] {
  return Array.from({ length: rows }, () => new Float64Array(columns))
}

/** Returns examples whose rows have common numbers. */
function examplesOf(...all: readonly (readonly Kept[])[]): Examples[] {
  const columns = new Map<number, number>()
  const column = (index: number, upper: number): number => {
    const key = upper * 2 ** 32 + index
    const known = columns.get(key) ?? columns.size
    columns.set(key, known)
    return known
  }
  return all.map((kept) => {
    const examples = new Examples(column)
    for (const one of kept) examples.add(batchOf(one), 0)
    return examples
  })
}

function batchOf({ indices, upper, values, label, weight, initial }: Kept): Batch {
  return {
    size: 1,
    offsets: Uint32Array.of(0, indices.length),
    indices,
    ...(upper === undefined ? {} : { upper }),
    values,
    labels: Float64Array.of(label),
    weights: Float64Array.of(weight),
    initial: Float64Array.of(initial),
  }
}
