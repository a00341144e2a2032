// The threads of a stream under ThreadSanitizer: `node native/fuzz/threads.mjs [ROUNDS] [SEED]`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const core = join(here, '../core')
const out = join(here, '../build/fuzz')
mkdirSync(out, { recursive: true })
const program = join(out, 'stream')
const sources = ['tokenizers', 'stream', 'losses']
  .flatMap((folder) =>
    readdirSync(join(core, folder), { recursive: true }).map((file) => join(core, folder, file)),
  )
  .filter((file) => file.endsWith('.cc'))
sources.push(join(core, 'tiers.cc'), join(core, 'engine/scratch.cc'))
const flags = ['-std=c++17', '-O1', '-g', '-ffp-contract=off', '-fsanitize=thread', '-pthread']
const [rounds = '200', seed = '1'] = process.argv.slice(2)
for (const [command, args] of [
  [process.env.CXX ?? 'c++', [...flags, '-o', program, join(here, 'stream.cc'), ...sources]],
  [program, [rounds, seed]],
]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
