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
  for (const [name, type, file] of [
    ['dist', 'module', 'index.js'],
    ['bundle', 'commonjs', 'all.js'],
    ['bundle', 'commonjs', 'own.js'],
  ]) {
    const exported = type === 'module' ? 'export const main' : 'exports.main'
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'package.json'), `{ "type": "${type}" }`)
    writeFileSync(join(folder, name, file), `${exported} = (args) => console.log('${name}/${file}', ...args)`)
  }
  writeFileSync(compiled(), '')
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function record(text = JSON.stringify([['../tsconfig.tsbuildinfo', statSync(compiled()).mtimeMs]])): void {
  writeFileSync(join(folder, 'bundle', 'made-of.json'), text)
}

function run(...args: readonly string[]): string {
  const given = args.length === 0 ? ['a', 'b'] : args
  return spawnSync(process.execPath, [command(), ...given], { encoding: 'utf8' }).stdout
}

describe('the command line takes its modules in few files', () => {
  it('while nothing has been compiled since', () => {
    record()
    expect(run()).toBe('bundle/all.js a b\n')
    utimesSync(compiled(), new Date(), new Date(Date.now() + 1000))
    expect(run()).toBe('dist/index.js a b\n')
    record()
    expect(run()).toBe('bundle/all.js a b\n')
  })

  it('each command its own, and one file for all others', () => {
    record()
    expect(run('own', '--flag')).toBe('bundle/own.js own --flag\n')
    expect(run('./own')).toBe('bundle/all.js ./own\n')
    expect(run('../dist/index')).toBe('bundle/all.js ../dist/index\n')
  })

  it('where they are whole', () => {
    record('[["../tsconfig')
    expect(run()).toBe('dist/index.js a b\n')
    rmSync(join(folder, 'bundle', 'made-of.json'))
    expect(run()).toBe('dist/index.js a b\n')
    record(JSON.stringify([['../gone.tsbuildinfo', 0]]))
    expect(run()).toBe('dist/index.js a b\n')
  })
})
