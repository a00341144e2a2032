import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../..', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in a folder, with the environment of a fresh user. */
export function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Ran {
  const inherited = Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP', 'TMP'].map((name) => [name, process.env[name]]),
  )
  const done = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...inherited, HOME: folder, ...env },
  })
  if (done.error !== undefined) throw done.error
  return { code: done.status, signal: done.signal, stdout: done.stdout, stderr: done.stderr }
}

/** Runs a program and returns what it printed; throws where it fails. */
export function succeeds(folder: string, command: string, args: readonly string[], env = {}): string {
  const { code, signal, stdout, stderr } = runIn(folder, command, args, env)
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}:\n${stdout}${stderr}`)
  return stdout
}

/** Packs what is built, into a folder of the machine that `remove` takes away. */
export function pack(...flags: string[]): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'ol-pack-'))
  const script = join(root, 'scripts', 'pack.mjs')
  succeeds(folder, process.execPath, [script, '--no-build', '--out', join(folder, 'tarballs'), ...flags])
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Unpacks the tarballs into `node_modules` of a folder, as a package manager would, with what they depend on next to them. */
export function unpack(tarballs: string, folder: string): void {
  for (const file of readdirSync(tarballs).filter((name) => name.endsWith('.tgz'))) {
    const temporary = join(folder, 'unpacked')
    mkdirSync(temporary, { recursive: true })
    succeeds(folder, 'tar', ['-xzf', join(tarballs, file), '-C', temporary])
    const { name } = manifestOf(join(temporary, 'package'))
    cpSync(join(temporary, 'package'), join(folder, 'node_modules', name), { recursive: true })
    rmSync(temporary, { recursive: true })
  }
  for (const [owner, name] of [
    ['cli', 'commander'],
    ['platform', 'tinyglobby'],
  ])
    cpSync(join(root, 'packages', owner, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      dereference: true,
    })
  // tinyglobby's own dependencies
  for (const name of ['fdir', 'picomatch'])
    cpSync(join(root, 'node_modules', '.pnpm', 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      dereference: true,
    })
}

export function manifestOf(folder: string): Record<string, unknown> & { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
