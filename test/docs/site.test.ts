import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('every page of docs is in the list of the site, or in that of its folder', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/README\.md$/, 'index').replace(/\.md$/, ''))
  const ownList = (page: string): boolean => /^(results|decisions)\//.test(page)
  expect(pages.filter((page) => !listed.includes(page) && !ownList(page))).toEqual([])
})

test('the script of the site parses', () => {
  const done = spawnSync(process.execPath, ['--check', join(root, 'scripts/site.mjs')], { encoding: 'utf8' })
  expect(done.stderr).toBe('')
})
