import { spawn } from 'node:child_process'

/** Runs a program to its end; returns its output and seconds, or throws its error output. */
export function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint()
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data) => {
      stdout += data
    })
    child.stderr.on('data', (data) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (status) => {
      const wall = Number(process.hrtime.bigint() - started) / 1e9
      if (status === 0) resolve({ stdout, wall })
      else reject(new Error(`${program} ended with ${status}: ${stderr.trim().slice(-1000)}`))
    })
  })
}
