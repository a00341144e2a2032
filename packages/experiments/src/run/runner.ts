import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '@ol/core'
import { datasetOf } from '../datasets/datasets.js'
import { find } from '../datasets/find-dataset.js'
import type { PassResult } from './dataset-pass.js'
import type { Part } from './part.js'
import type { Done, Pool } from './pool.js'
import type { Facts, PassUnit, Unit } from './units.js'

/** Must be increased with every change that makes earlier results wrong. */
const format = 2

export interface RunnerOptions {
  /** the folder of the data */
  readonly data: string
  /** the folder of the results; results of finished units are in its subfolder `cache` */
  readonly out: string
  readonly pool: Pool
  readonly onProgress?: ((progress: RunProgress) => void) | undefined
}

/** The progress of a run. */
export interface RunProgress {
  /** the share of the work that is done, in [0, 1] */
  readonly share: number
  /** the estimated seconds for the rest; NaN while there is no estimate */
  readonly left: number
  /** the current work */
  readonly description: string
}

/**
 * Runs units of work, or uses their results from an earlier run: each result is stored immediately, so that an
 * interrupted run continues where it stopped.
 */
export class Runner {
  readonly data: string
  readonly #out: string
  readonly #pool: Pool
  readonly #onProgress: (progress: RunProgress) => void
  readonly #known = new Map<string, Promise<Done>>()
  readonly #shares = new Map<Unit, number>()
  #start = performance.now()
  #expected = 0
  #done = 0
  #computed = 0
  /** the seconds of computing of all requested units, including cached ones */
  seconds = 0

  constructor({ data, out, pool, onProgress = () => {} }: RunnerOptions) {
    this.data = data
    this.#out = out
    this.#pool = pool
    this.#onProgress = onProgress
  }

  /** Announces the number of further units of work, so that the time left can be estimated. */
  expect(units: number): void {
    this.#expected += units
  }

  async pass(unit: PassUnit, description: string): Promise<PassResult> {
    return (await this.#run({ kind: 'pass', params: { ...unit } }, description)) as PassResult
  }

  async facts(dataset: string): Promise<Facts> {
    return (await this.#run({ kind: 'facts', params: { dataset } }, `${dataset}: reading`)) as Facts
  }

  /** Runs a part of the experiment; `datasets` are the data sets that it reads. */
  async part<P extends object, R>(
    { name }: Part<P, R>,
    params: P,
    description: string,
    datasets: readonly string[] = [],
  ): Promise<R> {
    return (await this.#run({ kind: 'part', params: { part: name, params, datasets } }, description)) as R
  }

  async #run(unit: Unit, description: string): Promise<unknown> {
    this.#pool.signal?.throwIfAborted()
    const key = keyOf(unit, this.data)
    let found = this.#known.get(key)
    if (found === undefined) {
      found = this.#cached(key, unit, description)
      this.#known.set(key, found)
    }
    const { result, seconds } = await found
    this.seconds += seconds
    return result
  }

  async #cached(key: string, unit: Unit, description: string): Promise<Done> {
    const folder = join(this.#out, 'cache')
    const path = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`)
    const earlier = await readFile(path, 'utf8').catch(() => undefined)
    if (earlier !== undefined) {
      const kept = JSON.parse(earlier, revive) as Done & { key: string }
      if (kept.key === key) {
        this.#done++
        return kept
      }
    }
    const done = await this.#pool.run(unit, (share) => this.#progress(unit, share, description))
    this.#shares.delete(unit)
    this.#done++
    this.#computed++
    await mkdir(folder, { recursive: true })
    await writeFile(`${path}.part`, JSON.stringify({ key, ...done }, replace))
    await rename(`${path}.part`, path)
    this.#progress(undefined, 0, description)
    return done
  }

  #progress(unit: Unit | undefined, share: number, description: string): void {
    if (this.#computed === 0 && this.#shares.size === 0) this.#start = performance.now()
    if (unit !== undefined) this.#shares.set(unit, share)
    let partly = 0
    for (const one of this.#shares.values()) partly += one
    const total = Math.max(this.#expected, this.#done + this.#shares.size)
    const computed = this.#computed + partly
    const seconds = (performance.now() - this.#start) / 1000
    const rest = total - this.#done - partly
    this.#onProgress({
      share: total === 0 ? 0 : (this.#done + partly) / total,
      left: computed > 0.05 ? (seconds / computed) * rest : Number.NaN,
      description,
    })
  }
}

/** Returns the identity of a unit: its kind, its parameters, the known checksums of its data, and the version of OL. */
function keyOf(unit: Unit, data: string): string {
  const { dataset, datasets = dataset === undefined ? [] : [dataset] } = unit.params
  const files = (datasets as string[]).map(datasetOf).flatMap((entry) => {
    const { state, description } = find(entry, data)
    return [state, description, ...entry.files.map((file) => file.sha256)]
  })
  return JSON.stringify({ format, version, files, ...unit }, replace)
}

// JSON has no NaN and no infinities, which are the losses of models that diverged
function replace(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value
}

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('number' in value)) return value
  return Number((value as { number: string }).number)
}
