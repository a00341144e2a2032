import { hashText, namespaceHash } from '@ol/numerics'
import { type Batch, checkKind, checkShape, constantIndex, invalid } from '@ol/spec'
import type { Reader } from './read.js'
import type { ColumnReport, OddCell } from './table-report.js'

/** The statistics of one feature. */
export interface FeatureStats {
  /** its hashed index */
  readonly name: string
  /** examples that have it (with a value other than 0) */
  readonly count: number
  /** over its values, with 0 for examples in which it is absent, and without examples in which it is missing */
  readonly min: number
  readonly max: number
  /** over all examples in which it is not missing */
  readonly mean: number
  /** largest magnitude */
  readonly scale: number
}

/** The statistics of one column of a table; strings have no smallest, largest and mean value. */
export interface ColumnStats extends Partial<Omit<FeatureStats, 'name' | 'count'>> {
  readonly name: string
  /** examples with a value */
  readonly count: number
  readonly role: ColumnReport['role']
  readonly type: ColumnReport['type']
  /** cells without a value, including `unfit` cells, which do not fit the column */
  readonly missing: number
  readonly odd: number
  readonly firstOdd: OddCell | undefined
}

export interface Stats {
  readonly examples: number
  /** feature values, without constants */
  readonly values: number
  /** distinct features */
  readonly features: number
  /** values / (examples * features) */
  readonly density: number
  readonly weightSum: number
  readonly unlabelled: number
  /** labels and their counts, if there are at most 100 distinct ones */
  readonly labels: readonly (readonly [label: number, count: number])[] | undefined
  /** the class names, if labels are numbers of classes, from 1 */
  readonly labelNames: readonly string[] | undefined
  readonly labelMin: number
  readonly labelMax: number
  readonly labelMean: number
  /** the columns of a table, in their order */
  readonly columns: readonly ColumnStats[] | undefined
  /** for an input that is not a table: its features, if there are at most `most` of them */
  readonly listed: readonly FeatureStats[] | undefined
  /** number of columns of numbers (of features, if the input is not CSV), and their smallest and largest scale */
  readonly numeric: number
  readonly scaleRange: readonly [number, number] | undefined
  /** features of each namespace by the first byte of its name, if the reader counts them (`namespaces`) */
  readonly namespaces: Readonly<Record<string, number>> | undefined
  readonly bits: number
  /** features that share a slot of a table of 2^bits slots with another */
  readonly collisions: number
}

/** Sums of features in arrays, found by index. */
class Sums {
  readonly slots = new Map<number, number>()
  indices: number[] = []
  counts: number[] = []
  mins: number[] = []
  maxs: number[] = []
  totals: number[] = []
  missing: number[] = []

  add(index: number, value: number): void {
    let slot = this.slots.get(index)
    if (slot === undefined) {
      slot = this.indices.length
      this.slots.set(index, slot)
      this.indices.push(index)
      this.counts.push(0)
      this.mins.push(Number.POSITIVE_INFINITY)
      this.maxs.push(Number.NEGATIVE_INFINITY)
      this.totals.push(0)
      this.missing.push(0)
    }
    if (Number.isNaN(value)) {
      this.missing[slot]++
      return
    }
    this.counts[slot]++
    this.totals[slot] += value
    if (value < this.mins[slot]) this.mins[slot] = value
    if (value > this.maxs[slot]) this.maxs[slot] = value
  }

  of(slot: number, name: string, examples: number): FeatureStats {
    const known = examples - this.missing[slot]
    const absent = this.counts[slot] < known
    if (known === 0) return { name, count: 0, min: 0, max: 0, mean: 0, scale: 0 }
    const min = absent && !(this.mins[slot] < 0) ? 0 : this.mins[slot]
    const max = absent && !(this.maxs[slot] > 0) ? 0 : this.maxs[slot]
    return {
      name,
      count: this.counts[slot],
      min,
      max,
      mean: this.totals[slot] / known,
      scale: Math.max(-min, max),
    }
  }
}

/**
 * Reads everything and returns its statistics. `bits`: the size of the table for which collisions are counted; `most`:
 * how many features are listed if the input is not CSV.
 */
export async function stats(reader: Reader, bits = 18, most = 1000): Promise<Stats> {
  if (typeof (reader as Partial<Reader> | null | undefined)?.[Symbol.asyncIterator] !== 'function')
    throw invalid('OL_PARAMETER', 'reader', 'a Reader', reader)
  checkShape('reader', reader, { options: 'object', report: 'object' })
  checkKind('bits', bits, 'number')
  const sums = new Sums()
  const labels = new Map<number, number>()
  let examples = 0
  let values = 0
  let weightSum = 0
  let unlabelled = 0
  let labelMin = Number.POSITIVE_INFINITY
  let labelMax = Number.NEGATIVE_INFINITY
  let labelTotal = 0
  let classNames: readonly string[] | undefined
  for await (const batch of reader) {
    const constant = reader.schema?.constant ?? reader.options.constant ?? true
    classNames = batch.classNames ?? classNames
    examples += batch.size
    for (let e = 0; e < batch.size; e++) {
      weightSum += batch.weights?.[e] ?? 1
      const label = batch.labels[e]
      if (Number.isNaN(label)) unlabelled++
      else {
        labelTotal += label
        if (label < labelMin) labelMin = label
        if (label > labelMax) labelMax = label
        if (labels.size <= 100 || labels.has(label)) labels.set(label, (labels.get(label) ?? 0) + 1)
      }
      values += addFeatures(sums, batch, e, constant)
    }
  }
  const features = sums.indices.length
  const columns = tableColumns(reader, sums, examples)
  const all = columns ?? sums.indices.map((index, slot) => sums.of(slot, String(index), examples))
  const scales = all.flatMap(({ scale }) => (scale === undefined ? [] : [scale]))
  const labelled = examples - unlabelled
  return {
    examples,
    values,
    features,
    density: features === 0 ? 0 : values / (examples * features),
    weightSum,
    unlabelled,
    labels: labels.size > 100 ? undefined : [...labels].sort((a, b) => a[0] - b[0]),
    labelNames: reader.schema?.classes?.names ?? classNames,
    labelMin,
    labelMax,
    labelMean: labelTotal / labelled,
    columns,
    listed: columns !== undefined || features > most ? undefined : (all as FeatureStats[]),
    numeric: scales.length,
    scaleRange:
      scales.length === 0
        ? undefined
        : [scales.reduce((a, b) => (b < a ? b : a)), scales.reduce((a, b) => (b > a ? b : a))],
    namespaces: reader.report.namespaces,
    bits,
    collisions: collisionsOf(sums.indices, bits),
  }
}

/** Adds the features of an example except the constant; returns their number. */
function addFeatures(sums: Sums, batch: Batch, e: number, constant: boolean): number {
  const end = batch.offsets[e + 1]
  let added = 0
  for (let i = batch.offsets[e]; i < end; i++) {
    if (constant && batch.indices[i] === constantIndex && batch.values[i] === 1) continue
    sums.add(batch.indices[i], batch.values[i])
    if (!Number.isNaN(batch.values[i])) added++
  }
  return added
}

/** Returns the statistics of the columns of a table; undefined: the input is not a table. */
function tableColumns({ schema, report }: Reader, sums: Sums, examples: number): ColumnStats[] | undefined {
  if (schema?.format !== 'csv') return undefined
  const space = namespaceHash(new Uint8Array(0), 0, 0, schema.hashSeed, schema.hash)
  return (report.columns ?? []).map(({ name, role, type, missing, odd, oddCells: [firstOdd] }) => {
    const count = examples - missing
    const found = { name, role, type, count, missing, odd, firstOdd }
    if ((role !== 'numeric' && role !== 'date') || count === 0) return found
    const slot = sums.slots.get(hashText(name, space, schema.hash))
    // values that are all 0 have no feature
    return slot === undefined
      ? { ...found, min: 0, max: 0, mean: 0, scale: 0 }
      : { ...sums.of(slot, name, examples), ...found }
  })
}

function collisionsOf(indices: readonly number[], bits: number): number {
  const rows = new Map<number, number>()
  const mask = 2 ** bits - 1
  for (const index of indices) rows.set(index & mask, (rows.get(index & mask) ?? 0) + 1)
  let collisions = 0
  for (const count of rows.values()) if (count > 1) collisions += count
  return collisions
}
