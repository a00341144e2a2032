import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DatasetEntry } from '../src/datasets/dataset-entry.js'
import { download } from '../src/datasets/download.js'
import { fetchDataset } from '../src/datasets/fetch.js'

const body = Buffer.from(Array.from({ length: 300_000 }, (_, k) => (k * 7919) % 251))
const sha256 = createHash('sha256').update(body).digest('hex')

let folder: string
let server: Server
let url: string
/** the requests to the server: the range of each, if it had one */
let ranges: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ol-download-'))
  ranges = []
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.bin`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the body, or the range of it that was requested. */
function whole(request: IncomingMessage, response: ServerResponse, etag = '"a"'): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN)
  const fresh = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  if (Number.isNaN(from) || !fresh) {
    response.writeHead(200, { 'content-length': body.length, etag })
    response.end(body)
    return
  }
  response.writeHead(206, {
    'content-length': body.length - from,
    'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
    etag,
  })
  response.end(body.subarray(from))
}

/** Breaks the connection after this many bytes, once the client has had time to take them. */
function broken(response: ServerResponse, bytes: number, etag: string | undefined, content = body): void {
  response.writeHead(200, { 'content-length': body.length, ...(etag === undefined ? {} : { etag }) })
  response.write(content.subarray(0, bytes), () => setTimeout(() => response.destroy(), 100))
}

const target = (): string => join(folder, 'file.bin')

describe('download', () => {
  it('takes a file, with progress, and leaves nothing else', async () => {
    answer = whole
    const told: number[] = []
    await download(url, target(), { sha256, onProgress: (bytes, total) => told.push(bytes, total ?? -1) })
    expect(readFileSync(target()).equals(body)).toBe(true)
    expect(told.slice(-2)).toEqual([body.length, body.length])
    expect(existsSync(`${target()}.part`)).toBe(false)
    expect(existsSync(`${target()}.part.tag`)).toBe(false)
  })

  it('continues where the connection broke', async () => {
    answer = (request, response) =>
      ranges.length === 1 ? broken(response, 100_000, '"a"') : whole(request, response)
    await download(url, target(), { sha256, pause: 1 })
    expect(ranges).toHaveLength(2)
    expect(Number(/^bytes=(\d+)-$/.exec(ranges[1] ?? '')?.[1])).toBeGreaterThan(0)
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('continues at a later call', async () => {
    answer = (_, response) => broken(response, 100_000, '"a"')
    await expect(download(url, target(), { sha256, attempts: 1 })).rejects.toMatchObject({ code: 'OL_FETCH' })
    expect(existsSync(target())).toBe(false)
    expect(existsSync(`${target()}.part`)).toBe(true)
    answer = whole
    await download(url, target(), { sha256 })
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/)
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('starts again if the file has changed meanwhile', async () => {
    answer = (request, response) =>
      ranges.length === 1
        ? broken(response, 100_000, '"old"', Buffer.alloc(body.length, 255))
        : whole(request, response, '"new"')
    await download(url, target(), { sha256, pause: 1 })
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('starts again if the server does not support ranges', async () => {
    answer = (_, response) => {
      if (ranges.length === 1) return broken(response, 100_000, '"a"')
      response.writeHead(200, { 'content-length': body.length })
      return response.end(body)
    }
    await download(url, target(), { sha256, pause: 1 })
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('requests no range if the server sends no version mark', async () => {
    answer = (request, response) =>
      ranges.length === 1 ? broken(response, 100_000, undefined) : whole(request, response)
    await download(url, target(), { sha256, pause: 1 })
    expect(ranges).toEqual([undefined, undefined])
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('says that a file is not there, without trying again', async () => {
    answer = (_, response) => response.writeHead(404).end('gone')
    await expect(download(url, target(), { pause: 1 })).rejects.toMatchObject({
      code: 'OL_FETCH',
      value: 404,
    })
    expect(ranges).toHaveLength(1)
    expect(existsSync(`${target()}.part`)).toBe(false)
  })

  it('discards a file with the wrong checksum, and names both', async () => {
    answer = whole
    const wrong = '0'.repeat(64)
    await expect(download(url, target(), { sha256: wrong })).rejects.toMatchObject({
      code: 'OL_FILE_CHECKSUM',
      value: sha256,
      expected: wrong,
    })
    expect(existsSync(target())).toBe(false)
    expect(existsSync(`${target()}.part`)).toBe(false)
  })

  it('takes a part that is whole already', async () => {
    writeFileSync(`${target()}.part`, body)
    writeFileSync(`${target()}.part.tag`, '"a"')
    answer = (_, response) => response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end()
    await download(url, target(), { sha256 })
    expect(readFileSync(target()).equals(body)).toBe(true)
  })

  it('stops when told to', async () => {
    const controller = new AbortController()
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': body.length, etag: '"a"' })
      response.write(body.subarray(0, 1000), () => setTimeout(() => controller.abort('enough'), 5))
    }
    await expect(download(url, target(), { signal: controller.signal, pause: 1 })).rejects.toBe('enough')
    expect(ranges).toHaveLength(1)
  })
})

describe('fetchDataset', () => {
  const entry = (sum: string | undefined): DatasetEntry => ({
    id: 'set',
    title: 'Set',
    task: 'binary',
    page: url,
    licence: 'none',
    format: 'csv',
    label: 'y',
    files: [{ path: 'in/file.gz', url, rows: 1, sha256: sum }],
  })

  it('stores files as gzip and does not fetch them again', async () => {
    answer = whole
    const [first] = await fetchDataset(entry(sha256), folder)
    expect(first).toMatchObject({ state: 'checked', sha256 })
    expect(gunzipSync(readFileSync(join(folder, 'in', 'file.gz'))).equals(body)).toBe(true)
    const [second] = await fetchDataset(entry(sha256), folder)
    expect(second.state).toBe('there')
    expect(ranges).toHaveLength(1)
  })

  it('stores no file with wrong contents', async () => {
    answer = whole
    await expect(fetchDataset(entry('f'.repeat(64)), folder)).rejects.toMatchObject({
      code: 'OL_FILE_CHECKSUM',
    })
    expect(existsSync(join(folder, 'in', 'file.gz'))).toBe(false)
  })

  it('does not take a corrupt file for a set that is there', async () => {
    answer = whole
    await fetchDataset(entry(sha256), folder)
    const path = join(folder, 'in', 'file.gz')
    writeFileSync(path, readFileSync(path).subarray(0, 500))
    await expect(fetchDataset(entry(sha256), folder)).rejects.toMatchObject({ code: 'OL_FILE_CHECKSUM' })
  })
})
