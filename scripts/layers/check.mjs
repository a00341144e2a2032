import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { rulesOf } from './rules.mjs'
import { readLayers } from './table.mjs'

const folders = ['packages', 'native', 'bench', 'scripts', 'test']

/**
 * Returns the faults in the imports of a tree, a line each: cycles, imports of a part or a module that is not below,
 * and dependencies in package.json that differ from the table. Imports of types count.
 */
export async function layerErrors(root) {
  const layers = readLayers(root)
  return [...manifestErrors(root, layers), ...(await importErrors(root, layers))]
}

async function importErrors(root, layers) {
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      ruleSet: { forbidden: rulesOf(layers) },
      validate: true,
      // includes imports of types, which the compiler erases
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|build|bundle)/' },
    },
    {
      alias: aliases(root, layers),
      extensions: ['.ts', '.mjs', '.js'],
      extensionAlias: { '.js': ['.ts', '.js'] },
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  )
  return output.summary.violations.map(({ rule, from, to, cycle }) => {
    const { comment } = rulesOf(layers).find(({ name }) => name === rule.name)
    const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> ')
    return `${rule.name}: ${from} -> ${way}: ${comment}`
  })
}

/** Returns the source of each export of our packages, so that no build is needed. */
function aliases(root, { parts }) {
  const alias = {}
  for (const { folder, name } of parts.values()) {
    if (name === undefined) continue
    for (const [path, target] of Object.entries(manifestOf(root, folder).exports ?? {})) {
      const file = target.default === './dist/other.js' ? target.node : (target.default ?? target)
      alias[`${name}${path.slice(1)}$`] = join(
        root,
        folder,
        file.replace('./dist/', 'src/').replace(/(?<=^src\/.*)\.js$/, '.ts'),
      )
    }
  }
  return alias
}

function manifestErrors(root, { parts }) {
  const errors = []
  for (const { folder, dependsOn } of parts.values()) {
    if (dependsOn === undefined) continue
    const { dependencies, peerDependencies, optionalDependencies } = manifestOf(root, folder)
    const declared = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })
      .filter((name) => name.startsWith('@ol/'))
      .map((name) => name.slice('@ol/'.length))
    const differs = (a, b) => a.filter((name) => !b.includes(name))
    const more = differs(declared, dependsOn)
    const missing = differs(dependsOn, declared)
    if (more.length > 0)
      errors.push(`${folder}/package.json depends on ${more.join(', ')}: the table does not`)
    if (missing.length > 0)
      errors.push(`${folder}/package.json lacks ${missing.join(', ')}, which the table has`)
  }
  return errors
}

function manifestOf(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}
