import { expect, it } from 'vitest'
import { NameHasher } from '../src/examples/name-hasher.js'

it.each([{}, { bits: 'grow' as const }])(
  'gives names that it remembers, or not, the keys of a new hasher: %j',
  (more) => {
    const hashing = { hash: 'strings' as const, hashSeed: 3, constant: true, ...more }
    const names = Array.from({ length: 3000 }, (_, k) => (k % 3 === 0 ? String(k) : `name ${k} \u00e9`))
    const hasher = new NameHasher(hashing)
    for (const name of [...names, ...names]) {
      const fresh = new NameHasher(hashing)
      const keys = (of: NameHasher) => {
        const space = of.space(name, of.space('space', of.outer))
        return [
          of.key(name, of.root),
          of.key('x', of.space(name, of.outer)),
          of.key('x', space),
          of.key(name, space),
          of.indicator('x', space, name),
        ]
      }
      expect(keys(hasher)).toEqual(keys(fresh))
    }
  },
)
