import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../prepare.mjs'

const packages = ['core', 'pipeline', 'reader']

/** The symbols that most programs use: symbol, page, description. */
const first = [
  [
    'new Learner(options)',
    '@ol/core/interfaces/LearnerConstructor',
    'creates a model, or loads one: `Learner.load`',
  ],
  ['model.learn, model.predict', '@ol/core/interfaces/LearnerInstance', 'what a model can do'],
  [
    'train(input, options)',
    '@ol/pipeline/functions/train',
    'learns a model from a file, a stream or objects',
  ],
  ['load(path)', '@ol/pipeline/functions/load', 'loads a model with the way it reads its input'],
  ['model.predict(input)', '@ol/pipeline/classes/Model', 'what a trained model can do'],
  ['read(input, options)', '@ol/reader/functions/read', 'reads examples in any format'],
  ['OLError', '@ol/core/classes/OLError', 'the one class of error'],
]

/**
 * Writes the API of the packages that programs import, a page for each symbol, from their doc comments. Returns whether
 * it succeeded.
 */
export function writeApi(site, pages) {
  const out = join(pages, 'api')
  const options = {
    entryPoints: packages.map((name) => join(root, 'packages', name, 'src', 'index.ts')),
    tsconfig: join(site, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    out,
    readme: 'none',
    name: 'API',
    outputFileStrategy: 'members',
    entryFileName: 'index.md',
    groupOrder: ['Functions', 'Classes', 'Variables', 'Type Aliases', 'Interfaces'],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    disableSources: true,
    skipErrorChecking: true,
    excludeInternal: true,
    useCodeBlocks: true,
    indexFormat: 'table',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    logLevel: 'Error',
  }
  const file = join(site, 'node_modules', '.typedoc.json')
  writeFileSync(file, JSON.stringify(options))
  const done = run(process.execPath, [
    join(site, 'node_modules', 'typedoc', 'bin', 'typedoc'),
    '--options',
    file,
  ])
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'index.md'), indexPage())
  return done === 0
}

function indexPage() {
  const rows = first.map(([symbol, page, use]) => `| [\`${symbol}\`](./${page}.md) | ${use} |`)
  return `# API

Most programs use these:

| symbol | what it does |
| --- | --- |
${rows.join('\n')}

All symbols, by package:

${packages.map((name) => `- [@ol/${name}](./@ol/${name}/index.md)`).join('\n')}

[Library](../library.md) and [Files and streams](../pipeline.md) explain them with examples.
`
}

/** The pages that the navigation lists. */
export const apiItems = [
  ['Learner', '@ol/core/interfaces/LearnerConstructor'],
  ['a learner', '@ol/core/interfaces/LearnerInstance'],
  ['train', '@ol/pipeline/functions/train'],
  ['load', '@ol/pipeline/functions/load'],
  ['read', '@ol/reader/functions/read'],
]
