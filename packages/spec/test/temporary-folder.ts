import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Returns a folder of the test file's own, removed at its end. */
export function temporaryFolder(): {
  readonly path: (name: string) => string
  readonly put: (name: string, data: string | Uint8Array) => string
  readonly names: () => string[]
} {
  const folder = mkdtempSync(join(tmpdir(), 'ol-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  return {
    path,
    put: (name, data) => {
      writeFileSync(path(name), data)
      return path(name)
    },
    names: () => readdirSync(folder).sort(),
  }
}
