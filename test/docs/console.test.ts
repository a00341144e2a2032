import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, temporaryFolder } from '../cli/run.js'

// Commands that pages show print what the pages say: scripts/docs-console.mjs runs them as they stand there.

const script = join(root, 'scripts', 'docs-console.mjs')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
]
  .filter((page) => page.endsWith('.md'))
  .filter((page) => readFileSync(join(root, page), 'utf8').includes('```console\n'))

const checked = (page: string) => spawnSync(process.execPath, [script, '--check', page], { encoding: 'utf8' })

test('the README and the first page show commands with their output', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/start.md']))
})

test.each(pages)('the commands of %s print the shown output', (page) => {
  const { status, stderr } = checked(page)
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('a command that prints something else, or fails, is named', () => {
  const folder = temporaryFolder()
  const page = (text: string): string => folder.put('page.md', `\`\`\`console\n${text}\`\`\`\n`)
  expect(checked(page('$ echo 1\n1\n$ echo 2; echo 3\n...\n')).status).toBe(0)
  expect(checked(page('$ echo one 1\none …\n')).status).toBe(0)
  expect(checked(page('$ echo 1\n2\n')).stderr).toContain('$ echo 1\nprinted:\n1\n\nexpected:\n2\n')
  expect(checked(page('$ echo 1\n1\n1\n')).status).toBe(1)
  expect(checked(page('$ exit 3\n')).stderr).toContain('ended with 3')
})

test('the picture of the README is drawn from the recorded figures', () => {
  const drawn = spawnSync(process.execPath, [join(root, 'scripts', 'readme-picture.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect(drawn.stderr).toBe('')
  expect(drawn.status).toBe(0)
})
