import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { root } from './prepare.mjs'

// node scripts/docs-console.mjs --check PAGE...  runs the blocks ```console of pages; exits 1 if a command fails or prints
//                                                anything other than the page says
// node scripts/docs-console.mjs PAGE...          writes the output of the commands into the pages where it differs, and keeps
//                                                the placeholders `...` and `…`
//
// After a build. The commands of a page run one after another in a folder that has only the sample and the packages. In
// a page, a line `...` matches any lines, and `…` anything within a line: times, digests, the backend. A command is a
// line that starts with `$ `, with its continuation lines after a backslash.

const check = process.argv.includes('--check')
for (const page of process.argv.slice(2).filter((name) => !name.startsWith('--'))) {
  const file = resolve(root, page)
  const before = readFileSync(file, 'utf8')
  const after = rerun(page, before)
  if (!check) writeFileSync(file, after)
}

/** Returns a page with the current output of its commands, where the page does not match. */
function rerun(page, text) {
  const folder = mkdtempSync(join(tmpdir(), 'ol-docs-'))
  try {
    furnish(folder)
    return text.replace(/^```console\n(.*?)^```$/gms, (_, block) => {
      const parts = commandsOf(block).map(({ command, expected }) => {
        const { status, output } = run(command, folder)
        if (status !== 0) complain(`${page}: $ ${command}\nended with ${status}:\n${output}`)
        if (matches(expected, output)) return `$ ${command}\n${expected}`
        if (check) complain(`${page}: $ ${command}\nprinted:\n${output}\nexpected:\n${expected}`)
        return `$ ${command}\n${renewed(expected, output)}`
      })
      return `\`\`\`console\n${parts.join('')}\`\`\``
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the expected output of a page with the current numbers; if its lines have changed, the current output. */
function renewed(expected, output) {
  const shape = (line) => line.replace(/[-+]?\d[\d.e+-]*/g, '0').replace(/\s+/g, ' ')
  const left = output.trimEnd().split('\n')
  const lines = expected
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (line === '...') return line
      const open = line.includes('…')
      const alike = left.filter((own) =>
        open ? matches(`${line}\n`, `${own}\n`) : shape(own) === shape(line),
      )
      if (alike.length === 0) return undefined
      // among several rows of a table, the most similar one
      const same = (own) => line.split(/\s+/).filter((word) => own.split(/\s+/).includes(word)).length
      const own = alike.reduce((best, one) => (same(one) > same(best) ? one : best))
      left.splice(0, left.indexOf(own) + 1)
      return open ? line : own
    })
  return lines.includes(undefined) ? output : `${lines.join('\n')}\n`
}

function complain(message) {
  console.error(message)
  process.exitCode = 1
}

/** Puts the sample and the packages into a folder. */
function furnish(folder) {
  cpSync(join(root, 'data-sample'), join(folder, 'data-sample'), { recursive: true })
  mkdirSync(join(folder, 'node_modules', '@ol'), { recursive: true })
  for (const name of ['core', 'pipeline', 'reader'])
    symlinkSync(join(root, 'packages', name), join(folder, 'node_modules', '@ol', name), 'junction')
}

function commandsOf(block) {
  const found = []
  let open = false
  for (const line of block.trimEnd().split('\n')) {
    if (open) found.at(-1).command += `\n${line}`
    else if (line.startsWith('$ ')) found.push({ command: line.slice(2), expected: '' })
    else found.at(-1).expected += `${line}\n`
    open = (open || line.startsWith('$ ')) && line.endsWith('\\')
  }
  return found
}

/** Runs a command in a shell, with the commands of this repository on its path. */
function run(command, cwd) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // npx would query the registry without a package.json
  const own = command.replaceAll('npx ol-cli', 'ol-cli')
  const { status, stdout } = spawnSync('sh', ['-c', `{ ${own}\n} 2>&1`], {
    cwd,
    encoding: 'utf8',
    input: '',
    timeout: 120_000,
    // as npx sets it
    env: { ...process.env, PATH: path, NO_COLOR: '1', npm_command: own === command ? '' : 'exec' },
  })
  return { status, output: stdout.replace(/[ \t]+$/gm, '') }
}

function matches(expected, output) {
  const pattern = expected
    .split('\n')
    .map((line) => (line === '...' ? '(?:.*\\n)*?' : `${lineOf(line)}\\n`))
    .join('')
    .replace(/\\n$/, '')
  return new RegExp(`^${pattern}$`).test(output)
}

function lineOf(line) {
  return line
    .trimEnd()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}
