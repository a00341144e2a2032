import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

// npm run playground [-- --serve]: builds the static page of playground/ into playground/dist, after `npm run build`; --serve
// shows it on this machine.
//
// The page is one file, which browsers also open without a server: its script, the worker and the sample are within it.

const folder = join(root, 'playground')
const { build, preview } = await import(
  pathToFileURL(createRequire(join(folder, 'package.json')).resolve('vite')).href
)
// a slow build on a busy machine needs no warning
const rolldownOptions = { checks: { bundlerTimings: false } }
const config = {
  root: folder,
  base: './',
  configFile: false,
  logLevel: 'warn',
  assetsInclude: ['**/*.gz'],
  build: { rolldownOptions, modulePreload: false, chunkSizeWarningLimit: 4000 },
  worker: { format: 'iife', rolldownOptions },
}
await build(config)
const page = join(folder, 'dist', 'index.html')
writeFileSync(page, inlined(readFileSync(page, 'utf8')))
rmSync(join(folder, 'dist', 'assets'), { recursive: true })
console.log(`Open ${pathToFileURL(page).href} in a browser.`)
if (process.argv.includes('--serve')) (await preview({ ...config, logLevel: 'info' })).printUrls()

/** Returns a page with its script inlined, because browsers do not load modules from files. */
function inlined(html) {
  return html.replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_, path) => {
    const script = readFileSync(join(folder, 'dist', path), 'utf8').replaceAll('</script', '<\\/script')
    return `<script type="module">${script}</script>`
  })
}
