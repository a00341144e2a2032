import { cacheTarget, checkpointTarget, compressedTargets } from './containers.js'
import { modelTargets, optionTarget } from './models.js'
import { readerTargets } from './readers.js'
import type { FuzzTarget } from './target.js'
import { tokenizerTargets } from './tokenizers.js'

export const targets: readonly FuzzTarget[] = [
  ...tokenizerTargets,
  ...readerTargets,
  ...modelTargets,
  optionTarget,
  cacheTarget,
  checkpointTarget,
  ...compressedTargets,
]
