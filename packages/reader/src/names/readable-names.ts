import {
  createTokens,
  type FeatureName,
  type Named,
  type NameOf,
  reserveTokens,
  tokenizeNamed,
} from '@ol/fallback'
import { type Chunk, counts, type SchemaColumn, type TokenPlan, type Tokens } from '@ol/spec'

/** Returns the names of the features of tokens for people to read; the constant is the last of each example. */
export function readableNames(
  found: readonly (NameOf | undefined)[],
  { offsets, counts: c }: Tokens,
  columns: readonly SchemaColumn[],
  constant: boolean,
): readonly (Named | undefined)[] {
  const read = found.map((name): Named | undefined =>
    name === undefined ? undefined : once(() => nameText(name(), columns)),
  )
  if (constant) for (let e = 1; e <= c[counts.examples]; e++) read[offsets[e] - 1] = () => 'Constant'
  return read
}

/** Returns a name that is built when it is first requested: products request the names of their features repeatedly. */
function once(name: Named): Named {
  let text: string | undefined
  return () => {
    text ??= name()
    return text
  }
}

function nameText({ column, within, name, value }: FeatureName, columns: readonly SchemaColumn[]): string {
  const own = column === undefined ? (name ?? '') : columns[column].name
  const text = [...within, own].join('^')
  return value === undefined ? text : `${text}=${value}`
}

/** Reads examples of a chunk again, one at a time, for the names of their features. */
export class SecondReading {
  readonly #columns: readonly SchemaColumn[]
  readonly tokens: Tokens = createTokens()

  constructor(columns: readonly SchemaColumn[]) {
    this.#columns = columns
  }

  /** Returns the names of the features of the first example of a chunk, valid as long as its bytes. */
  names(plan: TokenPlan, chunk: Chunk): readonly (Named | undefined)[] {
    reserveTokens(this.tokens, chunk.end - chunk.start, plan)
    const found = tokenizeNamed(plan, chunk, this.tokens)
    return readableNames(found, this.tokens, this.#columns, plan.constant)
  }
}
