import { createTokens, oddAsBad, reserveTokens, tokenizers } from '@ol/fallback'
import {
  type Batch,
  type BatchNaming,
  badFields,
  badWidth,
  counts,
  type Divisors,
  faults,
  oddFields,
  type ReadOptions,
  type Tokens,
} from '@ol/spec'
import type { CellCounter } from './cell-counter.js'
import { divide, quotientError } from './features/divide.js'
import type { Expanded } from './features/expanded.js'
import type { Expanders } from './features/expanders.js'
import type { NamedSpaces } from './features/named-spaces.js'
import type { InputNames } from './names/name-finder.js'
import {
  addBadLine,
  type BadLine,
  badExpansion,
  badLineError,
  countNamespaces,
  describeBad,
  type ReadReport,
} from './read-report.js'
import { SkippedOfChunk, withoutExamples } from './skipped-of-chunk.js'
import type { ChunkStop, Tokenized } from './source/chunks.js'
import { toBatch } from './to-batch.js'

/** The lines of an input, which may differ from the lines of its text. */
export interface InputLines {
  readonly file: string | undefined
  /** returns the line of the input for a line of its text */
  readonly lineOf: (line: number) => number
  /** takes the bad line that a line of its text represents; undefined: no line does */
  readonly takeFault?: ((line: number) => BadLine | undefined) | undefined
}

/** The state that the chunks of an input share. */
export interface InputReading {
  readonly options: ReadOptions
  readonly report: ReadReport
  readonly expanders: Expanders | undefined
  /** records the namespaces that options name; undefined: they name none */
  readonly spaces: NamedSpaces | undefined
  readonly input: InputLines
  /** finds the names of features; undefined: none are requested */
  readonly names: InputNames | undefined
  /** counts the cells of a table; undefined: the input is not a table */
  readonly cells: CellCounter | undefined
  /** returns the place of a label that contradicts the decision about labels */
  readonly contradiction: (chunk: Tokenized, lineAt: (relative: number) => number) => ChunkStop | undefined
}

/** The end of a reading within a chunk. */
interface Stop extends ChunkStop {
  /** the bad line that ends it */
  readonly bad?: BadLine
}

/**
 * Yields the batches of a chunk that starts with line `firstLine`. Its bad lines are added to the report in the order of the
 * lines; with `strict` the first is thrown after all examples before it. With `reuseBuffers` batches have the arrays of the chunk or
 * of its expansion.
 */
export async function* chunkBatches(
  reading: InputReading,
  chunk: Tokenized,
  firstLine: number,
  naming: BatchNaming,
): AsyncGenerator<Batch, void, void> {
  const { tokens, bytes, plan } = chunk
  const { options, report, expanders, cells } = reading
  const { file, lineOf, takeFault } = reading.input
  const { divisors, strict = false, reuseBuffers = false } = options
  const c = tokens.counts
  const lineAt = (relative: number) => lineOf(firstLine + relative)
  const skipped = options.skippedLines === true ? new SkippedOfChunk(chunk, lineAt) : undefined
  let stop = earliest([
    reading.contradiction(chunk, lineAt),
    strict ? strictStop() : undefined,
    divisors === undefined ? undefined : quotientStop(divisors),
    cells?.contradiction(chunk, firstLine, lineOf),
  ])
  const lines = c[counts.lines]
  const found = strict ? 0 : c[counts.bad]
  let k = 0
  const addBad = (bad: BadLine) => {
    addBadLine(report, bad)
    skipped?.add(bad)
  }
  const addBadUntil = (until: number) => {
    for (; k < found && tokens.bad[k * badWidth + badFields.line] < until; k++) {
      if (tokens.bad[k * badWidth + badFields.fault] === faults.headerAgain) report.repeatedHeaders++
      else addBad(describe(tokens.bad.subarray(k * badWidth)))
    }
  }
  let from = 0
  let size = stop === undefined ? c[counts.examples] : examplesBefore(tokens, stop.line)
  while (from < size) {
    const expander = expanders?.current
    let expanded = await expander?.expandAsync(tokens, plan, from, size)
    const wrong = strict ? expanded?.bad[0] : undefined
    if (expander !== undefined && wrong !== undefined) {
      const line = tokens.lines[wrong.example]
      const bad = badExpansion(file, lineAt(line), wrong.fault)
      stop = { line, bad, error: badLineError(bad) }
      size = wrong.example
      if (size === from) break
      expanded = await expander.expandAsync(tokens, plan, from, size)
    }
    const made = toBatch(tokens, bytes, lineAt, plan, expanded, naming, size, reuseBuffers)
    const names = reading.names?.find(chunk, made)
    const until = expanded?.until ?? size
    addExpansions(expanded)
    const next = until < size ? tokens.lines[until] : (stop?.line ?? Number.POSITIVE_INFINITY)
    addBadUntil(next)
    const between = skipped?.take(next)
    const batch = {
      ...made.batch,
      ...(between === undefined ? {} : { skipped: between }),
      ...(divisors === undefined ? {} : { normalized: true }),
      ...(names === undefined ? {} : { names }),
    }
    reading.spaces?.add(tokens, from, until, expander)
    if (options.namespaces === true) countNamespaces(report, tokens, from, until, expander)
    report.examples += batch.size
    report.features += batch.indices.length
    options.signal?.throwIfAborted()
    from = until
    if (from === size && stop === undefined) addLines()
    if (batch.size === 0) {
      if (between !== undefined && between.length > 0) yield withoutExamples(between, plan.wide)
      continue
    }
    expanders?.next()
    yield batch
  }
  if (stop !== undefined) {
    addBadUntil(stop.line)
    if (cells !== undefined) countCells(tokensBefore(chunk, stop.line))
    report.lines += lineAt(stop.line) + 1 - lineOf(firstLine)
    if (stop.bad !== undefined) addBadLine(report, stop.bad)
    throw stop.error
  }
  if (size > 0) return
  addBadUntil(Number.POSITIVE_INFINITY)
  addLines()
  const all = skipped?.take(Number.POSITIVE_INFINITY) ?? []
  if (all.length > 0) yield withoutExamples(all, plan.wide)

  function describe(bad: Uint32Array): BadLine {
    const fault = takeFault?.(firstLine + bad[badFields.line])
    return fault ?? describeBad(bad, 0, bytes, lineAt, file)
  }

  function strictStop(): Stop | undefined {
    const first = firstFault(tokens, bytes)
    if (first === undefined) return undefined
    const bad = describe(first)
    return { line: first[badFields.line], bad, error: badLineError(bad) }
  }

  function quotientStop(by: Divisors): Stop | undefined {
    const wrong = divide(tokens, by, plan.wide)
    if (wrong === undefined) return undefined
    const line = tokens.lines[wrong.example]
    return { line, error: quotientError(wrong, file, lineAt(line)) }
  }

  function countCells(counted: Tokens): void {
    cells?.add({ tokens: counted, bytes }, firstLine, lineOf)
    report.shortRows += counted.counts[counts.short]
    report.blankRows += counted.counts[counts.blank]
  }

  function addExpansions(part: Expanded | undefined): void {
    for (const { example, fault } of part?.bad ?? []) {
      const line = tokens.lines[example]
      addBadUntil(line)
      addBad(badExpansion(file, lineAt(line), fault))
    }
  }

  function addLines(): void {
    countCells(tokens)
    report.lines += lineAt(lines) - lineOf(firstLine)
  }
}

/** Returns the tokens of the lines of a chunk before one of them. */
function tokensBefore({ bytes, start, plan }: Tokenized, line: number): Tokens {
  let end = start
  for (let k = 0; k < line; k++) end = bytes.indexOf(10, end) + 1
  const tokens = createTokens()
  reserveTokens(tokens, end - start, plan)
  tokenizers[plan.format](plan, { bytes, start, end, final: true }, tokens)
  return tokens
}

/** Returns the first bad line or odd cell of a chunk, as a bad line; a repeated header is not one. */
function firstFault(tokens: Tokens, bytes: Uint8Array): Uint32Array | undefined {
  const { bad, odd, counts: c } = tokens
  let k = 0
  while (k < c[counts.bad] && bad[k * badWidth + badFields.fault] === faults.headerAgain) k++
  const line = k < c[counts.bad] ? bad.slice(k * badWidth, (k + 1) * badWidth) : undefined
  if (c[counts.odd] === 0 || (line !== undefined && line[badFields.line] < odd[oddFields.line])) return line
  return oddAsBad(tokens, 0, bytes)
}

/** Returns the stop with the smaller line, or the first of equal ones. */
function earliest(stops: readonly (Stop | undefined)[]): Stop | undefined {
  let found: Stop | undefined
  for (const stop of stops)
    if (stop !== undefined && (found === undefined || stop.line < found.line)) found = stop
  return found
}

function examplesBefore({ lines, counts: c }: Tokens, line: number): number {
  let e = 0
  while (e < c[counts.examples] && lines[e] < line) e++
  return e
}
