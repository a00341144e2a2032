import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, root, temporaryFolder } from './run.js'

// The files of integrations/recipes and the first screen of docs/merging.md, in two shards, with the model of worker threads.

const { path, put } = temporaryFolder()
const shards = 2
const lines = Array.from({ length: 400 }, (_, e) => `${e % 3 === 0 ? 1 : -1} | a${e % 3} b:${e % 7}\n`)
const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(path(name)))
    .digest('hex')

mkdirSync(path('bin'))
put('bin/ol-cli', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
chmodSync(path('bin/ol-cli'), 0o755)
put('big.csv', lines.join(''))

function shell(script: string, env: Readonly<Record<string, string>> = {}): void {
  const own = { ...process.env, ...env, PATH: `${path('bin')}:${process.env.PATH}` }
  execFileSync('bash', ['-euc', script], { cwd: path('.'), env: own, stdio: 'pipe' })
}

/** Returns a recipe for the folder of the test and its two shards. */
const recipe = (name: string): string =>
  readFileSync(join(root, 'integrations/recipes', name), 'utf8')
    .replaceAll('/shared/', `${path('.')}/`)
    .replaceAll('/64"', `/${shards}"`)

const nag = ['--rule', 'nag', '--loss', 'logistic']

describe('recipes of shards', () => {
  it('make the model of worker threads on a Slurm array and in a Kubernetes job', () => {
    shell(`ol-cli train big.csv --format vw --parallel ${shards} ${nag.join(' ')} --quiet -o threads.ol`)
    const args = /args:\n\s+- >-\n([\s\S]*?)\n\s+resources:/.exec(recipe('job.yaml'))?.[1] ?? ''
    const job = args.replaceAll(/\s*\n\s*/g, ' ').replace('npx ', '')
    const tasks = {
      SLURM_ARRAY_TASK_ID: { script: recipe('array.sbatch'), first: 1 },
      JOB_COMPLETION_INDEX: { script: job, first: 0 },
    }
    for (const [variable, { script, first }] of Object.entries(tasks)) {
      const run = script.replace('/big.csv', '/big.csv --format vw')
      expect(run).toContain('--shard')
      for (let k = 0; k < shards; k++) shell(run, { [variable]: String(first + k) })
      shell('ol-cli merge shard.*.ol -o merged.ol && rm shard.*.ol')
      expect(sha256('merged.ol')).toBe(sha256('threads.ol'))
    }
  })

  it('make a weighed model with the commands of docs/merging.md', () => {
    const page = readFileSync(join(root, 'docs/merging.md'), 'utf8')
    const [block = ''] = page.split('```\n').filter((text) => text.startsWith('seq 8 | xargs'))
    const commands = block
      .replaceAll('seq 8', `seq ${shards}`)
      .replaceAll('K/8', `K/${shards}`)
      .replaceAll('big.csv', 'big.csv --format vw')
      .replaceAll('1/100', '1/10')
    expect(commands.split('\n').filter((line) => line.includes('ol-cli')).length).toBe(4)
    shell(commands)
    shell(`ol-cli train big.csv --format vw --parallel ${shards} --merge-holdout 1/10 --quiet -o threads.ol`)
    expect(sha256('weighed.ol')).toBe(sha256('threads.ol'))
  })
})
