import type { RuleId } from '@ol/spec'
import { adagradTheorems } from './adagrad.js'
import { extendedTheorems } from './extended.js'
import { fullMatrixTheorems } from './full-matrix.js'
import { gradientTheorems } from './gradient.js'
import { marginTheorems } from './margin.js'
import { mirrorDescentTheorems } from './mirror-descent.js'
import { normalizedTheorems } from './normalized.js'
import { parameterFreeTheorems } from './parameter-free.js'
import { standardizedTheorems } from './standardized.js'
import type { Theorems } from './theorem.js'

/** Of each rule the theorem about it, or why there is none. */
export const theorems: Theorems<RuleId> = {
  ...normalizedTheorems,
  ...gradientTheorems,
  ...adagradTheorems,
  ...mirrorDescentTheorems,
  ...marginTheorems,
  ...parameterFreeTheorems,
  ...fullMatrixTheorems,
  ...extendedTheorems,
  ...standardizedTheorems,
}
