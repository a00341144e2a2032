import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, start } from './prepare.mjs'

// npm run check: checks format, lint and layers of all files, and the English of the documentation.
// npm run fix: the same, and fixes faults where possible.

/**
 * Returns the exit code: 0 if all files conform to biome, clang-format, the table of layers and the rules of English.
 */
async function check({ write = false } = {}) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const { clangFormatPath } = createRequire(import.meta.url)('clang-format-node')
  // side by side, but for biome when it changes what the others read
  const linted = start(process.execPath, [biome, 'check', ...(write ? ['--write'] : []), '.'])
  if (write) await linted
  const codes = await Promise.all([
    linted,
    start(clangFormatPath, [...(write ? ['-i'] : ['--dry-run', '-Werror']), ...cppFiles()]),
    start(process.execPath, [join(root, 'scripts', 'layers.mjs')]),
    start(process.execPath, [join(root, 'scripts', 'prose.mjs')]),
  ])
  return codes.find((code) => code !== 0) ?? 0
}

function cppFiles() {
  return ['core', 'binding', 'fuzz'].flatMap((folder) => {
    const path = join(root, 'native', folder)
    return readdirSync(path, { recursive: true })
      .filter((file) => /\.(cc|h|inc)$/.test(file))
      .map((file) => join(path, file))
  })
}

process.exitCode = await check({ write: process.argv.includes('--write') })
