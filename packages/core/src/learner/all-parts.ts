import { learning } from '@ol/fallback'
import { allOptions } from '../options/resolve-options.js'
import type { LearnerParts } from './learner-parts.js'
import { bootstrapping } from './parts/bootstrapping-part.js'
import { checking } from './parts/checking-part.js'
import { classifying } from './parts/classifying-part.js'
import { deriving } from './parts/deriving-part.js'
import { evaluating } from './parts/evaluating-part.js'
import { growing } from './parts/growing-part.js'
import { inspecting } from './parts/inspecting-part.js'
import { lanes } from './parts/lanes-part.js'
import { merging } from './parts/merging-part.js'
import { mixing } from './parts/mixing-part.js'
import { naming } from './parts/naming-part.js'
import { predictOnly } from './parts/predict-only-part.js'
import { saving } from './parts/saving-part.js'
import { scaling } from './parts/scaling-part.js'
import { standardizing } from './parts/standardizing-part.js'
import { storing } from './parts/storing-part.js'
import { streaming } from './parts/streaming-part.js'

/** All parts and all rules. */
export const allParts: LearnerParts = {
  ...allOptions,
  backend: learning,
  streaming,
  scaling,
  naming,
  lanes,
  growing,
  checking,
  classifying,
  bootstrapping,
  deriving,
  evaluating,
  inspecting,
  merging,
  mixing,
  predictOnly,
  saving,
  standardizing,
  storing,
}
