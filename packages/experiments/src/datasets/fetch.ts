import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { OLError } from '@ol/spec'
import { contentOf } from './archive.js'
import type { DataFile, DatasetEntry } from './dataset-entry.js'
import { type DownloadOptions, download } from './download.js'
import { checkFile } from './verify.js'

export interface FetchOptions extends Omit<DownloadOptions, 'sha256' | 'onProgress'> {
  readonly onProgress?: ((file: string, bytes: number, total: number | undefined) => void) | undefined
}

export interface FetchedFile {
  readonly path: string
  /** `checked`: its checksum is right; `taken`: no checksum is known; `there`: the file already existed */
  readonly state: 'checked' | 'taken' | 'there'
  readonly sha256: string
}

/**
 * Downloads the missing files of a data set, extracts them from their archives and stores them as gzip in the folder. A
 * file appears there only when its checksum is right. Errors: as `download`; OL_FILE_CHECKSUM for a file with other
 * contents, even if it already existed; OL_FILE_MISSING if an archive lacks it; OL_FETCH for a file that is published
 * nowhere.
 */
export async function fetchDataset(
  entry: DatasetEntry,
  folder: string,
  options: FetchOptions = {},
): Promise<FetchedFile[]> {
  const fetched: FetchedFile[] = []
  const downloads = new Set<string>()
  for (const file of entry.files) {
    const path = join(folder, file.path)
    if (existsSync(path)) {
      fetched.push(await already(path, file))
      continue
    }
    const { url } = file
    if (url === undefined) throw unpublished(entry, path)
    await mkdir(dirname(path), { recursive: true })
    const archive = join(folder, `${hashText(url).slice(0, 12)}-${url.split('/').pop()}`)
    const onProgress = (bytes: number, total: number | undefined): void =>
      options.onProgress?.(file.path, bytes, total)
    if (!existsSync(archive)) await download(url, archive, { ...options, onProgress })
    downloads.add(archive)
    fetched.push(await store(archive, path, file, url))
  }
  for (const archive of downloads) await rm(archive, { force: true })
  return fetched
}

async function already(path: string, file: DataFile): Promise<FetchedFile> {
  const { state, sha256 = '' } = await checkFile(path, file.sha256)
  if (state === 'wrong' || state === 'corrupt') throw wrongContent(path, sha256, file.sha256)
  return { path, state: 'there', sha256 }
}

async function store(archive: string, path: string, file: DataFile, url: string): Promise<FetchedFile> {
  const content = await contentOf(await readFile(archive), archive, file.member)
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (file.sha256 !== undefined && sha256 !== file.sha256) {
    await rm(archive, { force: true })
    throw wrongContent(url, sha256, file.sha256)
  }
  await writeFile(`${path}.part`, await promisify(gzip)(content))
  await rename(`${path}.part`, path)
  return { path, state: file.sha256 === undefined ? 'taken' : 'checked', sha256 }
}

function unpublished({ title, page }: DatasetEntry, path: string): OLError {
  const text = `${title}: ${path} has to be put there by hand, as no publisher of just this file is known: ${page} describes it`
  return new OLError('OL_FETCH', text, { value: path })
}

function wrongContent(name: string, found: string, expected: string | undefined): OLError {
  const text =
    found === ''
      ? `${name} is corrupt`
      : `${name}: the SHA-256 of its content is ${found}, and not ${expected}`
  return new OLError(
    'OL_FILE_CHECKSUM',
    text,
    expected === undefined ? { value: found } : { value: found, expected },
  )
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
