import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './prepare.mjs'

// npm run test:crashes [-- --times N --seed S]
//
// Kills a server that learns under load with SIGKILL at N random moments (default 100), restarts it each time, and
// compares its model with its answers: no example may be lost or learned twice, and the model must be the same. After
// a build.

const { values } = parseArgs({
  options: { times: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
process.exitCode = run(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    join('test', 'server', 'crash.test.ts'),
    '-t',
    'kill -9',
    '--testTimeout',
    '0',
  ],
  { ...process.env, OL_CRASHES: values.times, OL_CRASH_SEED: values.seed },
)
