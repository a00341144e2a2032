import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, digest, small } from './data.mjs'

// Files that may not grow, and a full disk: an error, the old file, and no other file next to it.

export async function* limitCases({ folder, data, quick, say }) {
  const shell = (command) => spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  const ol = (args) => `'${process.execPath}' '${bin}' ${args.map((arg) => `'${arg}'`).join(' ')}`
  const target = join(folder, 'model.ol')
  function* check(what, { status, signal }, place, old) {
    const left = readdirSync(place).filter((name) => name !== 'model.ol')
    say(`${what}: exit ${status ?? signal}`)
    if (status === 0) yield `${what}: exit code 0`
    if (digest(join(place, 'model.ol')) !== old) yield `${what}: the old model is gone`
    if (left.length > 0) yield `${what}: left ${left.join(', ')}`
  }
  for (const blocks of quick ? [1] : [0, 1, 4, 16, 32]) {
    writeFileSync(target, 'old')
    const old = digest(target)
    // SIGXFSZ is ignored by Node: the write fails
    yield* check(
      'a limit of file sizes',
      shell(`ulimit -f ${blocks}; ${ol(['train', data.vw, ...small, '-o', target])}`),
      folder,
      old,
    )
  }
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (quick || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) {
    say('SKIPPED: a full disk, which takes the right to mount')
    return
  }
  try {
    const full = join(disk, 'model.ol')
    for (const bits of ['12', '14', '18']) {
      writeFileSync(full, 'old')
      const old = digest(full)
      const flags = small.map((flag) => (flag === '12' ? bits : flag))
      yield* check('a full disk', shell(ol(['train', data.vw, ...flags, '-o', full])), disk, old)
    }
  } finally {
    spawnSync('umount', [disk])
  }
}
