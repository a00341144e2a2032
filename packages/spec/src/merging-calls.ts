import type { MergeCall } from './call-arguments.js'
import { arraysOf, type CallFields, flag, lanes, numbersOf, size } from './call-fields.js'
import { mergeDualCodes, mergeEvidenceCodes, mergeUnitCodes } from './merges.js'

/** The call that merges models: see `calls`. */
export const mergingCalls: Record<'merge', CallFields> = {
  merge: {
    numbers: numbersOf<MergeCall>({
      plan: {
        unit: { codes: mergeUnitCodes },
        evidence: { codes: mergeEvidenceCodes },
        power: 'any',
        dual: { codes: mergeDualCodes },
        averages: flag,
        models: [1, 2 ** 20],
        lanes,
        laneStates: [1, 2 ** 16],
        sharedStates: [0, 2 ** 16],
        limit: 'any',
      },
      rows: { size },
    }),
    arrays: arraysOf<MergeCall>({
      plan: { weights: 'f64', rounds: 'f64', units: 'f64', params: 'f64' },
      rows: { states: 'f64', merged: 'f64' },
    }),
  },
}
