import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as os from 'node:os'
import * as path from 'node:path'
import { OLError } from '@ol/spec'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pieces } from '../src/contract.js'
import { createFile, type FileCalls, writeAtomic } from '../src/node/atomic.js'
import { openOutput } from '../src/node/output.js'

let folder = ''
const at = (name: string): string => path.join(folder, name)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-atomic-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true })
})

const real: FileCalls = {
  ...fs,
  fsync: (fd) => new Promise((done, fail) => fs.fsync(fd, (error) => (error ? fail(error) : done()))),
  rename: fs.promises.rename,
}

const text = 'twenty four bytes, twice'
const whole = `TWENTY${text.slice(6)}${text}`

function* pieces(): Pieces {
  const bytes = Buffer.from(text)
  yield bytes
  // the same memory again: a piece is taken when it is given
  yield bytes
  return [
    { offset: 0, bytes: Buffer.from('TWEN') },
    { offset: 4, bytes: Buffer.from('TY') },
  ]
}

function* other(): Pieces {
  yield Buffer.from('other')
  return []
}

function failing(name: keyof FileCalls, code: string, when = 1): FileCalls {
  let calls = 0
  const error = Object.assign(new Error(`${code}: planted in ${name}`), { code })
  const original = real[name] as (...args: unknown[]) => unknown
  const call = (...args: unknown[]): unknown => {
    calls++
    if (calls !== when) return original(...args)
    // a close that fails has closed all the same
    if (name === 'closeSync') original(...args)
    if (name === 'fsync' || name === 'rename') return Promise.reject(error)
    throw error
  }
  return { ...real, [name]: call } as FileCalls
}

async function rejected(promise: Promise<unknown>): Promise<OLError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(OLError)
  return error as OLError
}

/** Writes the same bytes in the two ways that there are. */
const writers: Record<string, (target: string, call: FileCalls) => Promise<void>> = {
  'all at once': (target, call) => writeAtomic(target, pieces(), call),
  'piece by piece': async (target, call) => {
    const file = createFile(target, call)
    try {
      file.write(Buffer.from(text))
      await new Promise((done) => setTimeout(done, 1))
      file.write(Buffer.from(text))
      file.patch({ offset: 0, bytes: Buffer.from('TWENTY') })
      await file.finish()
    } finally {
      file.abandon()
    }
  },
}

describe.each(Object.entries(writers))('a file written %s', (_, write) => {
  test('has its bytes and its mode, and leaves nothing else', async () => {
    fs.writeFileSync(at('a'), 'old', { mode: 0o640 })
    await write(at('a'), real)
    expect(fs.readFileSync(at('a'), 'utf8')).toBe(whole)
    expect(fs.statSync(at('a')).mode & 0o777).toBe(0o640)
    expect(fs.readdirSync(folder)).toEqual(['a'])
  })

  test.each([
    ['openSync', 'ENOSPC', 1],
    ['openSync', 'EEXIST', 1],
    ['fchmodSync', 'EPERM', 1],
    ['writeSync', 'ENOSPC', 1],
    ['writeSync', 'EIO', 3],
    ['fsync', 'EIO', 1],
    ['closeSync', 'EIO', 1],
    ['rename', 'EACCES', 1],
  ] as const)('%s failing with %s at call %i leaves the old file and no other', async (name, code, when) => {
    fs.writeFileSync(at('a'), 'old')
    const open = fs.readdirSync('/proc/self/fd').length
    const error = await rejected(write(at('a'), failing(name, code, when)))
    expect(error).toMatchObject({ code: 'OL_FILE_UNREADABLE', file: at('a') })
    expect(error.message).toContain(`planted in ${name}`)
    expect(fs.readFileSync(at('a'), 'utf8')).toBe('old')
    expect(fs.readdirSync(folder)).toEqual(['a'])
    expect(fs.readdirSync('/proc/self/fd').length).toBe(open)
  })

  test('a folder that cannot be synced is an error, with the new file in place', async () => {
    expect((await rejected(write(at('a'), failing('fsync', 'EIO', 2)))).message).toContain('folder')
    expect(fs.readFileSync(at('a'), 'utf8')).toBe(whole)
    await write(at('b'), failing('fsync', 'EINVAL', 2))
  })

  test('short writes are continued', async () => {
    const short = ((fd: number, bytes: Uint8Array, offset: number, length: number, position: number) =>
      fs.writeSync(fd, bytes, offset, Math.min(length, 7), position)) as FileCalls['writeSync']
    await write(at('a'), { ...real, writeSync: short })
    expect(fs.readFileSync(at('a'), 'utf8')).toBe(whole)
  })

  test('of two files at once for one path, the one that began last remains, whichever ends first', async () => {
    for (const slow of ['fsync', 'rename'] as const) {
      let calls = 0
      let go = (): void => undefined
      const opened = new Promise<void>((done) => {
        go = done
      })
      const original = real[slow] as (...args: unknown[]) => Promise<void>
      const slowed = async (...args: unknown[]): Promise<void> => {
        if (calls++ === 0) await opened
        return original(...args)
      }
      const first = write(at('a'), { ...real, [slow]: slowed })
      const second = writeAtomic(at('a'), other())
      if (slow === 'fsync') await second
      go()
      await Promise.all([first, second])
      expect(fs.readFileSync(at('a'), 'utf8')).toBe('other')
      expect(fs.readdirSync(folder)).toEqual(['a'])
      await write(at('a'), real)
      expect(fs.readFileSync(at('a'), 'utf8')).toBe(whole)
    }
  })

  test('a link stays a link', async () => {
    fs.writeFileSync(at('a'), 'old')
    fs.symlinkSync('a', at('link'))
    await write(at('link'), real)
    expect(fs.lstatSync(at('link')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(at('a'), 'utf8')).toBe(whole)
  })

  test('a name as long as the file system takes', async () => {
    const long = at('ä'.repeat(127))
    await write(long, real)
    expect(fs.readFileSync(long, 'utf8')).toBe(whole)
    expect(fs.readdirSync(folder).length).toBe(1)
  })

  test('places where no file can be', async () => {
    fs.writeFileSync(at('file'), '')
    const code = async (target: string): Promise<string> => (await rejected(write(target, real))).code
    expect(await code(folder)).toBe('OL_FILE_DIRECTORY')
    expect(await code(at('none/a'))).toBe('OL_FILE_MISSING')
    expect(await code(at('file/a'))).toBe('OL_FILE_MISSING')
    expect(fs.readdirSync(folder)).toEqual(['file'])
  })

  test('the temporary file of a killed process is removed, and the files of others are not', async () => {
    const { pid } = spawnSync('true')
    const [dead, ours, elsewhere, other] = [
      `a.${os.hostname()}.${pid}.abc123.tmp`,
      `a.${os.hostname()}.${process.pid}.77.tmp`,
      `a.another-machine.${pid}.abc123.tmp`,
      `b.${os.hostname()}.${pid}.abc123.tmp`,
    ]
    for (const name of [dead, ours, elsewhere, other]) fs.writeFileSync(at(name), '')
    await write(at('a'), real)
    expect(fs.readdirSync(folder).sort()).toEqual(['a', ours, elsewhere, other].sort())
  })

  test.skipIf(process.platform === 'win32')('a socket is not replaced', async () => {
    const server = net.createServer()
    await new Promise<void>((done) => server.listen(at('socket'), done))
    const error = await rejected(write(at('socket'), real))
    expect(error.code).toBe('OL_FILE_UNREADABLE')
    expect(error.message).toContain('not a regular file')
    expect(fs.statSync(at('socket')).isSocket()).toBe(true)
    await new Promise((done) => server.close(done))
  })
})

test('an error while the pieces are made leaves the old file and no other', async () => {
  fs.writeFileSync(at('a'), 'old')
  // biome-ignore lint/correctness/useYield: it fails first
  const broken = (function* (): Pieces {
    throw new Error('planted')
  })()
  expect((await rejected(writeAtomic(at('a'), broken))).message).toContain('planted')
  expect([fs.readFileSync(at('a'), 'utf8'), fs.readdirSync(folder)]).toEqual(['old', ['a']])
})

describe('an output', () => {
  test('that is a file appears when it is finished, and not at all if it is abandoned', async () => {
    fs.writeFileSync(at('a'), 'old')
    const output = await openOutput(at('a'))
    await output.write(Buffer.from('new'))
    expect(fs.readFileSync(at('a'), 'utf8')).toBe('old')
    await output.abandon()
    expect([fs.readFileSync(at('a'), 'utf8'), fs.readdirSync(folder)]).toEqual(['old', ['a']])
    const again = await openOutput(at('a'))
    await again.write(Buffer.from('new'))
    await again.finish()
    await again.abandon()
    expect([fs.readFileSync(at('a'), 'utf8'), fs.readdirSync(folder)]).toEqual(['new', ['a']])
  })

  test.skipIf(process.platform === 'win32')(
    'that is a device or a pipe is written to and stays',
    async () => {
      const device = await openOutput('/dev/null')
      await device.write(Buffer.from('new'))
      await device.finish()
      expect(fs.statSync('/dev/null').isCharacterDevice()).toBe(true)
      spawnSync('mkfifo', [at('pipe')])
      const read = fs.promises.readFile(at('pipe'), 'utf8')
      const pipe = await openOutput(at('pipe'))
      await pipe.write(Buffer.from('a'))
      await pipe.write(Buffer.from('b'))
      await pipe.finish()
      expect(await read).toBe('ab')
      expect(fs.statSync(at('pipe')).isFIFO()).toBe(true)
    },
  )

  test('that is a folder, or is in no folder, is an error', async () => {
    expect((await rejected(openOutput(folder))).code).toBe('OL_FILE_DIRECTORY')
    expect((await rejected(openOutput(at('none/a')))).code).toBe('OL_FILE_MISSING')
  })
})

test('a link to nothing stays a link, and the file appears where it leads', async () => {
  fs.mkdirSync(at('inner'))
  fs.symlinkSync('inner/second', at('first'))
  fs.symlinkSync('file', at('inner/second'))
  await writeAtomic(at('first'), pieces(), real)
  expect(fs.lstatSync(at('first')).isSymbolicLink()).toBe(true)
  expect(fs.lstatSync(at('inner/second')).isSymbolicLink()).toBe(true)
  expect(fs.readFileSync(at('inner/file'), 'utf8')).toBe(whole)
  fs.symlinkSync('circle', at('circle'))
  await expect(writeAtomic(at('circle'), pieces(), real)).rejects.toThrow(OLError)
})
