import { OLError, type ReadOptions, type Schema } from '@ol/spec'

/** Returns the schema of a table with how the words of its text are distinguished: OL_PARAMETER for options that exclude each other. */
export function withWords(schema: Schema, { words = 'prose', charNgrams }: ReadOptions): Schema {
  if (charNgrams !== undefined && words !== 'prose')
    throw new OLError('OL_PARAMETER', `expected words 'prose' with charNgrams but received '${words}'`, {
      value: words,
      expected: "'prose'",
    })
  if (words !== 'prose' || schema.columns?.some(({ role }) => role === 'text') !== true) return schema
  return { ...schema, words, ...(charNgrams === undefined ? {} : { charNgrams }) }
}
