/** Rules one by one and by family: what `@ol/core/lean` exports. */

export * from './rules/families.js'
export * from './rules/single.js'
