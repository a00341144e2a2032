import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: a script
import { relativeCss, relativeHtml } from '../../scripts/site/relative.mjs'
// @ts-expect-error: a script
import { failedSearches } from '../../scripts/site/searches.mjs'
import { root } from '../cli/run.js'

// The list of pages of the site; `npm run site` builds it.

interface Section {
  readonly text: string
  readonly pages: Readonly<Record<string, string>>
}

const sections = JSON.parse(readFileSync(join(root, 'site/sections.json'), 'utf8')) as readonly Section[]
const listed = sections.flatMap(({ pages }) => Object.keys(pages))
/** Made by scripts/site.mjs. */
const made = ['playground', 'api/index']

test('the pages of the site are there, each once', () => {
  const files = listed
    .filter((page) => !made.includes(page))
    .map((page) => `docs/${page.replace(/index$/, 'README')}.md`)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('every page of docs is in the list of the site, or in the list of its folder', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/README\.md$/, 'index').replace(/\.md$/, ''))
  const ownList = (page: string): boolean => /^(results|decisions)\//.test(page)
  expect(pages.filter((page) => !listed.includes(page) && !ownList(page))).toEqual([])
})

test('links of a page become relative, so that it also opens as a file', () => {
  const page = '<a href="/guides/drift.html#see-it">, <a href="/api/">, <img src="/x.svg">, <a href="/">'
  const others = '<a href="https://example.org/">, <a href="#top">, <a href="//cdn/x">'
  expect(relativeHtml(`${page}${others}`, 'guides/choosing.html')).toBe(
    `<a href="drift.html#see-it">, <a href="../api/index.html">, <img src="../x.svg">, <a href="../index.html">${others}`,
  )
  expect(relativeHtml('<a href="/ol/cli.html">, <a href="/cli.html">', 'start.html', '/ol/')).toBe(
    '<a href="cli.html">, <a href="/cli.html">',
  )
  expect(relativeCss('url(/assets/a.woff2) url(data:x)', 'assets/style.css')).toBe('url(a.woff2) url(data:x)')
})

test.runIf(existsSync(join(root, 'site/dist')))(
  'the search of a built site finds first the page that explains',
  async () => {
    expect(await failedSearches(join(root, 'site'))).toEqual([])
  },
)

/** HTML that pages have on purpose; the site reads any other tag as an element that never ends. */
const elements = new Set(['picture', 'source', 'img', 'p', 'br', 'a', 'details', 'summary', 'sub', 'sup'])

test('a page has no HTML by mistake', () => {
  const files = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md'))
  const found = ['README.md', ...files].flatMap((file) => {
    const prose = readFileSync(join(root, file), 'utf8')
      .replace(/^```.*?^```$/gms, '')
      .replace(/(`+)[^`].*?\1/gs, '')
    const tags = [...prose.matchAll(/<\/?([A-Za-z][A-Za-z0-9-]*)[^>]*>/g)]
    return tags.filter(([, name]) => !elements.has(name.toLowerCase())).map(([tag]) => `${file}: ${tag}`)
  })
  expect(found).toEqual([])
})

test('the script of the site parses', () => {
  const done = spawnSync(process.execPath, ['--check', join(root, 'scripts/site.mjs')], { encoding: 'utf8' })
  expect(done.stderr).toBe('')
})
