import { join } from 'node:path'
import { fail, root, run } from './prepare.mjs'

// npm run generate: writes every file that is built from the tables of packages/spec, after a change of one. Tests compare.

/** The order follows from their inputs: the types go into packages/spec, and the pages are built from all packages. */
const stages = [
  ['packages/spec', ['scripts/parameter-types.mjs', 'native/generate.mjs']],
  [
    '.',
    [
      'scripts/docs-rules.mjs',
      'scripts/docs-reading.mjs',
      'scripts/docs-options.mjs',
      'scripts/docs-vw.mjs',
      'scripts/docs-errors.mjs',
      'scripts/readme-picture.mjs',
    ],
  ],
]

const node = (...args) => {
  if (
    run(
      process.execPath,
      args.map((arg, i) => (i === 0 ? join(root, arg) : arg)),
    ) !== 0
  )
    fail(`${args[0]} failed`, 1)
}

for (const [project, scripts] of stages) {
  node('node_modules/typescript/bin/tsc', '-b', join(root, project))
  for (const script of scripts) node(script)
}
node(
  'node_modules/@biomejs/biome/bin/biome',
  'format',
  '--write',
  join(root, 'packages', 'spec', 'src', 'parameters'),
)
