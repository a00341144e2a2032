import { type Batch, derivationDepths } from '@ol/spec'
import { explained } from '../lanes/explained.js'
import type { Member } from '../lanes/model.js'
import type { TableModel } from '../lanes/table-model.js'

interface WeighedLane {
  readonly lane: number
  /** the factor of the lane's score (in units of the label) in the model's */
  readonly factor: number
}

/** The contributions of base features to the score by their values, in examples with only these features. */
export interface BaseParts {
  /** in the order of the values */
  readonly present: Float64Array
  /** by row of the first member's table: the contributions of absent features that count */
  readonly absent: ReadonlyMap<number, number>
}

/** The score of a class (or the only one) of a model with derived features, as a sum of the contributions of features. */
export class Additive {
  readonly #members: readonly {
    readonly member: Member<TableModel>
    readonly lanes: readonly WeighedLane[]
  }[]

  constructor(members: readonly Member<TableModel>[], group: number) {
    this.#members = members.map((member) => {
      const { unit, serving } = member.model
      const lanes = serving.groups[group].lanes
        .filter(({ factor }) => factor !== 0)
        .map(({ lane, factor }) => ({ lane, factor: member.factor * unit * factor }))
      return { member, lanes }
    })
  }

  /** Returns the contribution of a derived feature at the value 1; `depth`: the depth from which on experts have it. */
  derived(key: number, depth: number): number {
    let sum = 0
    for (const { member, lanes } of this.#members) {
      if (member.depth < Math.max(depth, derivationDepths.bins)) continue
      const { lane: weights, layout, rows } = member.model.table
      const at = (key & (rows - 1)) * layout.laneStride
      for (const { lane, factor } of lanes) sum += factor * weights[at + lane]
    }
    return sum
  }

  /** Returns what base features add. */
  base(indices: readonly number[], values: readonly number[]): BaseParts {
    const present = new Float64Array(indices.length)
    const absent = new Map<number, number>()
    const [{ member: first }] = this.#members
    const batch: Batch = {
      size: 1,
      offsets: Uint32Array.of(0, indices.length),
      indices: Uint32Array.from(indices),
      values: Float64Array.from(values),
      labels: Float64Array.of(Number.NaN),
    }
    for (const { member, lanes } of this.#members) {
      const { parts, places, rows } = explained(member.model, batch)
      const width = member.model.table.lanes
      places.forEach((place, i) => {
        let sum = 0
        for (const { lane, factor } of lanes) sum += factor * parts[i * width + lane]
        const row = rows[i] & (first.model.table.rows - 1)
        if (place < 0) absent.set(row, (absent.get(row) ?? 0) + sum)
        else present[place] += sum
      })
    }
    return { present, absent }
  }
}
