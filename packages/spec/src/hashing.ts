/** How names become hashes. `strings`: a name of digits only is its number, others are hashed; `all`: every name is. */
export type HashMode = 'strings' | 'all'
