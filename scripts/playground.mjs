import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

// npm run playground [-- --serve]: builds the static page of playground/ into playground/dist, after `npm run build`; --serve
// shows it on this machine.

const folder = join(root, 'playground')
const { build, preview } = await import(
  pathToFileURL(createRequire(join(folder, 'package.json')).resolve('vite')).href
)
// a build on a busy machine is slow, which is no warning
const rolldownOptions = { checks: { bundlerTimings: false } }
const config = {
  root: folder,
  base: './',
  configFile: false,
  logLevel: 'warn',
  build: { rolldownOptions },
  worker: { format: 'es', rolldownOptions },
}
await build(config)
console.log(join(folder, 'dist', 'index.html'))
if (process.argv.includes('--serve')) (await preview({ ...config, logLevel: 'info' })).printUrls()
