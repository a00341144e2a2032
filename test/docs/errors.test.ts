import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '@ol/spec'
import { expect, it } from 'vitest'
import { ol, root } from '../cli/run.js'

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')

it('docs/errors.md agrees with the tables', () => {
  const done = spawnSync(process.execPath, [join(root, 'scripts/docs-errors.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect(done.stderr).toBe('')
  expect(done.status).toBe(0)
})

it('docs/errors.md has every code, and its flags are flags of train', () => {
  for (const code of Object.keys(errorCodes)) expect(page).toContain(`| \`${code}\` |`)
  const help = ol(['train', '--help']).stdout
  for (const [, flag] of page.matchAll(/`(--[a-z-]+)/g)) expect(help).toContain(flag)
})
