import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'
import { bin, ol, temporaryFolder, temporarySize } from './run.js'

const folder = temporaryFolder()

function fifo(name: string): string {
  spawnSync('mkfifo', [folder.path(name)])
  return folder.path(name)
}

/** Starts the command line; `ended` has what it said, or `late` where it did not end in time. */
function start(args: readonly string[]): {
  child: ChildProcess
  ended: Promise<{ code: number | null; stderr: string } | 'late'>
} {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<{ code: number | null; stderr: string } | 'late'>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }))
    setTimeout(() => {
      child.kill('SIGKILL')
      resolve('late')
    }, 60_000).unref()
  })
  return { child, ended }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  test('without a writer ends with the first signal', async () => {
    const { child, ended } = start(['train', '--rule', 'nag', fifo('silent')])
    // it waits for a writer when it has opened the pipe
    while (!openPipes(child).includes(folder.path('silent'))) await sleep(20)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 143 })
  })

  test('whose writer says nothing more ends with the first signal, and reports', async () => {
    const path = fifo('stalled')
    const { child, ended } = start([
      'train',
      '--rule',
      'nag',
      path,
      '--format',
      'vw',
      '--predictions',
      folder.path('stalled.txt'),
    ])
    const writer = createWriteStream(path)
    writer.on('error', () => undefined)
    writer.write('1 | a\n2 | b\n'.repeat(200_000))
    while (temporarySize(folder.path('stalled.txt')) < 1 << 16) await sleep(20)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/SIGINT after \d+ examples/),
    })
    writer.destroy()
  })

  test('gives the model of a file, from writers one after another', async () => {
    const path = fifo('whole')
    const lines = '1 | a:1\n2 | b\n'.repeat(50_000)
    const model = folder.path('fifo.ol')
    const { ended } = start(['train', '--rule', 'nag', path, '-o', model, '--quiet'])
    spawnSync('sh', ['-c', 'cat > "$0"', path], { input: lines })
    expect(await ended).toMatchObject({ code: 0 })
    expect(
      ol(['train', '--rule', 'nag', folder.put('file.vw', lines), '-o', folder.path('file.ol'), '--quiet'])
        .code,
    ).toBe(0)
    expect(spawnSync('cmp', [model, folder.path('file.ol')]).status).toBe(0)
  })

  test.each([
    ['two passes', ['train', '--rule', 'nag', '--passes', '2']],
    ['a first pass', ['train', '--rule', 'nag', '--prenormalize', 'max']],
    ['a search', ['search', '--loss', 'squared']],
  ])('is refused for %s, like standard input', (_, args) => {
    const { code, stderr } = ol([...args, fifo('twice')])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('twice is no regular file and can be read only once'),
    ])
  })
})

/** The paths that a process has open. */
function openPipes({ pid }: ChildProcess): string[] {
  if (process.platform === 'linux')
    return spawnSync('sh', ['-c', `readlink /proc/${pid}/fd/*`], { encoding: 'utf8' }).stdout.split('\n')
  return spawnSync('lsof', ['-Fn', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.slice(1))
}

// usage.test.ts has both signals in a short run, too
test.each(
  (
    [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const
  ).slice(isFull ? 0 : 1),
)('%s while a model is saved: the model is complete, exit %i', async (signal, exit) => {
  const name = `late-${signal}.ol`
  const data = folder.put('few.vw', '1 | a\n2 | b\n')
  const { child, ended } = start([
    'train',
    '--rule',
    'nag',
    data,
    '-b',
    '22',
    '--prenormalize',
    'max',
    '-o',
    folder.path(name),
  ])
  while (temporarySize(folder.path(name)) <= 1 << 20 && child.exitCode === null) await sleep(1)
  child.kill(signal)
  expect(await ended).toMatchObject({
    code: exit,
    stderr: expect.stringContaining(`${signal} while ${folder.path(name)} was saved; it is complete`),
  })
  expect(existsSync(folder.path(name))).toBe(true)
  expect(ol(['inspect', folder.path(name)]).code).toBe(0)
  expect(readdirSync(folder.path('.')).filter((file) => file.endsWith('.tmp'))).toEqual([])
})
