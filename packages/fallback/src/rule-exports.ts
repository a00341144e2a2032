/** Rules one by one and by family: what `@ol/core/rules` exports. */

export * from './rules/families.js'
export * from './rules/single.js'
