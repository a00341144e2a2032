/** Rules one by one and by family: what `@ol/core/rules` exports. */

export { adagradTwins } from './rules/adagrad/index.js'
export { extendedTwins } from './rules/extended/index.js'
export { fullMatrixTwins } from './rules/full-matrix/index.js'
export { gradientTwins } from './rules/gradient/index.js'
export { ruleTwins } from './rules/index.js'
export { marginTwins } from './rules/margin/index.js'
export { mirrorDescentTwins } from './rules/mirror-descent/index.js'
export { normalizedTwins } from './rules/normalized/index.js'
export { parameterFreeTwins } from './rules/parameter-free/index.js'
export * from './rules/single.js'
export { standardizedTwins } from './rules/standardized/index.js'
