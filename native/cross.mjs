// node native/cross.mjs ID: builds the addon for another Linux with zig's C++ compiler (`pip install ziglang`), into
// native/build/ID, where `npm run pack` takes it from. --check ID loads it, in a Node.js of that platform.
// PYTHON names the interpreter that has ziglang.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeAddon } from './describe.mjs'
import { platforms } from './platforms.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const [first, second] = process.argv.slice(2)
const id = first === '--check' ? second : first
const platform = platforms.find((one) => one.id === id && one.zig !== undefined)
const folder = join(here, 'build', String(id))
const addon = join(folder, 'ol.node')
if (platform === undefined) {
  const ids = platforms.filter((one) => one.zig !== undefined).map((one) => one.id)
  console.error(`expected one of ${ids.join(', ')} but received ${id}`)
  process.exit(2)
}
if (first === '--check') {
  const { abi, tiers } = createRequire(import.meta.url)(addon)
  console.log(`${id}: the addon of version ${abi} runs here, with ${tiers.join(', ')}`)
  process.exit(0)
}

mkdirSync(folder, { recursive: true })
const compiler = join(folder, 'zig-c++')
const python = process.env.PYTHON ?? 'python3'
writeFileSync(compiler, `#!/bin/sh\nexec ${python} -m ziglang c++ -target ${platform.zig} "$@"\n`)
chmodSync(compiler, 0o755)
// zig's libc++ lies inside the addon, which then needs the C library alone
const headers = createRequire(import.meta.url)('node-api-headers').include_dir
run('cmake', [
  ...['-S', here, '-B', folder, '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_SYSTEM_NAME=Linux'],
  `-DCMAKE_SYSTEM_PROCESSOR=${platform.cpu === 'arm64' ? 'aarch64' : 'x86_64'}`,
  ...[`-DCMAKE_CXX_COMPILER=${compiler}`, `-DCMAKE_JS_INC=${headers}`],
])
run('cmake', ['--build', folder, '--parallel', '2'])
describeAddon(addon)
console.log(addon)

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: here, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${command} failed${error === undefined ? '' : `: ${error.message}`}`)
  process.exit(1)
}
