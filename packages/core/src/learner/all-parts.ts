import { learning } from '@ol/fallback'
import { allOptions } from '../options/resolve-options.js'
import type { LearnerParts } from './learner-parts.js'
import { deriving } from './parts/deriving-part.js'
import { evaluating } from './parts/evaluating-part.js'
import { inspecting } from './parts/inspecting-part.js'
import { merging } from './parts/merging-part.js'
import { mixing } from './parts/mixing-part.js'
import { predictOnly } from './parts/predict-only-part.js'
import { saving } from './parts/saving-part.js'
import { storing } from './parts/storing-part.js'

/** All parts and all rules. */
export const allParts: LearnerParts = {
  ...allOptions,
  backend: learning,
  deriving,
  evaluating,
  inspecting,
  merging,
  mixing,
  predictOnly,
  saving,
  storing,
}
