// Differential fuzz of the tokenizers: `node test/tokenizers/fuzz.mjs [LINES] [SEED]`, a million lines per format by
// default. Run it after a build; vitest runs a smaller one (parity.test.ts).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [lines = '1000000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', fileURLToPath(new URL('./fuzz.config.ts', import.meta.url))],
  {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, OL_FUZZ_LINES: lines, OL_FUZZ_SEED: seed },
  },
)
process.exit(status ?? 1)
