import { type ChildProcess, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { commandThread, type Ran } from './thread.js'

export { temporaryFolder } from '../../packages/spec/test/temporary-folder.js'
export type { Ran } from './thread.js'

export const root: string = fileURLToPath(new URL('../..', import.meta.url))
export const bin: string = join(root, 'packages', 'cli', 'bin', 'ol-cli.js')
export const sample: string = join(root, 'data-sample', 'bank.csv.gz')
/** The arguments that train a model of the sample. */
export const trainSample: readonly string[] = [
  ...['train', '--rule', 'nag', sample, '--label', 'y', '--loss', 'logistic'],
]

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/**
 * Runs the command line on a thread that tests share: what a command does, without the start of a process.
 * Signals, pipes and the environment belong to a process: `olProcess`. run.test.ts compares the two.
 */
export function ol(args: readonly string[], options: Pick<RunOptions, 'input'> = {}): Ran {
  return commandThread().run(args, options.input)
}

/** Runs the command line as a user does: its own process, its own pipes. */
export function olProcess(args: readonly string[], options: RunOptions = {}): Ran {
  return runBin(bin, args, options)
}

/** Runs the bin of another installation. */
export function runBin(file: string, args: readonly string[], options: RunOptions = {}): Ran {
  const done = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    input: options.input ?? '',
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    maxBuffer: 2 ** 28,
  })
  if (done.error !== undefined) throw done.error
  return { code: done.status, signal: done.signal, stdout: done.stdout, stderr: done.stderr }
}

/** Returns the one JSON object of a run that must have succeeded. */
export function json(ran: Ran): Record<string, unknown> {
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.stderr}`)
  return JSON.parse(ran.stdout) as Record<string, unknown>
}

/**
 * Returns how many bytes the largest temporary file next to `path` has whose name begins as its does; 0 if there is
 * none. The file that the check before a run leaves there for a moment has one block.
 */
export function temporarySize(path: string): number {
  const sizes = readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)) && name.endsWith('.tmp'))
    .map((name) => statSync(join(dirname(path), name), { throwIfNoEntry: false })?.size ?? 0)
  return Math.max(0, ...sizes)
}

/** Writes to the standard input of a command, which may end before it has taken everything, and stays open. */
export function feed({ stdin }: Pick<ChildProcess, 'stdin'>, text: string): void {
  stdin?.on('error', () => undefined)
  stdin?.write(text)
}

export function sampleLines(): string[] {
  return gunzipSync(readFileSync(sample)).toString('utf8').trimEnd().split('\n')
}

/** Returns the first rows of the sample as a file of its own. */
export function bank(rows: number): string {
  const file = join(shared, `bank-${rows}.csv`)
  writeFileSync(
    file,
    sampleLines()
      .slice(0, rows + 1)
      .join('\n'),
  )
  return file
}

const shared = mkdtempSync(join(tmpdir(), 'ol-cli-'))
process.on('exit', () => rmSync(shared, { recursive: true, force: true }))
