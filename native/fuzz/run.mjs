// Fuzzes the tokenizers of the addon under ASan and UBSan: `node native/fuzz/run.mjs [RUNS] [SEED]`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const core = join(here, '../core/tokenizers')
const out = join(here, '../build/fuzz')
mkdirSync(out, { recursive: true })
const [runs = '1000000', seed = '1'] = process.argv.slice(2)
const sources = readdirSync(core, { recursive: true })
  .filter((file) => file.endsWith('.cc'))
  .map((file) => join(core, file))
sources.push(join(core, '../tiers.cc'))
const program = join(out, 'tokenize')
const flags = [
  '-std=c++17',
  '-O1',
  '-g',
  '-ffp-contract=off',
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
]
for (const [command, args] of [
  [
    process.env.CXX ?? 'c++',
    [...flags, '-DOL_FUZZ_MAIN', '-o', program, join(here, 'tokenize.cc'), ...sources],
  ],
  [program, [runs, seed]],
]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
