import type { AnyLearnerOptions } from '@ol/core'
import type { Prenormalizer } from '../../data/normalize.js'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { type Objective, passesOf, type Searched, searchRate } from '../../run/rate-search.js'
import type { Runner } from '../../run/runner.js'
import type { PassUnit } from '../../run/units.js'
import { type PublishedColumn, type RossSet, rossSets } from './ross-published.js'

interface ColumnSetup {
  readonly rule: 'nag' | 'snag' | 'adagrad'
  readonly prenormalize: Prenormalizer
  /** learning rates that are searched */
  readonly range: readonly [number, number]
}

const normalized = [0.01, 100] as const

/** The learners of Tables 2 and 3. */
export const columns: Readonly<Record<PublishedColumn, ColumnSetup>> = {
  NAG: { rule: 'nag', prenormalize: 'none', range: normalized },
  'NAG max': { rule: 'nag', prenormalize: 'max', range: normalized },
  AG: { rule: 'adagrad', prenormalize: 'none', range: [1e-9, 1] },
  'AG max': { rule: 'adagrad', prenormalize: 'max', range: [1e-4, 100] },
  sNAG: { rule: 'snag', prenormalize: 'none', range: normalized },
  'sNAG square': { rule: 'snag', prenormalize: 'square', range: normalized },
  'AG square': { rule: 'adagrad', prenormalize: 'square-numeric', range: [1e-5, 10] },
  'AG square all': { rule: 'adagrad', prenormalize: 'square', range: [1e-5, 10] },
}

/** One learner on one data set, every shuffle. */
export interface RossRun extends Searched {
  readonly set: RossSet
  readonly column: PublishedColumn
  /** the best losses in the unit of the paper, by shuffle */
  readonly losses: readonly number[]
  /** the divisor of the losses of the passes */
  readonly divisor: number
}

/**
 * The features of the learners: all columns and their products, as in the scripts of the authors, or only numeric
 * columns.
 */
export type ColumnFeatures = 'products' | 'numeric'

/** Runs learners of Tables 2 and 3 on the available data sets. */
export async function runColumns(
  runner: Runner,
  seeds: readonly number[],
  wanted: readonly PublishedColumn[],
  features: ColumnFeatures = 'products',
): Promise<RossRun[]> {
  const sets = rossSets.filter((set) => find(datasetOf(set.dataset), runner.data).state !== 'missing')
  runner.expect(sets.length * wanted.length * passesOf({ seeds }))
  return Promise.all(
    sets.flatMap((set) => wanted.map((column) => runColumn(runner, seeds, set, column, features))),
  )
}

/** Returns the passes of a learner, without rates and shuffle. */
export function unitOf(
  set: RossSet,
  column: PublishedColumn,
  features: ColumnFeatures,
): Omit<PassUnit, 'lanes' | 'seed'> {
  const { rule, prenormalize } = columns[column]
  const { task, classes = 0 } = datasetOf(set.dataset)
  return {
    dataset: set.dataset,
    prenormalize,
    options: optionsOf(rule, task),
    expansion: { products: features === 'products', constant: true },
    classes,
    points: 60,
    ...(features === 'numeric' ? { columns: 'numeric' } : {}),
  }
}

async function runColumn(
  runner: Runner,
  seeds: readonly number[],
  set: RossSet,
  column: PublishedColumn,
  features: ColumnFeatures,
): Promise<RossRun> {
  const { task } = datasetOf(set.dataset)
  const objective: Objective = task === 'regression' ? 'square' : 'mistakes'
  const searched = await searchRate(runner, {
    unit: unitOf(set, column, features),
    range: columns[column].range,
    objective,
    seeds,
    description: `${set.dataset}: ${column}`,
  })
  const divisor = task === 'regression' ? await squaredRange(runner, set.dataset) : 1
  return { ...searched, set, column, divisor, losses: searched.best.map((best) => best.loss / divisor) }
}

/** Squared loss is divided by its maximum: the squared range of the labels. */
async function squaredRange(runner: Runner, dataset: string): Promise<number> {
  const { labels } = await runner.facts(dataset)
  return (labels.max - labels.min) ** 2
}

function optionsOf(rule: ColumnSetup['rule'], task: 'binary' | 'classes' | 'regression'): AnyLearnerOptions {
  const counted = rule === 'nag' ? { count: 'loss' } : {}
  if (task === 'binary') return { rule, loss: 'logistic', ...counted }
  if (task === 'classes') return { rule, loss: 'squared', clip: [-1, 1], ...counted }
  return { rule, loss: 'squared', ...counted }
}
