import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'
import { commentFaults, proseFaults } from './prose/lint.mjs'
import { columns, longLines } from './prose/wrap.mjs'

// node scripts/prose.mjs [FILE...]: checks the English of the documentation and of comments; `npm run check` runs it.

/** The folders of hand-written text for readers. */
const folders = ['docs', 'packages', 'examples', 'clients', 'native', 'data-sample', 'integrations']
const built = new Set(['node_modules', 'dist', 'bundle', 'build', 'cache', '.venv'])

export function prosePages() {
  const own = filesOf(folders).filter((name) => name.endsWith('.md'))
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...own]
}

/** Returns the programs whose comments are checked. */
export function prosePrograms() {
  const programs = filesOf([...folders, 'scripts', 'bench', 'playground', 'site', 'test'])
  return programs.filter((name) => /\.([cm]?[jt]s|cc|h|inc|py)$/.test(name))
}

/** Returns the files in folders and in their folders; what was installed or built, which is most, is not walked through. */
function filesOf(within) {
  return within.flatMap((folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const of = (kept) => entries.filter(kept).map(({ name }) => `${folder}/${name}`)
    const folders = of((entry) => entry.isDirectory() && !built.has(entry.name))
    return [...of((entry) => !entry.isDirectory()), ...filesOf(folders)]
  })
}

async function pageFaults(page, text) {
  const long = longLines(text).map(
    (line) => `${page}:${line}: more than ${columns} columns: run node scripts/prose/wrap.mjs ${page}`,
  )
  return [...(await proseFaults(page, text)), ...long]
}

/** Returns the exit code: 0 if the English of all files follows the rules. */
export async function checkProse(files = [...prosePages(), ...prosePrograms()]) {
  // one after another: all their trees together would keep the garbage collector busy
  const faults = []
  for (const file of files) {
    const faultsOf = file.endsWith('.md') ? pageFaults : commentFaults
    faults.push(...(await faultsOf(file, readFileSync(join(root, file), 'utf8'))))
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await checkProse(process.argv.length > 2 ? process.argv.slice(2) : undefined)
