import { fallback, type NameOf, tokenizeNamed } from '@ol/fallback'
import { matchingPaths } from '@ol/platform'
import { type BackendStream, checkKind, checkSchemaShape, counts, OLError, type Schema } from '@ol/spec'
import { Expander } from '../features/expander.js'
import { readableNames } from '../names/readable-names.js'
import { openInput } from '../open/open-input.js'
import { Chunks, defaultChunkBytes, defaultMaxLineBytes } from '../source/chunks.js'
import { type NamedSource, openSource, type Source } from '../source/source.js'
import { tokenPlan } from '../token-plan/token-plan.js'
import { type FeatureKey, WantedNames } from './wanted-names.js'

/**
 * Reads inputs by a schema and returns the names of the requested features in the order of appearance: `column`,
 * `column=value`, `namespace^name`, `name=value`, products `a^x*b^y`, n-grams `x y`, `Constant`. A feature with several
 * names is a collision; one without a name does not occur in the inputs.
 *
 * @param bits `wanted` are slots of a table of 2^bits; with 32 they are complete hashes @throws OLError OL_CACHE for a
 * cache, which keeps no names, and the errors of reading
 */
export async function featureNames(
  sources: readonly Source[],
  schema: Schema,
  wanted: readonly FeatureKey[],
  bits = 32,
): Promise<readonly (readonly string[])[]> {
  checkKind('sources', sources, 'array')
  checkSchemaShape(schema)
  checkKind('wanted', wanted, 'objects')
  checkKind('bits', bits, 'number')
  const names = new WantedNames(wanted, bits, schema.wide === true)
  const all = await Promise.all(
    sources.map(async (source) => (typeof source === 'string' ? await matchingPaths(source) : [source])),
  )
  for (const source of all.flat()) await readNames(openSource(source, undefined), schema, names)
  return names.all()
}

async function readNames(source: NamedSource, known: Schema, names: WantedNames): Promise<void> {
  const { window, sniffed, cache } = await openInput(source, {}, known, 2 * defaultChunkBytes)
  try {
    if (cache !== undefined) {
      const place = source.file === undefined ? {} : { file: source.file }
      throw new OLError(
        'OL_CACHE',
        'expected data with feature names but received a cache, which has none: name the file that the cache was made from',
        place,
      )
    }
    if (sniffed === undefined) return
    const { schema, columns } = sniffed
    let found: readonly (NameOf | undefined)[] = []
    const named: BackendStream = {
      ...fallback.stream(0),
      tokenize: (plan, chunk, out) => {
        found = tokenizeNamed(plan, chunk, out)
      },
    }
    const chunks = new Chunks(
      window,
      tokenPlan(schema, columns, defaultMaxLineBytes, false, sniffed),
      named,
      {},
    )
    const expander = schema.expand === undefined ? undefined : new Expander(schema.expand)
    window.start += sniffed.skip
    for (;;) {
      const chunk = await chunks.next()
      if (chunk === undefined) return
      if (chunk === 'long') {
        await window.dropLine()
        continue
      }
      const { tokens, plan } = chunk
      const read = readableNames(found, tokens, columns, schema.constant)
      const size = tokens.counts[counts.examples]
      if (expander === undefined) names.add(tokens, tokens.counts[counts.features], read)
      else
        for (let from = 0; from < size; ) {
          const expanded = expander.expand(tokens, plan, from, read)
          names.add(expanded, expanded.features, expanded.names)
          from = expanded.until
        }
      chunks.release(chunk)
    }
  } finally {
    await window.close()
  }
}
