import * as fs from 'node:fs'
import * as net from 'node:net'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Learner } from '../src/learner.js'
import { encodeModel } from '../src/model-file.js'
import { resolveOptions } from '../src/options.js'
import { type FileCalls, openFile, writeAtomic } from '../src/platform/files.js'
import type { Pieces } from '../src/platform/platform.js'
import { Progress } from '../src/progress.js'
import { createTable } from '../src/table.js'
import { randomBatch, rejected } from './data.js'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-save-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true })
})

const real: FileCalls = {
  ...fs,
  fsync: (fd) => new Promise((done, fail) => fs.fsync(fd, (error) => (error ? fail(error) : done()))),
}

function pieces(): Pieces {
  const settings = resolveOptions({ bits: 4 })
  const table = createTable(settings.rule, 4, settings.lanes, settings.precision)
  return encodeModel({ settings, counts: new Progress('squared').state(), table, sums: [] })
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
    if (name === 'fsync') return Promise.reject(error)
    throw error
  }
  return { ...real, [name]: call } as FileCalls
}

describe('saving', () => {
  test('the file is what toBytes says, and nothing else is left in the folder', async () => {
    const model = new Learner({ bits: 6 })
    const file = path.join(folder, 'a.ol')
    for (let i = 0; i < 3; i++) {
      model.learn(randomBatch(i, 20))
      await model.save(file)
      expect(new Uint8Array(fs.readFileSync(file))).toEqual(model.toBytes())
      expect((await Learner.load(file)).toBytes()).toEqual(model.toBytes())
    }
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
  })

  test('learning may go on at once: what was is what is saved', async () => {
    const model = new Learner({ bits: 6 })
    model.learn(randomBatch(1, 20))
    const before = model.toBytes()
    const saved = model.save(path.join(folder, 'a.ol'))
    model.learn(randomBatch(2, 20))
    await saved
    expect(new Uint8Array(fs.readFileSync(path.join(folder, 'a.ol')))).toEqual(before)
  })

  test('saves at the same time to the same file leave one of them whole', async () => {
    const file = path.join(folder, 'a.ol')
    const models = Array.from({ length: 8 }, (_, i) => {
      const model = new Learner({ bits: 6 })
      model.learn(randomBatch(i, 20))
      return model
    })
    await Promise.all(models.map((model) => model.save(file)))
    const bytes = new Uint8Array(fs.readFileSync(file))
    expect(models.some((model) => Buffer.compare(model.toBytes(), bytes) === 0)).toBe(true)
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
  })

  test.each([
    ['openSync', 'ENOSPC', 1],
    ['openSync', 'EEXIST', 1],
    ['fchmodSync', 'EPERM', 1],
    ['writeSync', 'ENOSPC', 1],
    ['writeSync', 'EIO', 3],
    ['fsync', 'EIO', 1],
    ['closeSync', 'EIO', 1],
    ['renameSync', 'EACCES', 1],
  ] as const)('%s failing with %s at call %i leaves the old file and no other', async (name, code, when) => {
    const file = path.join(folder, 'a.ol')
    fs.writeFileSync(file, 'old')
    const open = fs.readdirSync('/proc/self/fd').length
    const error = await rejected(writeAtomic(file, pieces(), failing(name, code, when)))
    expect(error.code).toBe('OL_FILE_UNREADABLE')
    expect(error.message).toContain(`planted in ${name}`)
    expect(fs.readFileSync(file, 'utf8')).toBe('old')
    expect(fs.readdirSync(folder)).toEqual(['a.ol'])
    expect(fs.readdirSync('/proc/self/fd').length).toBe(open)
  })

  test('an error while the pieces are made leaves the old file and no other', async () => {
    const file = path.join(folder, 'a.ol')
    fs.writeFileSync(file, 'old')
    // biome-ignore lint/correctness/useYield: it fails first
    const broken = (function* (): Pieces {
      throw new Error('planted')
    })()
    expect((await rejected(writeAtomic(file, broken))).message).toContain('planted')
    expect([fs.readFileSync(file, 'utf8'), fs.readdirSync(folder)]).toEqual(['old', ['a.ol']])
  })

  test('a folder that cannot be synced is an error, with the new file in place', async () => {
    const file = path.join(folder, 'a.ol')
    const error = await rejected(writeAtomic(file, pieces(), failing('fsync', 'EIO', 2)))
    expect(error.message).toContain('folder')
    await Learner.load(file)
    await writeAtomic(file, pieces(), failing('fsync', 'EINVAL', 2))
  })

  test('short writes are gone on with', async () => {
    const write = ((fd: number, bytes: Uint8Array, offset: number, length: number, position: number) =>
      fs.writeSync(fd, bytes, offset, Math.min(length, 7), position)) as FileCalls['writeSync']
    await writeAtomic(path.join(folder, 'a.ol'), pieces(), { ...real, writeSync: write })
    await writeAtomic(path.join(folder, 'b.ol'), pieces())
    const [a, b] = ['a.ol', 'b.ol'].map((name) => fs.readFileSync(path.join(folder, name)))
    expect(a.equals(b)).toBe(true)
  })

  test('a link stays a link, and the mode stays', async () => {
    const [file, link] = ['a.ol', 'link.ol'].map((name) => path.join(folder, name))
    fs.writeFileSync(file, 'old', { mode: 0o640 })
    fs.symlinkSync('a.ol', link)
    await new Learner({ bits: 4 }).save(link)
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true)
    expect(fs.statSync(file).mode & 0o777).toBe(0o640)
    await Learner.load(file)
  })

  test('places where no model can be', async () => {
    const model = new Learner({ bits: 4 })
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    const code = async (target: string): Promise<string> => (await rejected(model.save(target))).code
    expect(await code(folder)).toBe('OL_FILE_DIRECTORY')
    expect(await code(path.join(folder, 'none', 'a.ol'))).toBe('OL_FILE_MISSING')
    expect(await code(path.join(file, 'a.ol'))).toBe('OL_FILE_UNREADABLE')
    expect(fs.readdirSync(folder)).toEqual(['file'])
  })

  test.skipIf(process.platform === 'win32')(
    'a socket, a pipe or a device is neither replaced nor read',
    async () => {
      const socket = path.join(folder, 'socket')
      const server = net.createServer()
      await new Promise<void>((done) => server.listen(socket, done))
      const error = await rejected(writeAtomic(socket, pieces()))
      expect(error.code).toBe('OL_FILE_UNREADABLE')
      expect(error.message).toContain('not a regular file')
      expect(fs.statSync(socket).isSocket()).toBe(true)
      expect((await rejected(openFile('/dev/zero'))).message).toContain('not a regular file')
      await new Promise((done) => server.close(done))
    },
  )

  test('places where no model is', async () => {
    const code = async (target: string): Promise<string> => (await rejected(Learner.load(target))).code
    expect(await code(folder)).toBe('OL_FILE_DIRECTORY')
    expect(await code(path.join(folder, 'none.ol'))).toBe('OL_FILE_MISSING')
    expect(await code('/dev/zero')).toBe('OL_FILE_UNREADABLE')
    const file = path.join(folder, 'a.ol')
    await new Learner({ bits: 12 }).save(file)
    fs.truncateSync(file, 40000)
    const error = await rejected(Learner.load(file))
    expect(error.code).toBe('OL_MODEL_FORMAT')
    expect(error.message).toContain(file)
    expect((await rejected(Learner.load(path.join(file, 'x')))).code).toBe('OL_FILE_UNREADABLE')
  })

  test('a file larger than a piece', async () => {
    const model = new Learner({ bits: 20, precision: 'float64' })
    model.learn({ ...randomBatch(1, 50), indices: randomBatch(1, 50).indices.map((i) => i * 12345677) })
    await model.save(path.join(folder, 'a.ol'))
    const again = await Learner.load(path.join(folder, 'a.ol'))
    expect([...again.weights()]).toEqual([...model.weights()])
    expect(Buffer.compare(again.toBytes(), model.toBytes())).toBe(0)
  })
})
