import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'
import { root, temporaryFolder } from './run.js'

// The cached work of V8 saves time, and decides nothing else. Skipped visibly where only TypeScript has been compiled.

const cli = join(root, 'packages', 'cli')
const platform = `${process.version}-${process.platform}-${process.arch}`
const built = existsSync(join(cli, 'bundle', 'compiled', platform))
const folder = temporaryFolder()
const copy = folder.path('cli')
const kept = join(copy, 'bundle', 'compiled', platform, 'train.bin')
const bundle = join(copy, 'bundle', 'train.js')

/** Prints at the end whether V8 took what was compiled. */
const hook = `const vm = require('node:vm')
const { Script } = vm
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options)
    if (options?.cachedData !== undefined)
      process.on('exit', () => require('node:fs').writeSync(2, this.cachedDataRejected ? '[rejected]' : '[taken]'))
  }
}`

const rows = Array.from(
  { length: 100 },
  (_, k) => `${(k * 37) % 101},${k % 7},${(k * 37) % 101 > 50 ? 1 : 0}\n`,
)

/** Copies the command line as it was built. */
function restore(): void {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(join(copy, 'bundle', 'compiled', platform), { recursive: true })
  for (const name of ['bin', 'package.json']) cpSync(join(cli, name), join(copy, name), { recursive: true })
  for (const name of ['train.js', 'package.json', join('compiled', platform, 'train.bin')])
    cpSync(join(cli, 'bundle', name), join(copy, 'bundle', name))
  symlinkSync(join(cli, 'node_modules'), join(copy, 'node_modules'), 'junction')
  writeFileSync(join(copy, 'bundle', 'made-of.json'), '[]')
  folder.put('hook.cjs', hook)
  folder.put('rows.csv', `size,rooms,sold\n${rows.join('')}`)
}

interface Trained {
  /** its output without the time, in short */
  readonly printed: string
  readonly compiled: 'taken' | 'rejected' | undefined
}

function train(...flags: readonly string[]): Trained {
  const args = [
    join(copy, 'bin', 'ol-cli.js'),
    'train',
    folder.path('rows.csv'),
    '--label',
    'sold',
    '--quiet',
  ]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', folder.path('hook.cjs'), ...flags, ...args, '-o', folder.path('model.ol'), '--json'],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  )
  expect(status, stderr).toBe(0)
  const { seconds: _, ...facts } = JSON.parse(stdout)
  const printed = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const [, compiled] = /\[(taken|rejected)\]$/.exec(stderr) ?? []
  return { printed, compiled: compiled as Trained['compiled'] }
}

describe.runIf(built)('the functions that V8 compiled', () => {
  // a run of the unchanged copy: its output, its model, and the files before and after it
  let usual: Trained
  let printed = ''
  let model: Buffer
  const files: unknown[] = []
  // a listing of everything would follow the link to all packages
  const listed = (name: string) =>
    readdirSync(join(copy, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file))
  const times = () =>
    [...readdirSync(copy), ...listed('bin'), ...listed('bundle')].map((name) => [
      name,
      statSync(join(copy, name)).mtimeMs,
    ])

  beforeAll(() => {
    restore()
    files.push(times())
    usual = train()
    files.push(times())
    printed = usual.printed
    model = readFileSync(folder.path('model.ol'))
  })
  beforeEach(restore)

  test('is taken, and the model is the same as with the modules', () => {
    expect(usual.compiled).toBe('taken')
    const modules = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { run } = await import(${JSON.stringify(new URL(`file://${join(cli, 'dist', 'main.js')}`).href)})
         await run(${JSON.stringify(['train', folder.path('rows.csv'), '--label', 'sold', '-o', folder.path('model.ol')])})
         process.exit()`,
      ],
      { encoding: 'utf8' },
    )
    expect(modules.status, modules.stderr).toBe(0)
    expect(readFileSync(folder.path('model.ol')).equals(model)).toBe(true)
  })

  test('are not used if a bit differs, or if some are missing', () => {
    const bytes = readFileSync(kept)
    for (const at of isFull
      ? [0, 12, 5000, bytes.length >> 1, bytes.length - 1]
      : [0, 5000, bytes.length - 1]) {
      const other = Buffer.from(bytes)
      other[at] ^= 1 << (at % 8)
      writeFileSync(kept, other)
      expect([at, train()]).toEqual([at, { printed, compiled: undefined }])
    }
    for (const length of isFull ? [0, 3, 1000] : [3, 1000]) {
      writeFileSync(kept, bytes.subarray(0, length))
      expect([length, train()]).toEqual([length, { printed, compiled: undefined }])
    }
  })

  test('are not needed: another version of Node.js has none', () => {
    rmSync(join(copy, 'bundle', 'compiled'), { recursive: true })
    expect(train()).toEqual({ printed, compiled: undefined })
  })

  test('is not of a bundle that was changed, were it as long as before', () => {
    const source = readFileSync(bundle, 'utf8')
    writeFileSync(bundle, source.replaceAll('averageLoss', 'averageCost'))
    const changed = train()
    expect(changed.compiled).toBe(undefined)
    expect(changed.printed).not.toBe(printed)
  })

  test('is not taken under other flags of V8, and is written only by the build', () => {
    expect(files[1]).toEqual(files[0])
    const before = times()
    expect(train('--no-opt')).toEqual({ printed, compiled: 'rejected' })
    expect(times()).toEqual(before)
  })
})
