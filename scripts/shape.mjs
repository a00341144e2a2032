import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// npm run shape: prints the size and the spread of the code: files and lines by package, the classes and types of a
// learner, the rules, the calls of a backend, and the stages from bytes to a weight. After a build.

const read = (path) => readFileSync(join(root, path), 'utf8')

/** Returns the source files below a folder, with their contents. */
function sourcesBelow(folder, ends = '.ts') {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ends))
    .map((name) => ({ path: join(folder, name), text: read(join(folder, name)) }))
}

const linesOf = (files) => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const packages = readdirSync(join(root, 'packages')).sort()
const sources = new Map(packages.map((name) => [name, sourcesBelow(`packages/${name}/src`)]))
const core = sources.get('core')

/** Returns the classes from one up to its last ancestor. */
function chainOf(name) {
  for (const { text } of core) {
    const [, head] = new RegExp(`class ${name}\\b([^{]*)\\{`).exec(text) ?? []
    if (head === undefined) continue
    const [, parent] = /extends (\w+)/.exec(head.replaceAll(/<[^<>]*>/g, '')) ?? []
    return parent === undefined ? [name] : [name, ...chainOf(parent)]
  }
  return [name]
}

/** The stages of the table in docs/architecture.md, from bytes to a line of the report. */
export function stages() {
  const rows = read('docs/architecture.md').matchAll(
    /^\| (\d+) +\| ([^|]+?) +\| \[`([^`]+)`\]\(\.\.\/([^)]+)\) +\| [^|]+ \| (\w+) +\|$/gm,
  )
  return [...rows].map(([, number, is, name, path, by]) => ({ number: Number(number), is, name, path, by }))
}

/** Returns the measures, by their subject. */
export async function shape() {
  const { modifiers, rules } = await import('../packages/spec/dist/index.js')
  const { fallback } = await import('../packages/fallback/dist/index.js')
  const walk = stages()
  const exportedParts = core.flatMap(({ text }) => [
    ...text.matchAll(/export (?:interface|type|class) (\w*Part\w*)/g),
  ])
  return {
    packages: Object.fromEntries(
      [...sources].map(([name, files]) => [name, { files: files.length, lines: linesOf(files) }]),
    ),
    learner: chainOf('Learner'),
    partTypes: exportedParts.map(([, name]) => name),
    rules: Object.keys(rules).length,
    modifiers: Object.keys(modifiers).length,
    backendCalls: Object.values(fallback).filter((value) => typeof value === 'function').length,
    stages: walk.length,
    iterators: walk.filter((stage) => stage.by === 'iterator').length,
    queues: walk.filter((stage) => stage.by === 'queue').length,
    namesOfBatch: [...new Set(walk.map((stage) => stage.is))],
  }
}

async function main() {
  const own = await shape()
  for (const [name, { files, lines }] of Object.entries(own.packages))
    console.log(`${String(files).padStart(5)} files ${String(lines).padStart(7)} lines  ${name}`)
  console.log(`a learner: ${own.learner.join(' < ')}; types named Part in core: ${own.partTypes.join(', ')}`)
  console.log(`rules: ${own.rules}, modifiers: ${own.modifiers}; calls of a backend: ${own.backendCalls}`)
  console.log(
    `from bytes to a line of the report: ${own.stages} stages, ${own.iterators} iterators, ${own.queues} queues`,
  )
  console.log(`what a batch is called on its way: ${own.namesOfBatch.join(', ')}`)
}

if (process.argv[1] === import.meta.filename) await main()
