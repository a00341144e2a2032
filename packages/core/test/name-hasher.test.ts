import { expect, it } from 'vitest'
import { NameHasher } from '../src/examples/name-hasher.js'

it.each([{}, { bits: 'grow' as const }])(
  'gives a name that it remembers, or not, the key of a new hasher: %j',
  (more) => {
    const hashing = { hash: 'strings' as const, hashSeed: 3, constant: true, ...more }
    const names = Array.from({ length: 3000 }, (_, k) => (k % 3 === 0 ? String(k) : `name ${k} \u00e9`))
    const hasher = new NameHasher(hashing)
    const space = hasher.space('space', hasher.outer)
    for (const name of [...names, ...names]) {
      const fresh = new NameHasher(hashing)
      expect(hasher.key(name, hasher.root)).toEqual(fresh.key(name, fresh.root))
      expect(hasher.key(name, space)).toEqual(fresh.key(name, fresh.space('space', fresh.outer)))
      expect(hasher.indicator(name, hasher.root, 'x')).toEqual(fresh.indicator(name, fresh.root, 'x'))
    }
  },
)
