export * from './learner-options.js'
export * from './option-entry.js'
export * from './option-values.js'
