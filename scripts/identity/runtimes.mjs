import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { muslNode } from './musl.mjs'

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Installs a package with a binary from the registry, without its scripts; returns the file, undefined if it is
 * unavailable.
 */
function fromRegistry(cache, name, version, binary) {
  const folder = join(cache, `${name.replace('/', '+')}@${version}`)
  const file = join(folder, 'node_modules', name, binary)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--force', '--no-save']
    const options = { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32', timeout: 240_000 }
    spawnSync('npm', ['install', ...flags, `${name}@${version}`], options)
  }
  if (!existsSync(file)) return undefined
  chmodSync(file, 0o755)
  return file
}

/** The command of every runtime: `command` and the arguments before the program. Absent: `command` is undefined. */
export function runtimes(cache) {
  const machine = `${process.platform}-${process.arch}`
  const node = (version, arch = machine) => fromRegistry(cache, `node-${arch}`, version, 'bin/node')
  const found = [{ name: `Node ${process.versions.node}`, command: process.execPath, args: [] }]
  for (const version of ['22', '24', '26']) {
    const command = node(version)
    const name = command === undefined ? undefined : spawnSync(command, ['-p', 'process.versions.node'])
    found.push({ name: `Node ${name?.stdout.toString().trim() ?? version}`, command, args: [] })
  }
  found.push({
    name: 'Bun',
    command: fromRegistry(cache, `@oven/bun-${machine}`, 'latest', 'bin/bun'),
    args: ['run'],
  })
  found.push({
    name: 'Deno',
    command: fromRegistry(
      cache,
      `@deno/${machine}${process.platform === 'linux' ? '-glibc' : ''}`,
      'latest',
      'deno',
    ),
    args: ['run', '--allow-all', '--node-modules-dir=manual'],
  })
  const emulator = ['qemu-aarch64-static', 'qemu-aarch64'].find((one) => works(one, '--version'))
  const libraries = '/usr/aarch64-linux-gnu'
  const arm = emulator !== undefined && existsSync(libraries) ? node('22', 'linux-arm64') : undefined
  found.push({
    name: 'Node 22, arm64 (qemu)',
    command: arm === undefined ? undefined : emulator,
    args: ['-L', libraries, arm],
    slow: true,
    platform: 'linux-arm64-gnu',
  })
  found.push(musl(cache))
  return found
}

/** Returns Alpine's Node.js if the process runs on it, otherwise one that is assembled here. */
function musl(cache) {
  const folder = '/lib'
  const linker = existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('ld-musl-'))
  const isMusl = linker && existsSync('/etc/alpine-release')
  const found = isMusl ? { command: process.execPath, args: [] } : muslNode(cache)
  return { name: 'Node, musl', args: [], ...found, platform: 'linux-x64-musl' }
}

/** Returns the browsers on this machine. */
export function browsers() {
  const first = (...names) => names.find((name) => works(name, '--version'))
  return [
    {
      name: 'Chromium',
      command: first('chromium', 'chromium-browser', 'google-chrome'),
      args: (profile) => [
        ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
        `--user-data-dir=${profile}`,
      ],
    },
    {
      name: 'Firefox',
      command: first('firefox-esr', 'firefox'),
      args: (profile) => ['--headless', '--no-remote', '--profile', profile],
    },
  ]
}
