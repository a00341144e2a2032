import { inputText, matchingPaths, type Schema } from '@ol/reader'
import { constantIndex } from '@ol/spec'
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
  for (const file of (await Promise.all(files.map(matchingPaths))).flat())
    await findInFile(file, schema, dictionary)
}

async function findInFile(file: string, schema: Schema, dictionary: Dictionary): Promise<void> {
  let find: NameFinder | undefined
  let unclosed = ''
  const input = inputText(file, schema)
  for await (const line of linesOf(input.pieces)) {
    const own = input.schema()
    const record = unclosed + line
    unclosed = isOpen(record, own) ? `${record}\n` : ''
    if (unclosed !== '' || record === '') continue
    if (find === undefined) {
      const isHeader = own.format === 'csv' && own.header === true
      // a table has names, too, where the columns of the model have only numbers
      const named = schema.header === true || schema.arff === true
      find = finderOf(own, isHeader && named ? record : undefined)
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

/** The lines of a text, a character for each byte. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held = ''
  let first = true
  for await (const piece of pieces) {
    const lines = (
      held + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    ).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) {
      yield cleaned(line, first)
      first = false
    }
  }
  if (held !== '') yield cleaned(held, first)
}

/** Without the byte order mark of UTF-8 and a carriage return. */
function cleaned(line: string, first: boolean): string {
  const text = first && line.startsWith('\u00ef\u00bb\u00bf') ? line.slice(3) : line
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
