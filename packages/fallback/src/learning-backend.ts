import type { Backend } from '@ol/spec'
import { engineBackend } from './engine-backend.js'
import { expand } from './expand/expand.js'
import { screen } from './expand/screen.js'
import { locate } from './index/locate.js'
import { placeRows } from './index/place-rows.js'
import { unseen } from './index/unseen.js'
import { rankLabels, sizeSets } from './intervals/class-sets.js'
import { moveThresholds } from './intervals/move-thresholds.js'
import { everyLoss } from './losses/known-losses.js'
import { merge, split } from './merge/merge.js'
import { finalize } from './mixture/finalize.js'
import { mix } from './mixture/mix.js'
import { mixErrors } from './mixture/mix-errors.js'
import { settleClasses } from './mixture/settle-classes.js'
import { bendClasses } from './refine/bend-classes.js'
import { bendNumbers } from './refine/bend-numbers.js'
import { allRules } from './rules/families.js'
import { firstOutside } from './table/first-outside.js'
import { gather } from './table/gather.js'
import { hashColumns, hashNames } from './table/hash-names.js'
import { scatter } from './table/scatter.js'
import { addMetrics } from './validation/add-metrics.js'
import { scoreCurves } from './validation/score-curves.js'

/** The backend in TypeScript alone, without tokenizers. */
export const learning: Backend = engineBackend(
  allRules,
  {
    locate,
    placeRows,
    unseen,
    gather,
    scatter,
    firstOutside,
    hashNames,
    hashColumns,
    mix,
    mixErrors,
    finalize,
    settleClasses,
    moveThresholds,
    rankLabels,
    sizeSets,
    bendClasses,
    bendNumbers,
    expand,
    screen,
    addMetrics,
    scoreCurves,
    merge,
    split,
  },
  everyLoss(),
)
