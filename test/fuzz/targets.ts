import { combinationTargets } from './combinations.js'
import { cacheTarget, checkpointTarget, compressedTargets } from './containers.js'
import { continuingTargets } from './continuing.js'
import { decoderTargets } from './decoders.js'
import { learningTarget } from './learning.js'
import { modelTargets, optionTarget } from './models.js'
import { readerTargets } from './readers.js'
import { refusedTarget } from './refused.js'
import type { FuzzTarget } from './target.js'
import { tokenizerTargets } from './tokenizers.js'

export const targets: readonly FuzzTarget[] = [
  ...tokenizerTargets,
  ...readerTargets,
  refusedTarget,
  ...modelTargets,
  optionTarget,
  learningTarget,
  cacheTarget,
  checkpointTarget,
  ...compressedTargets,
  ...decoderTargets,
  ...combinationTargets,
  ...continuingTargets,
]
