import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './prepare.mjs'

// npm run fuzz -- [--minutes N] [--seed S] [--target TEXT]: tokenizers, readers, loaders of models, caches and checkpoints,
// decompression. A finding is printed with the target and the seed that reproduce it: add both to test/fuzz/corpus.ts.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 20_000) },
    target: { type: 'string', default: '' },
    log: { type: 'string' },
  },
})
console.log(`seed ${values.seed}, ${values.minutes} minutes`)
Object.assign(process.env, {
  OL_FUZZ_MINUTES: values.minutes,
  OL_FUZZ_SEED: values.seed,
  OL_FUZZ_TARGET: values.target,
  ...(values.log === undefined ? {} : { OL_FUZZ_LOG: values.log }),
})
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
process.exitCode = run(process.execPath, [
  vitest,
  'run',
  '--config',
  join(root, 'test', 'fuzz', 'fuzz.config.ts'),
])
