import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { OLError } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../data/dataset.js'

export interface LabelledFile {
  readonly path: string
  readonly label: number
}

/**
 * Reads documents of `word:count` with a last field `#label#:name`, a line each. Counts are divided by their Euclidean
 * norm. Errors: OL_LINE_SYNTAX with file and line.
 */
export async function readSentiment(id: string, files: readonly LabelledFile[]): Promise<Dataset> {
  const numbers = new Map<string, number>()
  const builder = new DatasetBuilder()
  for (const { path, label } of files) {
    const text = (await promisify(gunzip)(await readFile(path))).toString('utf8')
    let line = 0
    for (const document of text.split('\n')) {
      line++
      if (document !== '') addDocument(document, label, numbers, builder, path, line)
    }
  }
  return builder.build(id, numbers.size, 0)
}

function addDocument(
  document: string,
  label: number,
  numbers: Map<string, number>,
  builder: DatasetBuilder,
  file: string,
  line: number,
): void {
  const counts = new Map<number, number>()
  for (const field of document.split(' ')) {
    // a word may contain colons
    const colon = field.lastIndexOf(':')
    if (field === '' || field.startsWith('#label#:')) continue
    const count = Number(field.slice(colon + 1))
    if (colon < 1 || !(count > 0))
      throw new OLError('OL_LINE_SYNTAX', `the field is not of the form word:count: ${field}`, { file, line })
    const word = field.slice(0, colon)
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    counts.set(number, (counts.get(number) ?? 0) + count)
  }
  let squares = 0
  for (const count of counts.values()) squares += count * count
  for (const [number, count] of counts) builder.feature(number, count / Math.sqrt(squares))
  builder.end(label)
}
