import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ol } from '../cli/run.js'

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

describe('docs/from-vowpal-wabbit.md', () => {
  const page = readFileSync(at('docs/from-vowpal-wabbit.md'), 'utf8')

  it('agrees with the table of flags', () => {
    const done = spawnSync(process.execPath, [at('scripts/docs-vw.mjs'), '--check'], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })

  it('shows the counterpart of its first command', () => {
    const [, given, shown] =
      /```\n(ol-cli vw .*)\n```[^`]*`ol-cli vw`[^`]*`vw`[^`]*```\n(.*)\n```/s.exec(page) ?? []
    expect(ol([...given.split(' ').slice(1), '--dry-run']).stdout.trim()).toBe(shown)
  })
})
