import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { theorems } from '@ol/regret'
import { describedLosses, describedModifiers, describedRules, flagName } from '@ol/spec'
import { describe, expect, it } from 'vitest'

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

describe('docs/rules.md', () => {
  const page = readFileSync(at('docs/rules.md'), 'utf8')

  it('agrees with the tables', () => {
    const done = spawnSync(process.execPath, [at('scripts/docs-rules.mjs'), '--check'], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })

  it('has every rule, its parameters and its states, and every loss', () => {
    for (const rule of Object.values(describedRules)) {
      expect(page).toContain(`\n## ${rule.id}\n`)
      const [section] = page.split(`\n## ${rule.id}\n`)[1].split('\n## ')
      for (const { name } of rule.params) expect(section).toContain(`\`--${flagName(name)}\``)
      // among numbered states the first stands for all
      for (const { name } of [...rule.lane, ...rule.shared])
        expect(section).toContain(`\`${name.replace(/_\d+$/, '_0')}\``)
      expect(section).toContain(rule.formula)
    }
    const [modifiers] = page.split('\n## modifiers\n')[1].split('\n## ')
    for (const modifier of Object.values(describedModifiers)) {
      const [section] = modifiers.split(`\n### ${modifier.id}\n`)[1].split('\n### ')
      for (const { name } of modifier.params) expect(section).toContain(`\`--${flagName(name)}\``)
      for (const { name } of [...modifier.lane, ...modifier.scalars]) expect(section).toContain(`\`${name}\``)
      for (const id of Object.keys(modifier.codes)) expect(section).toContain(`(#${id})`)
    }
    for (const loss of Object.values(describedLosses)) expect(page).toContain(`| \`${loss.id}\` |`)
  })

  it('describes every parameter and every state', () => {
    const all = [...Object.values(describedRules), ...Object.values(describedModifiers)].flatMap((rule) => [
      ...rule.lane,
      ...rule.shared,
      ...rule.scalars,
      ...rule.laneScalars,
      ...rule.params,
    ])
    for (const { name, description } of [
      ...all,
      ...Object.values(describedLosses).flatMap((loss) => loss.params),
    ])
      expect([name, description]).toEqual([name, expect.stringMatching(/^[^#]+$/)])
  })

  it('has links to headings that are there', () => {
    for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(page).toContain(`\n## ${anchor}\n`)
  })
})

describe('docs/bounds.md', () => {
  const page = readFileSync(at('docs/bounds.md'), 'utf8')

  it('has every measure that a theorem is about', () => {
    for (const entry of Object.values(theorems)) {
      if ('watch' in entry) expect(page).toContain(`\`${entry.measure}\``)
    }
  })
})

describe('every rule', () => {
  it('has a theorem or a reason why there is none', () => {
    expect(Object.keys(describedRules).filter((id) => !Object.hasOwn(theorems, id))).toEqual([])
  })
})
