import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/layers.mjs', import.meta.url))
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const manifest = (name: string, ...dependencies: string[]): string =>
  JSON.stringify({
    name: `@ol/${name}`,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(dependencies.map((other) => [`@ol/${other}`, 'workspace:*'])),
  })

/** A tree of two packages, the upper of which has modules. */
const sound: Readonly<Record<string, string>> = {
  'docs/architecture.md': `# Architecture

## The parts

| folder | package | what it is | depends on |
| --- | --- | --- | --- |
| \`packages/low\` | \`@ol/low\` | types | nothing |
| \`packages/high\` | \`@ol/high\` | the rest | low |
| \`test\` | | tests | all |

### Modules of \`@ol/high\`

| module | what it holds |
| --- | --- |
| \`first\`, \`second\` | parts |
| \`index\` | all |
`,
  'packages/low/package.json': manifest('low'),
  'packages/low/src/index.ts': 'export interface Low { readonly n: number }\n',
  'packages/high/package.json': manifest('high', 'low'),
  'packages/high/src/index.ts':
    "export { one } from './first/one.js'\nexport { two } from './second/two.js'\n",
  'packages/high/src/first/one.ts':
    "import type { Low } from '@ol/low'\nexport const one: Low = { n: 1 }\nexport type One = Low\n",
  'packages/high/src/second/two.ts': 'export const two: number = 2\n',
  'test/all.test.ts': "import { one } from '@ol/high'\none\n",
}

function check(changes: Readonly<Record<string, string>>): { code: number | null; errors: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ol-layers-'))
  folders.push(folder)
  for (const [path, text] of Object.entries({ ...sound, ...changes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { code: status, errors: stderr }
}

/** Planted in one tree, a file each. */
const wrong: Readonly<Record<string, readonly [path: string, text: string, error: RegExp]>> = {
  'a cycle': [
    'packages/low/src/ring.ts',
    "import { link } from './link.js'\nexport const ring: unknown = link\n",
    /no-cycle: packages\/low\/src\/(ring|link)\.ts -> /,
  ],
  'a cycle of types only': [
    'packages/low/src/type-ring.ts',
    "import type { Link } from './type-link.js'\nexport type Ring = Link[]\n",
    /no-cycle: packages\/low\/src\/type-(ring|link)\.ts -> /,
  ],
  'an import of a higher part': [
    'packages/low/src/up.ts',
    "import { two } from '@ol/high'\ntwo\n",
    /layers-low: packages\/low\/src\/up\.ts -> packages\/high\/src\/index\.ts: low depends on nothing/,
  ],
  'a type of a higher part': [
    'packages/low/src/type-up.ts',
    "import type { two } from '@ol/high'\nexport type Up = typeof two\n",
    /layers-low: packages\/low\/src\/type-up\.ts -> packages\/high\/src\/index\.ts/,
  ],
  'a path into another part': [
    'packages/low/src/into.ts',
    "import '../../high/src/second/two.js'\n",
    /layers-low: packages\/low\/src\/into\.ts -> packages\/high\/src\/second\/two\.ts/,
  ],
  'a module beside': [
    'packages/high/src/second/beside.ts',
    "import type { One } from '../first/one.js'\nexport type Two = One\n",
    /modules-high-second: packages\/high\/src\/second\/beside\.ts -> packages\/high\/src\/first\/one\.ts/,
  ],
  'a module without a line': [
    'packages/high/src/third/three.ts',
    "import '../second/two.js'\n",
    /modules-high: packages\/high\/src\/third\/three\.ts/,
  ],
  'a name that is not found': [
    'packages/low/src/lost.ts',
    "import '@ol/elsewhere'\n",
    /no-unresolved: packages\/low\/src\/lost\.ts -> @ol\/elsewhere/,
  ],
  'a dependency that the table has not': [
    'packages/low/package.json',
    manifest('low', 'high'),
    /packages\/low\/package\.json depends on high: the table does not/,
  ],
  'a dependency that only the table has': [
    'packages/high/package.json',
    manifest('high'),
    /packages\/high\/package\.json lacks low, which the table has/,
  ],
}

describe('layers', () => {
  it('pass if all imports go down', () => {
    expect(check({})).toEqual({ code: 0, errors: '' })
  })

  const planted = check({
    ...Object.fromEntries(Object.values(wrong).map(([path, text]) => [path, text])),
    'packages/low/src/link.ts': "import { ring } from './ring.js'\nexport const link: unknown = ring\n",
    'packages/low/src/type-link.ts':
      "import type { Ring } from './type-ring.js'\nexport type Link = Ring | 1\n",
  })

  it.each(Object.entries(wrong))('fail for %s', (_, [, , error]) => {
    expect(planted.errors).toMatch(error)
    expect(planted.code).toBe(1)
  })
})
