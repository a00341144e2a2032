import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { OLError } from '@ol/spec'

export interface DownloadOptions {
  /** SHA-256 of the file as it is published; absent: not checked */
  readonly sha256?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** how often to resume a broken connection; default 4 */
  readonly attempts?: number | undefined
  /** milliseconds before the first new attempt, doubled for each after it; default 1000 */
  readonly pause?: number | undefined
  /** the bytes so far, and in total if the server reports it */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined
}

/**
 * Downloads a file. The received bytes are kept in `PATH.part`, with the server's version tag in `PATH.part.tag`: a
 * broken download resumes, now or at the next call, if the server supports that and the file has not changed; otherwise
 * it starts again. `path` appears when the file is complete and its checksum is right.
 *
 * Errors: OL_FETCH with the status or the reason; OL_FILE_CHECKSUM; OL_FILE_UNREADABLE.
 */
export async function download(url: string, path: string, options: DownloadOptions = {}): Promise<void> {
  const { attempts = 4, pause = 1000, signal } = options
  for (let attempt = 1; ; attempt++) {
    try {
      await take(url, path, options)
      break
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof OLError || attempt >= attempts) throw failure(url, error)
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** (attempt - 1)))
    }
  }
  await verify(url, `${path}.part`, options.sha256)
  await rename(`${path}.part`, path)
  await rm(`${path}.part.tag`, { force: true })
}

function failure(url: string, error: unknown): unknown {
  if (error instanceof OLError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? cause.message : String(cause)
  return new OLError('OL_FETCH', `${url}: ${why}`, { value: url, cause: error })
}

async function take(url: string, path: string, options: DownloadOptions): Promise<void> {
  const part = `${path}.part`
  const have = await sizeOf(part)
  const tag = have > 0 ? await readFile(`${part}.tag`, 'utf8').catch(() => '') : ''
  const resumed = have > 0 && tag !== ''
  // uncompressed, because a compressed transfer cannot be resumed
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (resumed) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': tag })
  const response = await fetch(url, { headers, signal: options.signal ?? null, redirect: 'follow' })
  const range = rangeOf(response.headers.get('content-range'))
  if (response.status === 416 && range.total === have) {
    await response.body?.cancel()
    return
  }
  const continued = response.status === 206 && resumed && range.from === have
  if (response.status !== 200 && !continued) {
    await response.body?.cancel()
    if (response.status === 416 || response.status === 206) {
      await rm(part, { force: true })
      throw new Error(`the server sent another range than bytes from ${have} on`)
    }
    throw new OLError('OL_FETCH', `${url}: ${response.status} ${response.statusText}`, {
      value: response.status,
    })
  }
  const start = continued ? have : 0
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isNaN(length) ? undefined : start + length
  await writeFile(`${part}.tag`, response.headers.get('etag') ?? response.headers.get('last-modified') ?? '')
  const written = await append(response, part, start, total, options)
  if (total !== undefined && written < total)
    throw new Error(`the connection ended after ${written} of ${total} bytes`)
}

async function append(
  response: Response,
  part: string,
  start: number,
  total: number | undefined,
  { onProgress }: DownloadOptions,
): Promise<number> {
  const file = await open(part, start > 0 ? 'a' : 'w')
  let written = start
  try {
    if (response.body !== null) {
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
        await file.writeFile(piece)
        written += piece.length
        onProgress?.(written, total)
      }
    }
  } finally {
    await file.close()
  }
  return written
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function rangeOf(header: string | null): { from: number; total: number } {
  const match = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(header ?? '')
  return { from: Number(match?.[1] ?? Number.NaN), total: Number(match?.[2] ?? Number.NaN) }
}

async function verify(url: string, part: string, expected: string | undefined): Promise<void> {
  if (expected === undefined) return
  const hash = createHash('sha256')
  for await (const piece of createReadStream(part)) hash.update(piece as Uint8Array)
  const found = hash.digest('hex')
  if (found === expected) return
  await rm(part, { force: true })
  await rm(`${part}.tag`, { force: true })
  throw new OLError(
    'OL_FILE_CHECKSUM',
    `${url}: expected SHA-256 ${expected} but received ${found}: the publisher may have changed the file`,
    {
      value: found,
      expected,
    },
  )
}
