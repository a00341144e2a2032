import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const at = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** An installation whose modules say which they are. */
let folder = ''
const command = () => join(folder, 'bin', 'ol-cli.js')
const compiled = () => join(folder, 'tsconfig.tsbuildinfo')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ol-modules-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(at('packages/cli/bin'), join(folder, 'bin'), { recursive: true })
  for (const name of ['dist', 'bundle']) {
    mkdirSync(join(folder, name))
    writeFileSync(
      join(folder, name, 'index.js'),
      `export const main = (args) => console.log('${name}', ...args)`,
    )
  }
  writeFileSync(compiled(), '')
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function record(text = JSON.stringify([['../tsconfig.tsbuildinfo', statSync(compiled()).mtimeMs]])): void {
  writeFileSync(join(folder, 'bundle', 'made-of.json'), text)
}

function run(): string {
  return spawnSync(process.execPath, [command(), 'a', 'b'], { encoding: 'utf8' }).stdout
}

describe('the command line takes its modules in few files', () => {
  it('while nothing has been compiled since', () => {
    record()
    expect(run()).toBe('bundle a b\n')
    utimesSync(compiled(), new Date(), new Date(Date.now() + 1000))
    expect(run()).toBe('dist a b\n')
    record()
    expect(run()).toBe('bundle a b\n')
  })

  it('where they are whole', () => {
    record('[["../tsconfig')
    expect(run()).toBe('dist a b\n')
    rmSync(join(folder, 'bundle', 'made-of.json'))
    expect(run()).toBe('dist a b\n')
    record(JSON.stringify([['../gone.tsbuildinfo', 0]]))
    expect(run()).toBe('dist a b\n')
  })
})
