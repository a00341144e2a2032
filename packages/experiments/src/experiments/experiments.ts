import { invalid } from '@ol/spec'
import type { Part } from '../run/part.js'
import { derivedFeatures } from './derived/derived-features.js'
import { adagradText } from './duchi/adagrad-text.js'
import { diagonalExample } from './duchi/diagonal.js'
import { fullExample } from './duchi/full.js'
import { sparseExample } from './duchi/sparse.js'
import type { Experiment } from './experiment.js'
import { heavyTails } from './orabona/heavy-tails.js'
import { mistakeBounds } from './orabona/mistakes.js'
import { secondOrder } from './orabona/omd-second-order.js'
import { rescaling } from './orabona/rescaling.js'
import { adversary } from './ross/adversary.js'
import { rossBounds } from './ross/bounds.js'
import { figure1 } from './ross/figure1.js'
import { figure2, figure3 } from './ross/figure2.js'
import { table1 } from './ross/table1.js'
import { plain, table2, table3 } from './ross/table2.js'
import { changing } from './streeter/changing.js'
import { clicksAtScale } from './streeter/clicks-at-scale.js'
import { lowerBound } from './streeter/lower-bound.js'
import { streeterTable1 } from './streeter/streeter-table1.js'
import { staticOptimum, streeterTable2 } from './streeter/streeter-table2.js'
import { tails } from './streeter/tails.js'

/** The table of experiments, paper by paper. */
export const experiments: readonly Experiment[] = [
  table1,
  table2,
  table3,
  plain,
  figure1,
  figure2,
  figure3,
  adversary,
  rossBounds,
  streeterTable1,
  lowerBound,
  streeterTable2,
  staticOptimum,
  clicksAtScale,
  tails,
  changing,
  diagonalExample,
  fullExample,
  sparseExample,
  adagradText,
  heavyTails,
  rescaling,
  secondOrder,
  mistakeBounds,
  derivedFeatures,
]

/** Returns the experiment of a name; throws OL_PARAMETER if there is none. */
export function experimentOf(id: string): Experiment {
  const experiment = experiments.find((one) => one.id === id)
  if (experiment === undefined)
    throw invalid(
      'OL_PARAMETER',
      'an experiment',
      `one of ${experiments.map((one) => one.id).join(', ')}`,
      id,
    )
  return experiment
}

/** The work that experiments request besides passes, for the thread that does it. */
export const partsByName: Map<string, Part> = new Map()
for (const experiment of experiments)
  for (const part of experiment.parts ?? []) partsByName.set(part.name, part)

/** Returns the part of a name. */
export function partOf(name: string): Part {
  const found = partsByName.get(name)
  if (found === undefined)
    throw invalid(
      'OL_PARAMETER',
      'a part of an experiment',
      `one of ${[...partsByName.keys()].join(', ')}`,
      name,
    )
  return found
}
