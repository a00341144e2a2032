import { hashText, namespaceHash } from '@ol/numerics'
import type { Schema } from '@ol/reader'
import type { NameFinder } from './dictionary.js'
import { readable } from './dictionary.js'
import { hashedText } from './vw.js'

/** Names in CSV: `column` for a number, `column=text` for a category or a word. `header`: the first record of this file. */
export function csvNames(schema: Schema, header: readonly string[] | undefined): NameFinder {
  const { hash, hashSeed, columns = [], delimiter = ',', quotes = true } = schema
  const space = namespaceHash(new Uint8Array(0), 0, 0, hashSeed, hash)
  const roles = new Map(columns.map(({ name, role }) => [name, role]))
  const names = header?.map(readable) ?? columns.map(({ name }) => name)
  const hashes = names.map((name) => hashText(name, space, hash))
  return (record, dictionary) => {
    fieldsOf(record, delimiter, quotes).forEach((text, i) => {
      const role = i < names.length ? roles.get(names[i]) : undefined
      if (role === 'numeric') dictionary.add(hashes[i], () => names[i])
      if (role === 'text')
        for (const word of text.split(/[\0-\x20]+/))
          dictionary.add(hashedText(word, hashes[i]), () => `${names[i]}=${readable(word)}`)
      if (role === 'categorical')
        dictionary.add(hashedText(text, hashes[i]), () => `${names[i]}=${readable(text)}`)
    })
  }
}

/** The fields of a record, without their quotes and without white space around unquoted ones. */
export function fieldsOf(record: string, delimiter: string, quotes: boolean): string[] {
  const fields: string[] = []
  const text = delimiter === ' ' ? record.trim() : record
  for (let p = 0; p <= text.length; p++) {
    while (text[p] === ' ' || (text[p] === '\t' && delimiter !== '\t')) p++
    if (quotes && text[p] === '"') {
      let field = ''
      for (p++; p < text.length && (text[p] !== '"' || text[p + 1] === '"'); p++) {
        if (text[p] === '"') p++
        field += text[p]
      }
      const end = text.indexOf(delimiter, p)
      p = end < 0 ? text.length : end
      fields.push(field)
    } else {
      const end = text.indexOf(delimiter, p)
      const stop = end < 0 ? text.length : end
      fields.push(text.slice(p, stop).trim())
      p = stop
    }
  }
  return fields
}

/** Whether a quoted field is still open at the end of the text: its record goes on in the next line. */
export function isOpen(text: string, schema: Schema): boolean {
  return schema.quotes === true && text.split('"').length % 2 === 0
}
