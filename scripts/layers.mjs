import { layerErrors } from './layers/check.mjs'
import { root } from './prepare.mjs'

// node scripts/layers.mjs [ROOT]: checks that all imports go down the layers of docs/architecture.md, without cycles.

const errors = await layerErrors(process.argv[2] ?? root)
for (const error of errors) console.error(error)
if (errors.length > 0)
  console.error(`${errors.length} imports or dependencies are not as docs/architecture.md says`)
process.exitCode = errors.length > 0 ? 1 : 0
