import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import config from '../site/.vitepress/config.mjs'
import { fail, pnpm, prepare, root, run } from './prepare.mjs'
import { writeApi } from './site/api.mjs'
import { makeRelative } from './site/relative.mjs'
import { failedSearches } from './site/searches.mjs'

// npm run site [-- --serve]: builds the documentation as a static site into site/dist; --serve shows it on this machine. OL_SITE_BASE:
// the path of the site on its server, if that is not /.
//
// Its pages are README.md and docs/, with additions that Markdown cannot express: typeset formulas, the API from the
// doc comments, the playground. This script installs the packages that the site needs, so that other users of the
// repository need not.

const site = join(root, 'site')
const pages = join(site, 'pages')
const node = (file, ...args) => {
  if (run(process.execPath, [file, ...args], process.env) !== 0) fail(`${file} failed`, 1)
}

prepare()
install()
await copyPages()
if (!writeApi(site, pages)) fail('The API could not be written', 1)
playground()
const { build, serve } = await import(
  pathToFileURL(join(site, 'node_modules', 'vitepress', 'dist', 'node', 'index.js')).href
)
await build(site)
makeRelative(join(site, 'dist'), config.base)
const failed = await failedSearches(site)
if (failed.length > 0) fail(`The search of the site fails:\n${failed.join('\n')}`, 1)
console.log(`Open ${pathToFileURL(join(site, 'dist', 'index.html')).href} in a browser.
The search box and the menus of a phone need a server: npm run site -- --serve`)
if (process.argv.includes('--serve')) await serve({ root: site })

/** The site is a separate workspace. */
function install() {
  console.error('Installing what the site needs ...')
  const env = { ...process.env, CI: 'true' }
  pnpm(['install', '--frozen-lockfile'], env, 'The installation of the site failed', site)
}

async function copyPages() {
  rmSync(pages, { recursive: true, force: true })
  mkdirSync(pages, { recursive: true })
  cpSync(join(root, 'docs'), pages, { recursive: true })
  writeFileSync(join(pages, 'index.md'), home())
  for (const name of readdirSync(pages, { recursive: true }).filter((file) => file.endsWith('.md'))) {
    const page = name.replaceAll('\\', '/')
    const text = rewriteLinks(readFileSync(join(pages, page), 'utf8'), page)
    const target = page.replace(/(^|\/)README\.md$/, '$1index.md')
    if (target !== page) rmSync(join(pages, page))
    writeFileSync(join(pages, target), text)
  }
  const rules = join(pages, 'rules.md')
  const { formulaHtml } = await import(pathToFileURL(join(site, 'formulas.mjs')).href)
  writeFileSync(rules, typeset(readFileSync(rules, 'utf8'), formulaHtml))
  writeFileSync(
    join(pages, 'playground.md'),
    `---\nlayout: doc\naside: false\n---\n\n# Playground\n\nOL in this page: learn from a file of yours, or from a sample. The file stays in this browser. [How to build such a page](guides/browser.md).\n\n<iframe class="playground" src="/playground/index.html" title="OL playground" loading="lazy"></iframe>\n`,
  )
}

/** Returns the first page: the repository's README, whose picture follows the colours of the site. */
function home() {
  const picture = ['light', 'dark']
    .map(
      (look) =>
        `<img class="quality ${look}" src="./pictures/quality-${look}.svg" width="760" alt="Loss of OL divided by the loss of other programs">`,
    )
    .join('\n')
  const text = readFileSync(join(root, 'README.md'), 'utf8')
    .replace(/<picture>.*?<\/picture>/s, `<p>\n${picture}\n</p>`)
    .replaceAll('](docs/', '](')
  return `---\ntitle: Online learning\n---\n\n${text}`
}

/** Links to folders become links to their index; links to anything that is not a page of the site become plain text. */
function rewriteLinks(text, page) {
  return text.replace(
    /\[((?:[^\][]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)]*)?\)/g,
    (whole, words, path, anchor = '') => {
      const target = posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '')
      if (target.startsWith('..') || !existsSync(join(pages, target)))
        return existsSync(join(pages, target)) ? whole : words
      if (target.endsWith('.md')) return `[${words}](${path.replace(/README\.md$/, 'index.md')}${anchor})`
      return /\.\w+$/.test(target) ? whole : `[${words}](${path.replace(/\/$/, '')}/index.md${anchor})`
    },
  )
}

/** Typesets the formulas of rules, which are in blocks of text above the output of the command line. */
function typeset(text, formulaHtml) {
  const lines = (formula) =>
    formulaHtml(formula)
      .map((line) => `<div class="${line.startsWith('<') ? 'math' : 'words'}">${line}</div>`)
      .join('')
  return text
    .replace(
      /^```text\n(.*?)\n```$/gms,
      (block, formula) =>
        `<div class="formula" v-pre>${lines(formula)}</div>\n\n::: details As text\n${block}\n:::`,
    )
    .replace(/^## Losses\n.*/ms, (section) =>
      section.replace(/^(\| `[^`]+` \| )`([^`]+)` \| `([^`]+)`/gm, (_, start, value, derivative) => {
        const cell = (formula) =>
          `<span v-pre>${formulaHtml(formula.replaceAll('\\|', '|')).join('; ').replaceAll('|', '&#124;')}</span>`
        return `${start}${cell(value)} | ${cell(derivative)}`
      }),
    )
}

function playground() {
  node(join(root, 'scripts', 'playground.mjs'))
  cpSync(join(root, 'playground', 'dist'), join(pages, 'public', 'playground'), { recursive: true })
}
