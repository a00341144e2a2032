/**
 * How names become hashes. `strings`: the hash of a name of only digits is its number, other names are hashed; `all`:
 * every name is hashed.
 */
export type HashMode = 'strings' | 'all'

/**
 * How names become halves of keys. `whole`: like `strings`, but the part of a number beyond 32 bits counts too; for
 * upper halves.
 */
export type NameMode = HashMode | 'whole'
