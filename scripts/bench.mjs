import { join } from 'node:path'
import { prepare, root, run } from './prepare.mjs'

// npm run bench [-- <arguments of bench/run.mjs>]

prepare()
process.exitCode = run(process.execPath, [join(root, 'bench', 'run.mjs'), ...process.argv.slice(2)])
