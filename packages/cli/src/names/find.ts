import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Schema } from '@ol/reader'
import { constantIndex } from '@ol/spec'
import { ExitError } from '../exit.js'
import { countsNames } from './counts.js'
import { csvNames, fieldsOf, isOpen } from './csv.js'
import type { Dictionary, NameFinder } from './dictionary.js'
import { jsonlNames } from './jsonl.js'
import { svmlightNames } from './svmlight.js'
import { vwNames } from './vw.js'

/** Reads files as the model's schema says and gives the dictionary the names of their features. */
export async function findNames(
  files: readonly string[],
  schema: Schema,
  dictionary: Dictionary,
): Promise<void> {
  dictionary.add(constantIndex, () => 'Constant')
  for (const file of files) await findInFile(file, schema, dictionary)
}

async function findInFile(file: string, schema: Schema, dictionary: Dictionary): Promise<void> {
  let find: NameFinder | undefined
  let unclosed = ''
  for await (const line of linesOf(file)) {
    const record = unclosed + line
    unclosed = isOpen(record, schema) ? `${record}\n` : ''
    if (unclosed !== '' || record === '') continue
    if (find === undefined) {
      const isHeader = schema.format === 'csv' && schema.header === true
      find = finderOf(schema, isHeader ? record : undefined)
      if (isHeader) continue
    }
    find(record, dictionary)
  }
}

function finderOf(schema: Schema, header: string | undefined): NameFinder {
  if (schema.format === 'vw') return vwNames(schema.hash, schema.hashSeed)
  if (schema.format === 'svmlight') return svmlightNames
  if (schema.format === 'counts') return countsNames(schema.hash, schema.hashSeed)
  if (schema.format === 'jsonl') return jsonlNames(schema.hash, schema.hashSeed)
  const fields =
    header === undefined ? undefined : fieldsOf(header, schema.delimiter ?? ',', schema.quotes ?? true)
  return csvNames(schema, fields)
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  let failure: unknown
  const source: Readable = (await isGzip(file)) ? bytes.pipe(createGunzip()) : bytes
  for (const stream of new Set([bytes, source])) {
    stream.on('error', (error: unknown) => {
      failure ??= error
      source.destroy()
    })
  }
  source.setEncoding('latin1')
  let first = true
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    // the byte order mark of UTF-8
    yield first && line.startsWith('\u00ef\u00bb\u00bf') ? line.slice(3) : line
    first = false
  }
  if (failure !== undefined) throw unreadable(file, failure)
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    await handle.close()
  }
}

function unreadable(file: string, error: unknown): ExitError {
  return new ExitError(66, `${file}: ${error instanceof Error ? error.message : String(error)}`, error)
}
