import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findingsOf } from './pack/lint.mjs'
import { fail, root } from './prepare.mjs'

// npm run test:install
//
// Publishes the packages to a registry on this machine (verdaccio) and installs them with npm, pnpm and Bun into
// empty folders with a fresh HOME; then runs a program and the command line there. Before, publint and
// arethetypeswrong check the tarballs.

// the last major version whose dependencies are all in registries without separate tags
const verdaccio = 'verdaccio@4'
const managers = {
  npm: ['npm', 'install', '--no-audit', '--no-fund'],
  'npm without optional packages': ['npm', 'install', '--no-audit', '--no-fund', '--omit=optional'],
  pnpm: ['npx', '--yes', 'pnpm@10', 'add'],
  bun: ['npx', '--yes', '--allow-scripts=bun', 'bun@latest', 'add'],
}
const program = `import { backendInfo, Learner } from '@ol/core'
import { train } from '@ol/pipeline'
const model = new Learner({ loss: 'logistic' })
model.learn({ features: { price: 3.2, city: 'oslo' }, label: 1 })
const run = await train([{ features: { a: 1 }, label: 1 }], {})
console.log(backendInfo().name, model.predict({ price: 4 }), run.report.examples)
`

const folder = mkdtempSync(join(tmpdir(), 'ol-install-'))
const registry = await startRegistry()
let failures = 0
let passed = 0
try {
  const tarballs = join(folder, 'tarballs')
  must(root, process.execPath, [join(root, 'scripts', 'pack.mjs'), '--out', tarballs])
  writeFileSync(join(folder, 'npmrc'), `registry=${registry.url}\n${registry.url.slice(5)}:_authToken=none\n`)
  for (const file of readdirSync(tarballs))
    must(folder, 'npm', ['publish', join(tarballs, file), '--registry', registry.url, '--tag', 'latest'])
  const findings = await findingsOf(tarballs)
  for (const finding of findings) console.log(finding)
  if (findings.length === 0) passed++
  else failures++
  for (const [name, command] of Object.entries(managers)) {
    try {
      console.log(`${name}: ${installed(name, command)}`)
      passed++
    } catch (error) {
      failures++
      console.log(`${name}: failed: ${error.message}`)
    }
  }
} finally {
  registry.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${passed} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

/**
 * Installs into an empty folder and returns the output of the program there, after comparing it with the expected
 * output.
 */
function installed(name, [command, ...args]) {
  const user = join(folder, name.replaceAll(' ', '-'))
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(user, '.npmrc'), `registry=${registry.url}\n`)
  writeFileSync(join(user, 'program.mjs'), program)
  must(user, command, [...args, '@ol/core', '@ol/pipeline', '@ol/cli'])
  const wanted = name.includes('without') ? 'fallback' : 'native'
  const printed = must(user, process.execPath, ['program.mjs']).trim()
  if (!printed.startsWith(`${wanted} `)) throw new Error(`expected ${wanted} but it printed: ${printed}`)
  const bin = join(user, 'node_modules', '@ol', 'cli', 'bin', 'ol-cli.js')
  const info = JSON.parse(must(user, process.execPath, [bin, 'info', '--json']))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (info.backend !== wanted || info.version !== version)
    throw new Error(`info says ${JSON.stringify(info.note)}`)
  return printed
}

function must(cwd, command, args) {
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, HOME: cwd === root ? process.env.HOME : folder, ...registryOf(cwd) },
  })
  if (done.status === 0) return done.stdout
  throw new Error(
    `${command} ${args.join(' ')} ended with ${done.signal ?? done.status}:\n${done.stdout}${done.stderr}`,
  )
}

/** npx fetches the package manager itself from the registry that the user has configured. */
function registryOf(cwd) {
  if (cwd === root) return {}
  return { npm_config_registry: registry.url, npm_config_userconfig: join(folder, 'npmrc') }
}

/** Starts a registry with our packages that forwards requests for other packages. */
async function startRegistry() {
  const tool = join(root, 'node_modules', '.verdaccio')
  const binary = join(tool, 'node_modules', 'verdaccio', 'bin', 'verdaccio')
  mkdirSync(tool, { recursive: true })
  if (spawnSync(process.execPath, [binary, '--version']).status !== 0) {
    writeFileSync(join(tool, 'package.json'), '{}')
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
    const done = spawnSync('npm', ['install', ...flags, verdaccio], { cwd: tool, encoding: 'utf8' })
    if (done.status !== 0) fail(`${verdaccio} cannot be installed:\n${done.stderr}`, 1)
  }
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim()
  const config = {
    storage: join(folder, 'storage'),
    max_body_size: '100mb',
    uplinks: { npmjs: { url: upstream, timeout: '120s' } },
    packages: {
      '@ol/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'npmjs' },
    },
    logs: [{ type: 'file', path: join(folder, 'verdaccio.log'), level: 'warn' }],
  }
  // JSON is valid YAML
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config))
  const port = await freePort()
  const server = spawn(
    process.execPath,
    [binary, '-c', join(folder, 'config.yaml'), '-l', `127.0.0.1:${port}`],
    {
      stdio: 'ignore',
    },
  )
  const url = `http://127.0.0.1:${port}/`
  for (let k = 0; k < 300; k++) {
    const answer = await fetch(`${url}-/ping`).catch(() => undefined)
    if (answer?.ok === true) return { url, stop: () => server.kill() }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  server.kill()
  return fail('the registry did not start', 1)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
