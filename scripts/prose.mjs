import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'
import { proseFaults } from './prose/lint.mjs'

// node scripts/prose.mjs [PAGE...]: checks the English of the documentation; `npm run check` runs it.

/** Folders of what is written by hand for readers. */
const folders = ['docs', 'packages', 'examples', 'clients', 'native', 'data-sample', 'integrations']
/** Pages that quote what programs printed, and records: entries of the changelog, decisions as they were made. */
const exempt = [/^docs\/results\//, /^docs\/changelog\.md$/, /^docs\/decisions\//]

export function prosePages() {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (name) => `${folder}/${String(name).replaceAll('\\', '/')}`,
    ),
  )
  const own = found.filter(
    (name) => name.endsWith('.md') && !/(^|\/)(node_modules|dist|build|\.venv)\//.test(name),
  )
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...own].filter(
    (name) => !exempt.some((pattern) => pattern.test(name)),
  )
}

/** Returns the exit code: 0 where the English of all pages follows the rules. */
export async function checkProse(pages = prosePages()) {
  const faults = await Promise.all(
    pages.map((page) => proseFaults(page, readFileSync(join(root, page), 'utf8'))),
  )
  for (const fault of faults.flat()) console.error(fault)
  return faults.flat().length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await checkProse(process.argv.length > 2 ? process.argv.slice(2) : undefined)
