import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// node scripts/parameter-types.mjs          writes the types of options and parameters from the tables of options, rules and losses
// node scripts/parameter-types.mjs --check  exits 1 if they differ from the tables
//
// After a build: it reads packages/spec/dist.

const at = (name) => fileURLToPath(new URL(`../packages/spec/${name}`, import.meta.url))
const {
  describedLosses,
  describedModifiers,
  describedRules,
  optionEntry,
  optionNames,
  rangeText,
  paramText,
} = await import(at('dist/index.js'))
const head = '/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */\n'
const folder = at('src/parameters')
const stale = []

mkdirSync(folder, { recursive: true })
const kinds = []
// only modules with a source: dist may contain other modules from an older build
for (const file of readdirSync(at('src/rules'))) {
  const stem = file.replace(/\.ts$/, '')
  const [[name, table] = []] = Object.entries(await import(at(`dist/rules/${stem}.js`))).filter(([key]) =>
    key.endsWith('Rules'),
  )
  if (name === undefined || stem === 'index') continue
  const type = `${name[0].toUpperCase()}${name.slice(1, -'Rules'.length)}Parameters`
  kinds.push({ type, stem })
  write(
    `${stem}.ts`,
    declaration(
      type,
      `the ${stem} rules`,
      Object.keys(table).map((id) => describedRules[id]),
      true,
    ),
  )
}
write('losses.ts', declaration('LossParameters', 'losses', Object.values(describedLosses), false))
write('common-options.ts', commonOptions())
write(
  'index.ts',
  [
    "export type { CommonOptions } from './common-options.js'\n\n",
    ...kinds.map(({ type, stem }) => `import type { ${type} } from './${stem}.js'\n`),
    '\n',
    ...[...kinds, { type: 'LossParameters', stem: 'losses' }]
      .sort((a, b) => (a.stem < b.stem ? -1 : 1))
      .map(({ type, stem }) => `export type { ${type} } from './${stem}.js'\n`),
    '\n',
    '/** The parameters of each rule, by its id: what `rule` completes in the options of a learner. */\n',
    `export interface RuleParameters extends ${kinds.map(({ type }) => type).join(', ')} {}\n`,
  ].join(''),
)
if (stale.length > 0) {
  console.error(`${stale.join(', ')}: not what the tables say: run node scripts/parameter-types.mjs`)
  process.exitCode = 1
}

function write(name, text) {
  const path = join(folder, name)
  if (!process.argv.includes('--check')) writeFileSync(path, head + text)
  else if (!same(path, head + text)) stale.push(name)
}

/** Returns whether a file has this content, except for a formatter's changes to line ends, quotes and long unions. */
function same(path, text) {
  const bare = (s) => s.replace(/[\s,]+/g, '').replaceAll(':|', ':')
  try {
    return bare(readFileSync(path, 'utf8')) === bare(text)
  } catch {
    return false
  }
}

/**
 * Returns the interface of the options that every learner has: rules and losses have separate types, by their
 * parameters.
 */
function commonOptions() {
  const types = {
    boolean: 'boolean',
    whole: 'number',
    bits: "number | 'grow'",
    clip: "'auto' | ClipSetting",
    classes: 'number | readonly string[]',
    classWeight: 'ClassWeight',
    groupFactors: 'GroupFactors',
    nameLimit: "number | 'off'",
    json: 'JsonValue',
  }
  const lines = optionNames.flatMap((name) => {
    const entry = optionEntry(name)
    if (entry.kind === 'rule' || entry.kind === 'loss') return []
    const { description, choices, min, max } = entry
    const range = min === undefined ? '' : `a whole number from ${min} to ${max}; `
    const type = choices?.map((choice) => `'${choice}'`).join(' | ') ?? types[entry.kind]
    return [
      `  /** ${description} (${range}default: ${entry.otherwise ?? entry.default}) */\n  readonly ${name}?: ${type} | undefined\n`,
    ]
  })
  return `import type { ClassWeight, ClipSetting, GroupFactors, JsonValue } from '../options/option-values.js'\n\n/** Options that every rule and every loss has. Everything has a default. */\nexport interface CommonOptions {\n${lines.join('')}}\n`
}

function declaration(type, of, described, automatic) {
  const entries = described.map(({ id, title, params }) => {
    const lines = [...params, ...further(id, params)].map((param) => property(param, automatic))
    const comment = title === undefined ? '' : `  /** ${title} */\n`
    const key = /^\w+$/.test(id) ? id : `'${id}'`
    const value = lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}  }`
    return `${comment}  readonly ${key}: ${value}\n`
  })
  return `/** The parameters of ${of}, by id. */\nexport interface ${type} {\n${entries.join('')}}\n`
}

/**
 * Returns the parameters that only rules that extend this one have, or that modifiers add: giving such a parameter
 * chooses that rule or modifier.
 */
function further(id, params) {
  const names = new Set(params.map(({ name }) => name))
  return [
    ...Object.values(describedRules).filter((rule) => rule.extends === id),
    ...Object.values(describedModifiers).filter(({ codes }) => codes[id] !== undefined),
  ].flatMap((owner) => owner.params.filter(({ name }) => !names.has(name)))
}

function property(param, automatic) {
  const auto = automatic && param.name === 'learningRate'
  const choices = param.choices?.map((choice) => `'${choice}'`).join(' | ')
  const range = param.choices === undefined ? `${rangeText(param)}${auto ? ", or 'auto'" : ''}; ` : ''
  const text = `${param.description} (${range}default ${paramText(param, param.default)})`
  const value = `${choices ?? 'number'}${auto ? " | 'auto'" : ''}`
  return `    /** ${text} */\n    readonly ${param.name}?: ${value} | undefined\n`
}
