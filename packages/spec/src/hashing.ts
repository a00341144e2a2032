/** How names become hashes. `strings`: a name of digits only is its number, others are hashed; `all`: every name is. */
export type HashMode = 'strings' | 'all'

/** How names become halves of keys. `whole`: as `strings`, but what of a number is past 32 bits counts: for upper halves. */
export type NameMode = HashMode | 'whole'
