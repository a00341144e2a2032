import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, digest, run, small } from './data.mjs'

// Each system call of saving fails, or kills the process: afterwards the old or the new model exists, complete, and
// nothing else.

const faults = [
  ['openat', 'error=ENOSPC'],
  ['openat', 'error=EMFILE'],
  ['pwrite64', 'error=ENOSPC'],
  ['pwrite64', 'error=EIO'],
  ['pwrite64', 'signal=KILL'],
  ['fsync', 'error=EIO'],
  ['fsync', 'signal=KILL'],
  ['rename', 'error=EACCES'],
  ['rename', 'signal=KILL'],
]

export async function* injectionCases({ folder, data, quick, say }) {
  if (spawnSync('strace', ['-V']).status !== 0) {
    say('SKIPPED: strace is not installed')
    return
  }
  const target = join(folder, 'model.ol')
  const whole = join(folder, 'whole.ol')
  const old = Buffer.from('the old model')
  run(['train', data.vw, ...small, '-o', whole])
  writeFileSync(target, old)
  const [oldDigest, newDigest] = [digest(target), digest(whole)]
  for (const [call, fault] of quick ? faults.filter(([name]) => name !== 'openat') : faults) {
    // for openat, only files in the folder of the model: Node itself opens others
    const path = call === 'openat' ? ['-P', folder] : []
    for (let when = 1; when <= (quick ? 1 : 12); when++) {
      writeFileSync(target, old)
      const inject = `inject=${call}:${fault}:when=${when}`
      const args = ['-f', '-qq', '-o', join(folder, 'log'), ...path, '-e', `trace=${call}`, '-e', inject]
      const command = [process.execPath, bin, 'train', data.vw, ...small, '-o', target]
      // strace counts the calls of each thread separately: with two threads, the second fsync may be the first of its
      // thread
      const env = { ...process.env, UV_THREADPOOL_SIZE: '1' }
      const { status } = spawnSync('strace', [...args, ...command], { env })
      const found = digest(target)
      const left = readdirSync(folder).filter((name) => !['model.ol', 'whole.ol', 'log'].includes(name))
      const hit =
        spawnSync('grep', ['-c', 'INJECTED\\|killed by', join(folder, 'log')], {
          encoding: 'utf8',
        }).stdout.trim() !== '0'
      const killed = fault.startsWith('signal')
      say(`${call} ${fault}: ${hit ? (found === newDigest ? 'new' : 'old') : 'no such call'}`)
      if (found !== oldDigest && found !== newDigest) yield `${inject}: the model is torn`
      if (found === oldDigest && status === 0) yield `${inject}: exit code 0 without the new model`
      // a folder that cannot be opened is not tidied, which is not an error
      if (hit && status === 0 && call !== 'openat') yield `${inject}: exit code 0 in spite of the fault`
      if (left.length > 0 && !killed) yield `${inject}: left ${left.join(', ')}`
      if (killed) {
        // the next save removes the files that a killed one left
        run(['train', data.vw, ...small, '-o', target])
        const after = readdirSync(folder).filter((name) => !['model.ol', 'whole.ol', 'log'].includes(name))
        if (after.length > 0) yield `${inject}: the next save left ${after.join(', ')}`
      }
      if (!hit) break
    }
  }
}
