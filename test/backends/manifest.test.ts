import { load } from '@ol/native'
import { losses, namedRules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'

// The tables that the addon was compiled with, against ours; a forgotten entry is the name of the test that fails.

const absent = nativeBackend() === undefined

function manifest() {
  const found = load()
  if (!('manifest' in found)) throw new Error(found.missing)
  return found.manifest
}

describe.skipIf(absent)('the addon', () => {
  it.each(Object.values(losses).map(({ id, code }) => [id, code] as const))(
    'has loss %s, code %i',
    (id, code) => {
      expect(manifest().losses).toContainEqual({ id, code })
    },
  )

  it.each(Object.values(namedRules).map((rule) => [rule.id, rule.code, rule] as const))(
    'has rule %s, code %i, with its states and parameters',
    (id, code, rule) => {
      expect(manifest().rules.filter((own) => own.id === id || own.code === code)).toEqual([
        {
          id,
          code,
          lane: rule.lane.length,
          shared: rule.shared.length,
          scalars: rule.scalars.length,
          laneScalars: rule.laneScalars.length,
          params: rule.params.length,
        },
      ])
    },
  )

  it('has no others', () => {
    const own = manifest()
    expect(own.losses.filter(({ id }) => !Object.hasOwn(losses, id))).toEqual([])
    expect(own.rules.filter(({ id }) => !Object.hasOwn(namedRules, id))).toEqual([])
  })
})
