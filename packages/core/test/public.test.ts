import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as core from '@ol/core'
import { describe, expect, test } from 'vitest'

/** The exports of '@ol/core' for programs: a name more or less is a decision, and is made here. */
const values = [
  'Adwin',
  'Learner',
  'OLError',
  'PageHinkley',
  'SharedModel',
  'SharedReader',
  'autoRates',
  'backendInfo',
  'checkOptions',
  'errorCodes',
  'learnerOptions',
  'linearModel',
  'links',
  'losses',
  'modifiers',
  'onnxBytes',
  'percentileInterval',
  'rules',
  'search',
  'version',
]

const packages = fileURLToPath(new URL('../../', import.meta.url))
const index = join(packages, 'core/dist/index.d.ts')

/** A module of declarations: what it exports from others, what it imports, and its own declarations without comments. */
interface Module {
  readonly path: string
  readonly own: ReadonlyMap<string, string>
  readonly others: ReadonlyMap<string, { readonly name: string; readonly from: string }>
  readonly stars: readonly string[]
}

const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known !== undefined) return known
  const text = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
  const own = new Map<string, string>()
  const others = new Map<string, { name: string; from: string }>()
  const stars: string[] = []
  for (const [, names, from] of text.matchAll(
    /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/gm,
  )) {
    for (const entry of names.split(',')) {
      const [name, alias = name] = entry
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
      if (name !== '') others.set(alias, { name, from: resolved(path, from) })
    }
  }
  for (const [, from] of text.matchAll(/^export \* from '([^']+)'/gm)) stars.push(resolved(path, from))
  const heads = /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|const|function) (\w+)/gm
  const starts = [...text.matchAll(heads)]
  starts.forEach((match, i) => {
    // overloads of a function stand one after another
    const body = text.slice(match.index, starts[i + 1]?.index ?? text.length)
    own.set(match[1], (own.get(match[1]) ?? '') + body.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''"))
  })
  const module = { path, own, others, stars }
  modules.set(path, module)
  return module
}

function resolved(from: string, to: string): string {
  const workspace = /^@ol\/(\w+)$/.exec(to)
  if (workspace !== null) return join(packages, workspace[1], 'dist/index.d.ts')
  return join(dirname(from), to.replace(/\.js$/, '.d.ts'))
}

/** Returns where a name that a module exports is declared. */
function declaredAt(
  path: string,
  name: string,
): { readonly module: Module; readonly name: string } | undefined {
  const module = moduleAt(path)
  if (module.own.has(name)) return { module, name }
  const other = module.others.get(name)
  if (other !== undefined) return declaredAt(other.from, other.name)
  for (const star of module.stars) {
    const found = declaredAt(star, name)
    if (found !== undefined) return found
  }
  return undefined
}

const keyOf = (found: { readonly module: Module; readonly name: string }): string =>
  `${found.name} of ${relative(packages, found.module.path)}`

/**
 * Returns the declarations that a declaration names: declarations of its module and of modules that its module imports.
 */
function namedBy({ module, name }: { readonly module: Module; readonly name: string }): string[] {
  const names = new Set(module.own.get(name)?.match(/[A-Za-z_]\w*/g))
  return [...names].flatMap((other) => {
    // members are followed by a colon, a question mark or a bracket; a type of the same name is found by its module
    if (other === name || !/^[A-Z]/.test(other)) return []
    const found = declaredAt(module.path, other)
    return found === undefined ? [] : [keyOf(found)]
  })
}

describe('@ol/core', () => {
  test('exports these values and no others', () => {
    expect(Object.keys(core).sort()).toEqual(values)
  })

  test('exports every type that the declarations of its exports name', () => {
    const exported = [...moduleAt(index).others].map(([, { name, from }]) => declaredAt(from, name))
    expect(exported).not.toContain(undefined)
    const all = exported.filter((found) => found !== undefined)
    const known = new Set(all.map(keyOf))
    expect(known.size).toBeGreaterThan(50)
    const missing = all.flatMap((found) =>
      namedBy(found)
        .filter((key) => !known.has(key))
        .map((key) => `${keyOf(found)} names ${key}`),
    )
    expect(missing).toEqual([])
  })
})

/** Functions and methods of the public declarations: `name(parameters): type` with the comment before them. */
function documented(): { readonly name: string; readonly comment: string; readonly text: string }[] {
  const text = (path: string): string => readFileSync(path, 'utf8')
  const files = new Set(
    [...moduleAt(index).others].flatMap(([, { name, from }]) => declaredAt(from, name)?.module.path ?? []),
  )
  return [...files].flatMap((path) =>
    [
      ...text(path).matchAll(
        /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\n(?:export declare function | {4}(?:static )?(?=\w+(?:<.*>)?\(.*;$))(\w+)(?:<.*?>)?\((.*);$/gm,
      ),
    ].flatMap(([, comment = '', name, rest]) =>
      declaredAt(index, name) !== undefined || /^(class|interface)/.test(name) || isMember(path)
        ? [{ name, comment, text: rest }]
        : [],
    ),
  )
}

const isMember = (path: string): boolean => /(learner|model-view|progress)\.d\.ts$/.test(path)

describe('doc comments', () => {
  const all = documented().filter(({ comment }) => !comment.includes('@deprecated'))

  test('describe the arguments, results and errors of every public function', () => {
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'search',
        'backendInfo',
        'checkOptions',
        'learn',
        'predict',
        'weights',
        'save',
      ]),
    )
    const missing = all.flatMap(({ name, comment, text }) => {
      const [parameters, type = ''] = text.split(/\)(?:: |$)(?!.*\)(?:: |$))/)
      const names = [...parameters.matchAll(/(?:^|, )(\w+)\??: /g)].map(([, parameter]) => parameter)
      const tags = names.map((parameter) => `@param ${parameter} `)
      if (name !== 'constructor' && !/^(Promise<)?void>?$/.test(type)) tags.push('@returns ')
      return tags.filter((tag) => !comment.includes(tag)).map((tag) => `${name}: ${tag}`)
    })
    expect(missing).toEqual([])
  })

  test('precede every exported declaration', () => {
    const missing = [...moduleAt(index).others].flatMap(([alias, { name, from }]) => {
      const found = declaredAt(from, name)
      if (found === undefined) return []
      const declaration = new RegExp(
        `\\*/\\n(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|const|function) ${found.name}\\b`,
      )
      return declaration.test(readFileSync(found.module.path, 'utf8')) ? [] : [alias]
    })
    expect(missing).toEqual([])
  })
})
