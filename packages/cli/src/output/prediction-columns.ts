import { type BatchEvent, links } from '@ol/core'
import { termsOfBatch } from '@ol/core/internal'
import type { PredictionBatch, Session } from '@ol/pipeline'
import type { Batch, Link } from '@ol/spec'

/** Which numbers are wanted in place of, or next to, the terms of the task. */
export interface PredictionChoice {
  readonly raw?: boolean | undefined
  readonly link?: string | undefined
  readonly probabilities?: boolean | undefined
  readonly interval?: number | undefined
  readonly spread?: boolean | undefined
}

/** Predictions for a batch: from `predict`, or from a training or an evaluation. */
export type Predicted = Pick<PredictionBatch, 'batch' | 'predictions' | 'class' | 'probability'> &
  Partial<Pick<PredictionBatch, 'scores' | 'probabilities' | 'interval' | 'spread'>> & {
    /** the classes so far, where others may come during the run */
    readonly labels?: readonly (number | string)[] | undefined
  }

/** The value of a column for an example; undefined: there is none. A set of classes has the label of each. */
export type Cell = number | string | readonly (number | string)[] | undefined

/** A column of predictions; one of several classes has a member for each class. */
export interface PredictionColumn {
  readonly name: string
  /** the class of the column, where there is a column for each */
  readonly of?: string
  readonly value: (predicted: Predicted, example: number) => Cell
}

/** Returns the columns of a model's predictions, by its task and the choice. `labels`: the classes so far. */
export function predictionColumns(
  { terms }: Session,
  choice: PredictionChoice,
  labels: readonly (number | string)[] = terms.labels,
): readonly PredictionColumn[] {
  const { raw = false, link, probabilities = false, interval } = choice
  const wide = choice.spread === true ? [spread] : []
  const { task, probable } = terms
  const found = interval === undefined ? [] : task === 'regression' ? [low, high] : [set]
  const ends = [...found, ...wide]
  if (task === 'multiclass') {
    if (raw) return [classColumn, ...ofClasses('score', labels, scoreOf), ...ends]
    return probabilities ? [classColumn, ...shares(labels), ...ends] : [classColumn, probability, ...ends]
  }
  if (link !== undefined && !raw) return [prediction, ...ends]
  if (raw) return [score, ...ends]
  if (task === 'regression') return [prediction, ...ends]
  if (probabilities) return [classColumn, ...shares(labels), ...ends]
  return [classColumn, probable ? probability : score, ...ends]
}

const classColumn: PredictionColumn = { name: 'class', value: (p, e) => p.class(e) }
const probability: PredictionColumn = { name: 'probability', value: (p, e) => p.probability(e) }
const prediction: PredictionColumn = { name: 'prediction', value: (p, e) => p.predictions[e] }
const score: PredictionColumn = { name: 'score', value: (p, e) => p.scores?.[e] }
const low: PredictionColumn = { name: 'low', value: (p, e) => p.interval?.(e)?.low }
const spread: PredictionColumn = { name: 'spread', value: (p, e) => p.spread?.[e] }
const set: PredictionColumn = { name: 'set', value: (p, e) => p.interval?.(e)?.set }
const high: PredictionColumn = { name: 'high', value: (p, e) => p.interval?.(e)?.high }

function shares(labels: readonly (number | string)[]): PredictionColumn[] {
  // the columns of an example are read one after another
  let of: Float64Array | undefined
  return ofClasses('probability', labels, (predicted, e, k) => {
    if (k === 0) of = predicted.probabilities?.(e)
    return of?.[k]
  })
}

function scoreOf({ scores, batch }: Predicted, e: number, k: number): Cell {
  return scores?.[e * (scores.length / batch.size) + k]
}

/** Returns a column for each class; a class whose name is not known yet has its number. */
function ofClasses(
  name: string,
  labels: readonly (number | string)[],
  value: (predicted: Predicted, e: number, k: number) => Cell,
): PredictionColumn[] {
  return labels.map((label, k) => ({
    name,
    of: label === '' ? String(k + 1) : String(label),
    value: (predicted, e) => value(predicted, e, k),
  }))
}

/** Returns the predictions of a batch that was learned from or evaluated, in the terms of the model. */
export function progressive({ terms }: Session, event: BatchEvent): Predicted {
  const { batch, scores } = event
  // classes may have got their names since the model began
  const own = { ...terms, labels: event.classes ?? terms.labels }
  const predictions = terms.task === 'multiclass' ? event.predictions : numbersOf(terms.link, scores)
  return { batch, scores, predictions, labels: own.labels, ...termsOfBatch(own, scores) }
}

function numbersOf(link: Link, scores: Float64Array): Float64Array {
  return link === 'identity' ? scores : scores.map(links[link])
}

/** Returns the line of an example in its input, where it has one. */
export function lineOf({ lines }: Batch, e: number): number | undefined {
  return lines?.[e]
}
