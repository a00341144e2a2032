// node scripts/bundle-commands.mjs    writes each command as one file, with the code that V8 compiles from it, into packages/cli/bundle
//                                      (after a build)
//
// Loading and compiling modules takes longer than a short run itself, and the command line has hundreds of modules.
// `bin/ol-cli.js` uses these files unless modules have been compiled since.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { bundled, bundledGlob, bundledThread, commandsOf } from './commands/bundle.mjs'
import { examples, linesOf } from './commands/short-runs.mjs'
import { root } from './prepare.mjs'

const cli = join(root, 'packages', 'cli')
const folder = join(cli, 'bundle')
const record = join(folder, 'made-of.json')
const bin = join(cli, 'bin')
const native = join(root, 'native')

/**
 * Returns the files that change whenever a module changes: the compiler's records, and the sources that are not
 * compiled.
 */
function sources() {
  const compiled = readdirSync(join(root, 'packages')).map((name) =>
    join(root, 'packages', name, 'tsconfig.tsbuildinfo'),
  )
  const plain = ['index.js', 'calls.js', 'cached-arguments.js', 'locate.js'].map((name) => join(native, name))
  const own = ['bundle.mjs', 'compile.cjs', 'short-runs.mjs'].map((name) =>
    join(import.meta.dirname, 'commands', name),
  )
  const files = [
    ...compiled,
    ...plain,
    ...own,
    join(bin, 'import.js'),
    join(bin, 'load.js'),
    import.meta.filename,
  ]
  return [...files, join(root, 'node_modules', '.ol-installed')]
    .filter((file) => existsSync(file))
    .map((file) => [relative(bin, file).replaceAll('\\', '/'), statSync(file).mtimeMs])
}

async function writeBundles() {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, 'command-thread.js'), await bundledThread())
  writeFileSync(join(folder, 'path-patterns.js'), await bundledGlob())
  writeFileSync(join(folder, 'all.js'), await bundled())
  for (const command of commandsOf(readFileSync(join(cli, 'dist', 'main.js'), 'utf8')))
    if (!together.has(command)) writeFileSync(join(folder, `${command}.js`), await bundled(command))
}

/** Stores V8's compiled code for the bundles with short runs. */
function compile() {
  const work = mkdtempSync(join(tmpdir(), 'ol-compile-'))
  try {
    for (const [name, text] of Object.entries(examples)) writeFileSync(join(work, name), text)
    const { NODE_OPTIONS: _, OL_BACKEND: __, ...env } = process.env
    for (const [bundle, lines] of linesOf) {
      const args = [join(import.meta.dirname, 'commands', 'compile.cjs'), join(folder, `${bundle}.js`)]
      const done = spawnSync(process.execPath, [...args, ...lines.map((line) => JSON.stringify(line))], {
        cwd: work,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      if (done.status !== 0) throw new Error(`${bundle}: ${done.stderr}`)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Commands that need other commands: they are in the file with all commands. */
const together = new Set(['vw', 'completion', 'help'])

const made = JSON.stringify(sources())
if (!existsSync(record) || readFileSync(record, 'utf8') !== made) {
  rmSync(folder, { recursive: true, force: true })
  await writeBundles()
  compile()
  writeFileSync(record, made)
}
