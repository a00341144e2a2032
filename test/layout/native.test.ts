import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const native = fileURLToPath(new URL('../../native', import.meta.url))
const files = ['core', 'binding'].flatMap((folder) =>
  readdirSync(join(native, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(h|cc|inc)$/.test(file))
    .map((file) => join(native, folder, file)),
)

/** Returns the files of this project that a file includes; a tier's file is named from native/core. */
function includesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const direct = [...text.matchAll(/^#include "(.+)"/gm)].map(([, path]) => join(dirname(file), path))
  const tiers = [...text.matchAll(/^#define OL_TIER_FILE "(.+)"/gm)].map(([, path]) =>
    join(native, 'core', path),
  )
  return [...direct, ...tiers]
}

describe('native', () => {
  it('has fields of calls as the table of calls has them', () => {
    const done = spawnSync(process.execPath, [join(native, 'generate.mjs'), '--check'], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })

  it('includes existing files, without a cycle, and the binding only from itself', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      const name = relative(native, file)
      expect(path, `a cycle of includes`).not.toContain(name)
      if (done.has(file)) return
      expect(existsSync(file), `${path.at(-1)} includes ${name}`).toBe(true)
      for (const included of includesOf(file)) {
        if (name.startsWith('core')) expect(relative(native, included)).toMatch(/^core/)
        visit(included, [...path, name])
      }
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(done.size).toBeGreaterThan(100)
  })
})
