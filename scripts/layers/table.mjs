import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the content of the tables in docs/architecture.md: the dependencies of each part, and the order of modules in
 * a part.
 */
export function readLayers(root) {
  return parseLayers(readFileSync(join(root, 'docs', 'architecture.md'), 'utf8'))
}

/**
 * Returns `parts`, each with its folder, its package (undefined if it has none) and the names of the parts that it
 * depends on (undefined: all), and `modules`: for each part, the names of its modules, the lowest first.
 */
export function parseLayers(markdown) {
  const parts = new Map()
  for (const [folder, name, , dependsOn] of rowsUnder(markdown, 'The parts')) {
    const id = code(name)?.replace('@ol/', '') ?? code(folder)
    parts.set(id, { folder: code(folder), name: code(name), dependsOn: namesIn(dependsOn) })
  }
  if (parts.size === 0) throw new Error('docs/architecture.md has no table under "The parts"')
  for (const [id, { dependsOn }] of parts)
    for (const other of dependsOn ?? [])
      if (!parts.has(other))
        throw new Error(`docs/architecture.md: ${id} depends on ${other}, which is no part`)
  const modules = new Map()
  for (const [, id] of markdown.matchAll(/^### Modules of `@ol\/([a-z]+)`$/gm))
    modules.set(
      id,
      rowsUnder(markdown, `Modules of \`@ol/${id}\``).map(([module]) => namesInCode(module)),
    )
  return { parts, modules }
}

function rowsUnder(markdown, heading) {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  const rows = []
  for (const line of lines.slice(start + 1)) {
    if (/^#+ /.test(line)) break
    if (line.startsWith('|'))
      rows.push(
        line
          .slice(1, line.lastIndexOf('|'))
          .split('|')
          .map((cell) => cell.trim()),
      )
  }
  // without the head and the line below it
  return rows.slice(2)
}

const code = (cell) => /`([^`]+)`/.exec(cell)?.[1]
const namesInCode = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)

function namesIn(cell) {
  if (cell === 'all') return undefined
  return cell === 'nothing' ? [] : cell.split(/[,;] */).map((name) => name.replace(' if any', ''))
}
