import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { fail, root } from './prepare.mjs'

// npm run release -- VERSION [--dry-run]: gives all packages a version, dates the changelog, commits and tags.
// Nothing is pushed: `git push --follow-tags` starts .github/workflows/release.yml, which tests, packs and publishes.

/** The places of a version in a file of the repository. */
const places = {
  'package.json': /^( {2}"version": ")[^"]+(")/m,
  // packages of OL in an example; the packages of the workspace have workspace:*
  example: /("@ol\/[\w-]+": ")\d+\.\d+\.\d+[^"]*(")/g,
  'version.ts': /(export const version = ')[^']+(')/,
}

/** Returns the text of a file with the version in it; undefined if the file has no version. */
export function withVersion(path, text, version) {
  const place = path.startsWith('examples/') ? places.example : places[path.split('/').at(-1)]
  if (place === undefined || text.search(place) < 0) return undefined
  return text.replace(place, `$1${version}$2`)
}

/** Returns the changelog with the version dated; refuses a changelog without an entry for the version. */
export function released(changelog, version, date) {
  const heading = `## ${version} (not released)`
  const at = changelog.indexOf(`${heading}\n`)
  if (at < 0) throw new Error(`docs/changelog.md has no line "${heading}"`)
  const text = changelog.slice(at + heading.length).split('\n## ')[0]
  if (!/^- /m.test(text)) throw new Error(`docs/changelog.md says nothing of ${version}`)
  return changelog.replace(`${heading}\n`, `## ${version} (${date})\n`)
}

function git(...args) {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) fail(`git ${args.join(' ')} failed: ${done.stderr}`, 1)
  return done.stdout
}

function release() {
  const { values: flags, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [version] = positionals
  if (positionals.length !== 1 || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    fail('Usage: npm run release -- VERSION [--dry-run], where VERSION is one such as 1.2.3', 64)
  if (!flags['dry-run'] && git('status', '--porcelain') !== '')
    fail('There are changes that are not committed.', 1)
  if (git('tag', '--list', `v${version}`) !== '') fail(`There is a tag v${version} already.`, 1)
  const changed = new Map()
  for (const path of git('ls-files', '*package.json', 'packages/*/version.ts').trim().split('\n')) {
    const text = withVersion(path, readFileSync(join(root, path), 'utf8'), version)
    if (text !== undefined) changed.set(path, text)
  }
  const page = 'docs/changelog.md'
  try {
    const date = new Date().toISOString().slice(0, 10)
    changed.set(page, released(readFileSync(join(root, page), 'utf8'), version, date))
  } catch (error) {
    fail(error.message, 1)
  }
  console.log([...changed.keys()].join('\n'))
  if (flags['dry-run']) return
  for (const [path, text] of changed) writeFileSync(join(root, path), text)
  git('commit', '--quiet', '--all', '--message', `release: ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `OL ${version}`)
  console.log(`Committed and tagged v${version}: git push --follow-tags publishes it.`)
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) release()
