import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './prepare.mjs'

// npm run check: checks format, lint and layers of all files, and the English of the documentation.
// npm run fix: the same, and fixes faults where possible.

/**
 * Returns the exit code: 0 if all files conform to biome, clang-format, the table of layers and the rules of English.
 */
export function check({ write = false } = {}) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const linted = run(process.execPath, [biome, 'check', ...(write ? ['--write'] : []), '.'])
  const { clangFormatPath } = createRequire(import.meta.url)('clang-format-node')
  const formatted = run(clangFormatPath, [...(write ? ['-i'] : ['--dry-run', '-Werror']), ...cppFiles()])
  const layered = run(process.execPath, [join(root, 'scripts', 'layers.mjs')])
  const written = run(process.execPath, [join(root, 'scripts', 'prose.mjs')])
  return linted || formatted || layered || written
}

function cppFiles() {
  return ['core', 'binding', 'fuzz'].flatMap((folder) => {
    const path = join(root, 'native', folder)
    return readdirSync(path, { recursive: true })
      .filter((file) => /\.(cc|h|inc)$/.test(file))
      .map((file) => join(path, file))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = check({ write: process.argv.includes('--write') })
