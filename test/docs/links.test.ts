import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../cli/run.js'

// Links within the documentation lead to files and headings that are there. Nothing is fetched.

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'data-sample/README.md',
  'examples/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md')),
]

/** Returns the anchors of a page, as GitHub and the site make them of its headings. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '')
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return new Set(anchors)
}

/** Returns what is wrong with the links of a page. */
function deadLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, a, b]) => a ?? b,
  )
  return links.flatMap((link) => {
    if (/^(https?|mailto):/.test(link)) return []
    const [path, anchor] = link.split('#')
    const target = path === '' ? join(root, page) : join(root, dirname(page), path)
    if (!existsSync(target)) return [`${page}: ${link}: there is no ${relative(root, target)}`]
    const file = statSync(target).isDirectory() ? join(target, 'README.md') : target
    if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return []
    return [`${page}: ${link}: there is no such heading`]
  })
}

test.each(pages)('the links of %s lead somewhere', (page) => {
  expect(deadLinks(page, readFileSync(join(root, page), 'utf8'))).toEqual([])
})

test('every page can be reached from the README', () => {
  const reached = new Set<string>()
  const visit = (page: string): void => {
    if (reached.has(page) || !existsSync(join(root, page))) return
    reached.add(page)
    for (const [, link] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const target = join(dirname(page), link)
      if (existsSync(join(root, target)))
        visit(statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target)
    }
  }
  visit('README.md')
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})

test('a dead link is found', () => {
  expect(
    deadLinks('docs/cli.md', '[a](nothing.md) [b](auto.md#no-such-heading) [c](auto.md) [d](#train)'),
  ).toEqual([
    'docs/cli.md: nothing.md: there is no docs/nothing.md',
    'docs/cli.md: auto.md#no-such-heading: there is no such heading',
  ])
})
