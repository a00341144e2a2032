import type { BendClassesCall, BendNumbersCall } from './call-arguments.js'
import { arraysOf, type CallFields, flag, type NumberField, numbersOf } from './call-fields.js'

const most = 2 ** 32 - 1
const numbers: readonly NumberField[] = numbersOf<BendClassesCall>({
  plan: { binary: flag, columns: [1, 2 ** 16], most: [1, 2 ** 10] },
  turns: { size: [0, most] },
  call: { from: [0, most] },
})

/** The calls that bend scores along curves: see `calls`. */
export const bendingCalls: Record<'bendClasses' | 'bendNumbers', CallFields> = {
  bendClasses: {
    numbers,
    arrays: arraysOf<BendClassesCall>({
      state: { scalars: 'f64', scores: 'f64', points: 'f64' },
      turns: { given: 'f64', labels: 'f64', weights: ['f64', 'optional'], moves: 'u8' },
      call: { out: 'f64' },
    }),
  },
  bendNumbers: {
    numbers,
    arrays: arraysOf<BendNumbersCall>({
      state: { scalars: 'f64', scores: 'f64', points: 'f64' },
      turns: { given: 'f64', labels: 'f64', weights: ['f64', 'optional'], moves: 'u8' },
      call: { numbers: 'f64', out: 'f64' },
    }),
  },
}
