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
const config = { root: folder, base: './', configFile: false, logLevel: 'warn', worker: { format: 'es' } }
await build(config)
console.log(join(folder, 'dist', 'index.html'))
if (process.argv.includes('--serve')) (await preview({ ...config, logLevel: 'info' })).printUrls()
