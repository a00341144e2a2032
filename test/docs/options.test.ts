import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  flagName,
  limits,
  type OptionName,
  optionEntry,
  optionNames,
  type ReadingOption,
  readingEntry,
  readingNames,
  rules,
  tasks,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { ol } from '../cli/run.js'

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

describe('docs/learner-options.md', () => {
  it('agrees with the table', () => {
    const done = spawnSync(process.execPath, [at('scripts/docs-options.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })
})

describe('the table of options', () => {
  it('agrees with the table of reading about the names of features', () => {
    const shared = (['hash', 'hashSeed', 'constant', 'missingAs'] as const).map((name) => [
      optionEntry(name),
      readingEntry(name),
    ])
    for (const [own, { kind, choices, default: absent, description }] of shared)
      expect(own).toMatchObject({ kind, description, default: absent, ...(choices && { choices }) })
    for (const [own, { min, max }] of shared) expect([own.min, own.max]).toEqual([min, max])
  })

  it('shares no name with the table of reading but the ones that the pipeline gives to both', () => {
    const both = readingNames.filter((name) => (optionNames as readonly string[]).includes(name))
    const known: readonly (OptionName & ReadingOption)[] = [
      'task',
      'classes',
      'hash',
      'hashSeed',
      'constant',
      'missingAs',
      'names',
      'backend',
    ]
    expect(both.toSorted()).toEqual([...known].sort())
  })

  it('has the limits', () => {
    const range = (name: OptionName) => [optionEntry(name).min, optionEntry(name).max]
    expect(range('bits')).toEqual([limits.minBits, limits.maxBits])
    expect(range('maxFeatures')).toEqual([1, 2 ** limits.maxBits])
    expect(range('mostClasses')).toEqual([2, limits.maxClasses])
    expect(range('names')).toEqual([1, limits.maxNames])
    expect(optionEntry('bits').otherwise).toMatch(new RegExp(`^${limits.defaultBits},`))
    expect(optionEntry('names').otherwise).toBe(String(limits.defaultNames))
  })

  it('has the tasks and the updates of all rules', () => {
    expect(optionEntry('task').choices).toEqual(['auto', ...Object.keys(tasks)])
    const updates = new Set(Object.values(rules).flatMap((rule) => rule.updates))
    expect([...updates].sort()).toEqual([...(optionEntry('update').choices ?? [])].sort())
  })
})

describe('the help of train', () => {
  const { stdout } = ol(['train', '--help'])

  it('has every flag of the table', () => {
    for (const name of optionNames) {
      const { flag } = optionEntry(name)
      if (flag === undefined) continue
      expect(stdout).toMatch(new RegExp(`--${flagName(name)}[ \\n]`))
      if (flag.short !== undefined) expect(stdout).toContain(`-${flag.short}, --${flagName(name)} `)
    }
  })
})
