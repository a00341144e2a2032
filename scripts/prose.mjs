import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'
import { commentFaults, proseFaults } from './prose/lint.mjs'
import { columns, longLines } from './prose/wrap.mjs'

// node scripts/prose.mjs [FILE...]: checks the English of the documentation and of comments; `npm run check` runs it.

/** The folders of hand-written text for readers. */
const folders = ['docs', 'packages', 'examples', 'clients', 'native', 'data-sample', 'integrations']
const built = /(^|\/)(node_modules|dist|bundle|build|cache|\.venv)\//

export function prosePages() {
  const own = filesOf(folders).filter((name) => name.endsWith('.md'))
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...own]
}

/** Returns the programs whose comments are checked. */
export function prosePrograms() {
  const programs = filesOf([...folders, 'scripts', 'bench', 'playground', 'site', 'test'])
  return programs.filter((name) => /\.([cm]?[jt]s|cc|h|inc|py)$/.test(name))
}

function filesOf(within) {
  const found = within.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (name) => `${folder}/${String(name).replaceAll('\\', '/')}`,
    ),
  )
  return found.filter((name) => !built.test(name))
}

async function pageFaults(page, text) {
  const long = longLines(text).map(
    (line) => `${page}:${line}: more than ${columns} columns: run node scripts/prose/wrap.mjs ${page}`,
  )
  return [...(await proseFaults(page, text)), ...long]
}

/** Returns the exit code: 0 if the English of all files follows the rules. */
export async function checkProse(files = [...prosePages(), ...prosePrograms()]) {
  const faults = await Promise.all(
    files.map((file) => {
      const faultsOf = file.endsWith('.md') ? pageFaults : commentFaults
      return faultsOf(file, readFileSync(join(root, file), 'utf8'))
    }),
  )
  for (const fault of faults.flat()) console.error(fault)
  return faults.flat().length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await checkProse(process.argv.length > 2 ? process.argv.slice(2) : undefined)
