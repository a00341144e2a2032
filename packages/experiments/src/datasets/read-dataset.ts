import { join } from 'node:path'
import { textBackend } from '@ol/core/internal'
import { hashText, namespaceHash } from '@ol/numerics'
import { type Reader, read, type Schema } from '@ol/reader'
import { limits, OLError } from '@ol/spec'
import { type Dataset, DatasetBuilder } from '../data/dataset.js'
import type { DatasetEntry } from './dataset-entry.js'
import { isPublished } from './datasets.js'
import { type Found, find } from './find-dataset.js'
import { readSentiment } from './sentiment.js'

/** A data set and its available files. */
export interface ReadDataset {
  readonly data: Dataset
  readonly found: Found
}

/** Reads a data set, complete or its sample. Errors: OL_FILE_MISSING if neither exists; the reader's errors. */
export async function readDataset(entry: DatasetEntry, folder: string): Promise<ReadDataset> {
  const found = find(entry, folder)
  if (found.state === 'missing') {
    const how = isPublished(entry) ? `ol-cli datasets fetch ${entry.id}` : `by hand: ${entry.page}`
    const text = `${entry.title}: ${found.paths[0]} is not there (${how})`
    throw new OLError('OL_FILE_MISSING', text, { value: found.paths[0] })
  }
  if (entry.format === 'sentiment') {
    const files = entry.files.map((file) => ({ path: join(folder, file.path), label: file.label ?? 1 }))
    return { data: await readSentiment(entry.id, files), found }
  }
  return { data: await readRows(entry, found), found }
}

async function readRows(entry: DatasetEntry, found: Found): Promise<Dataset> {
  const csv = entry.format === 'csv'
  const format = found.state === 'sample' && found.paths[0].endsWith('.vw.gz') ? 'vw' : entry.format
  const reader = read(found.paths, {
    ...entry.options,
    ...(csv && entry.numeric !== undefined ? { numeric: entry.numeric } : {}),
    labels: entry.task === 'binary' ? 'sign' : 'real',
    format: format as 'csv',
    constant: false,
    // the figures of these data are older than NaN for missing numbers
    missingAs: 'absent',
    ...(csv ? { names: limits.defaultNames } : {}),
    backend: textBackend(),
  })
  const schema = await reader.open()
  const numbers = numericColumns(schema)
  const numeric = numbers.size
  const names = new Map<number, string>()
  const builder = await collect(reader, numbers, names, entry.labelShift ?? 0)
  const data = builder.build(entry.id, numbers.size, numeric, reader.report.skipped)
  return names.size === 0 ? data : { ...data, names }
}

/** Returns the hashes of the numeric columns, in the order of the file. */
function numericColumns(schema: Schema | undefined): Map<number, number> {
  const numbers = new Map<number, number>()
  if (schema?.columns === undefined) return numbers
  const space = namespaceHash(new Uint8Array(0), 0, 0, schema.hashSeed, schema.hash)
  for (const { name, role } of schema.columns) {
    if (role === 'numeric') numbers.set(hashText(name, space, schema.hash), numbers.size)
  }
  return numbers
}

async function collect(
  reader: Reader,
  numbers: Map<number, number>,
  names: Map<number, string>,
  shift: number,
): Promise<DatasetBuilder> {
  const builder = new DatasetBuilder()
  const numeric = numbers.size
  for await (const { size, offsets, indices, values, labels, names: found } of reader) {
    for (let e = 0; e < size; e++) {
      for (let i = offsets[e]; i < offsets[e + 1]; i++) {
        let number = numbers.get(indices[i])
        if (number === undefined) {
          number = numbers.size
          numbers.set(indices[i], number)
        }
        builder.feature(number, values[i])
      }
      builder.end(labels[e] + shift)
    }
    found?.at.forEach((place, k) => {
      const number = numbers.get(indices[place]) as number
      if (number >= numeric) names.set(number, found.texts[k])
    })
  }
  return builder
}
