import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// These scripts run before anything is installed: Node built-ins only.

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Installs and builds; ends the process with an explanation if that fails. */
export function prepare() {
  checkNode()
  install(() => console.error('Installing ...'))
  console.error('Building ...')
  build()
}

/**
 * Installs, and compiles only the modules that the command line needs. Does not build the C++ addon, because compiling
 * it takes longer than everything else together: without it OL runs on TypeScript, with the same results. These are two
 * steps of the caller's plan.
 */
export function prepareCommands() {
  checkNode()
  step('install the packages', install)
  step('compile TypeScript', () =>
    quietly(
      process.execPath,
      [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', join('packages', 'cli')],
      {},
      'The build failed',
    ),
  )
}

let steps = 0
let begun = 0

/** Announces that `count` steps follow: see `step`. */
export function plan(count) {
  steps = count
  begun = 0
}

/** Prints the step of the plan that begins. */
export function begin(title) {
  process.stderr.write(`[${++begun}/${steps}] ${title} ...\n`)
}

/** Runs a step of the plan, and prints its title and duration. */
export function step(title, work) {
  const start = performance.now()
  process.stderr.write(`[${++begun}/${steps}] ${title} ... `)
  work()
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** Returns whether the addon has been built here, from any version of the sources. */
export function hasAddon() {
  return existsSync(join(root, 'native', 'build', 'stamp'))
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (fits) return
  fail(
    `OL needs Node.js 20.19 or later in line 20, or 22.12 or later; this is ${process.versions.node} (${process.execPath}).`,
    1,
  )
}

/** Installs packages, unless nothing that determines the installation has changed; otherwise calls `announce` first. */
export function install(announce = () => undefined) {
  const stampFile = join(root, 'node_modules', '.ol-installed')
  const stamp = installStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  announce()
  const env = process.stdin.isTTY === true ? process.env : { ...process.env, CI: 'true' }
  pnpm(['install', '--frozen-lockfile'], env, 'The installation failed')
  writeFileSync(stampFile, stamp)
}

/** A hash of the lockfile, every package.json of the workspace, and the platform. */
function installStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']
  for (const folder of ['.', ...packages, 'native', 'test', 'test/golden-runner', 'bench', 'playground'])
    files.push(join(folder, 'package.json'))
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** Builds what has changed; prints only messages of the native build (a missing compiler), unless it fails. */
export function build() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  // turbo looks for the package manager on the PATH; only `pnpm exec` puts it there
  const turbo = [
    'exec',
    'turbo',
    'run',
    'build',
    '--ui=stream',
    '--log-order=grouped',
    '--no-update-notifier',
  ]
  const output = pnpm(turbo, env, 'The build failed')
  for (const line of output.split('\n')) {
    const said = /^@ol\/native:build: (?!\$ |cache )(.+)$/.exec(line)
    if (said !== null) console.error(said[1])
  }
  bundleCommands()
}

/** Writes the bundles of the command line if something has changed. */
export function bundleCommands() {
  quietly(process.execPath, [join('scripts', 'bundle-commands.mjs')], {}, 'The build failed')
}

/** Runs pnpm, in the version of package.json, and returns its output. */
export function pnpm(args, env, failure, cwd = root) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devEngines
    .packageManager
  const options = { cwd, env, shell: process.platform === 'win32' }
  return quietly('npx', ['--yes', `${name}@${version}`, ...args], options, failure)
}

/** Runs a command and returns its output; if it fails, prints the output and ends with its exit code. */
function quietly(command, args, options, failure) {
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    ...options,
  })
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`
  if (done.error !== undefined) fail(`${failure}: ${done.error.message}`, 1)
  if (done.status !== 0) {
    process.stderr.write(output)
    fail(
      `${failure}: ${command} ${args.join(' ')} ended with ${done.signal ?? done.status}.`,
      done.status ?? 1,
    )
  }
  return output
}

/** Runs a command on this terminal and returns its exit code. */
export function run(command, args, env = process.env) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (done.error !== undefined) fail(`${command} did not start: ${done.error.message}`, 1)
  return done.status ?? 1
}

/** Runs a command, prints its output when it ends, and returns its exit code. */
export async function start(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  process.stderr.write(Buffer.concat(chunks))
  return code ?? 1
}

export function fail(message, code) {
  console.error(message)
  process.exit(code)
}
