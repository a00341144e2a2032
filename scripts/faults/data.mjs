import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../prepare.mjs'

export const bin = join(root, 'packages', 'cli', 'bin', 'ol-cli.js')

/** Writes lines of two classes and of three, plain and compressed. */
export function makeData(folder, lines) {
  let state = 1
  const next = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % n
  }
  const features = () => Array.from({ length: 6 }, () => `f${next(3000)}:${next(100) / 8}`).join(' ')
  const two = Array.from({ length: lines }, () => `${next(2) === 0 ? 1 : -1} | ${features()}\n`).join('')
  const three = Array.from({ length: lines }, () => `${['a', 'b', 'c'][next(3)]} | ${features()}\n`).join('')
  const put = (name, bytes) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  return { vw: put('two.vw', two), gz: put('two.vw.gz', gzipSync(two)), classes: put('three.vw', three) }
}

export function run(args, { env, input } = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    input: input ?? '',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
    timeout: 300_000,
  })
  return { status, signal, stdout, stderr }
}

/** Starts a command; `ended` resolves to its exit code, signal and error output. */
export function start(args, { stdin = 'ignore', stdout = 'ignore' } = {}) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: [stdin, stdout, 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin?.on('error', () => undefined)
  const ended = new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr })),
  )
  return { child, ended }
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns a digest of a file; undefined if it does not exist. */
export function digest(path) {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined
}

export const small = ['--format', 'vw', '--loss', 'logistic', '-b', '12', '--quiet']
