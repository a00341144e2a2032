import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { platforms } from '../native/platforms.mjs'
import { root } from './prepare.mjs'

// npm run cross [-- --groups TEXT]
//
// Builds the addon for musl and for arm64 with zig's C++ compiler, and trains the streams of `npm run identity` with
// both, arm64 under qemu. Exit code 1 if one cannot be built, or a model differs.

const folder = join(root, 'node_modules', '.cross')
const python = join(folder, 'bin', 'python')
const run = (command, args, env = {}) => {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PYTHON: python, ...env },
  })
  if (status !== 0) process.exit(1)
}

if (!existsSync(python)) run('python3', ['-m', 'venv', folder])
run(python, ['-m', 'pip', 'install', '--quiet', 'ziglang==0.17.1'])
const others = platforms.filter(
  ({ zig, cpu, libc }) => zig !== undefined && (cpu !== 'x64' || libc === 'musl'),
)
for (const { id } of others) run(process.execPath, [join(root, 'native', 'cross.mjs'), id])
const runtimes = `Node ${process.versions.node},musl,arm64`
run(process.execPath, [
  join(root, 'scripts', 'identity.mjs'),
  ...['--runtimes', runtimes],
  ...process.argv.slice(2),
])
