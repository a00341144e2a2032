import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagName, losses, modifiers, rules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { ol, root } from '../cli/run.js'

const folder = join(root, 'docs', 'guides')
const commands = [
  'train',
  'predict',
  'serve',
  'search',
  'explain',
  'inspect',
  'convert',
  'stats',
  'merge',
  'distill',
]
const help = commands.map((command) => ol([command, '--help']).stdout).join('\n')
const parameters = [...Object.values(rules), ...Object.values(modifiers), ...Object.values(losses)].flatMap(
  ({ params }) => params.map(({ name }) => `--${flagName(name)}`),
)

describe.each(readdirSync(folder))('docs/guides/%s', (name) => {
  const page = readFileSync(join(folder, name), 'utf8')

  it('names flags that there are', () => {
    const flags = [...page.matchAll(/(?<=[`\s])(--[a-z][a-z0-9-]*)/g)].map(([, flag]) => flag)
    expect(flags.filter((flag) => !help.includes(flag) && !parameters.includes(flag))).toEqual([])
  })

  it('names rules and losses that there are', () => {
    for (const [, rule] of page.matchAll(/--rule ([a-z][a-z0-9,-]*)/g))
      for (const one of rule.split(',')) expect(Object.keys(rules)).toContain(one)
    for (const [, loss] of page.matchAll(/--loss ([a-z][a-z0-9-]*)/g))
      expect(Object.keys(losses)).toContain(loss)
  })
})
