import { type Dataset, featureFacts } from '../data/dataset.js'
import { numericOf, type Prenormalizer, prenormalize } from '../data/normalize.js'
import { datasetOf } from '../datasets/datasets.js'
import { readDataset } from '../datasets/read-dataset.js'
import { type DatasetPass, type PassResult, pass } from './dataset-pass.js'
import type { Part, PartOf } from './part.js'

/** A piece of work whose result is stored on disk: its description alone determines the result. */
export interface Unit {
  readonly kind: keyof typeof kinds
  readonly params: Record<string, unknown>
}

export interface PassUnit extends DatasetPass {
  readonly dataset: string
  readonly prenormalize: Prenormalizer
  /** the columns to learn from; default: all */
  readonly columns?: 'numeric' | undefined
}

export interface Facts {
  readonly size: number
  readonly features: number
  readonly numeric: number
  readonly skipped: number
  /** largest |x| of each numeric feature */
  readonly scales: readonly number[]
  /** examples with each feature */
  readonly counts: readonly number[]
  readonly labels: { readonly min: number; readonly max: number }
}

interface Reading {
  readonly folder: string
  readonly partOf: PartOf
  readonly onShare: (share: number) => void
}

// Data sets stay in memory, a few hundred MB for the entire table, because many units read the same ones.
const kept = new Map<string, Promise<Dataset>>()

function load(id: string, folder: string): Promise<Dataset> {
  const key = `${folder}\n${id}`
  const data = kept.get(key) ?? readDataset(datasetOf(id), folder).then((read) => read.data)
  kept.set(key, data)
  return data
}

async function passUnit(unit: PassUnit, { folder, onShare }: Reading): Promise<PassResult> {
  const whole = await load(unit.dataset, folder)
  const data = prenormalize(unit.columns === 'numeric' ? numericOf(whole) : whole, unit.prenormalize)
  let done = 0
  const { result } = pass(data, unit, (count) => {
    done += count
    onShare(done / data.size)
  })
  return result
}

async function factsUnit({ dataset }: { dataset: string }, { folder }: Reading): Promise<Facts> {
  const data = await load(dataset, folder)
  const { largest, counts } = featureFacts(data)
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const y of data.labels) {
    if (y < min) min = y
    if (y > max) max = y
  }
  const numeric = data.numeric === 0 ? data.features : data.numeric
  return {
    size: data.size,
    features: data.features,
    numeric,
    skipped: data.skipped,
    scales: Array.from(largest.subarray(0, numeric)),
    counts: Array.from(counts),
    labels: { min, max },
  }
}

/** A part by its name, with its parameters. */
export interface PartUnit {
  readonly part: string
  readonly params: object
}

async function partUnit({ part, params }: PartUnit, { folder, partOf }: Reading): Promise<unknown> {
  const { run } = partOf(part) as Part<object>
  return run(params, (id) => load(id, folder))
}

type Run<P, R> = (params: P, reading: Reading) => Promise<R>

const kinds: {
  readonly pass: Run<PassUnit, PassResult>
  readonly facts: Run<{ dataset: string }, Facts>
  readonly part: Run<PartUnit, unknown>
} = { pass: passUnit, facts: factsUnit, part: partUnit }

/** Does a unit of work in this thread. */
export async function runUnit(unit: Unit, reading: Reading): Promise<unknown> {
  const run = kinds[unit.kind] as (params: unknown, reading: Reading) => Promise<unknown>
  return run(unit.params, reading)
}
