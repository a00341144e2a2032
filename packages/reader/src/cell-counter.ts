import { describeBad, oddAsBad } from '@ol/fallback'
import {
  badWidth,
  type ColumnRole,
  type ColumnType,
  counts,
  faults,
  OLError,
  oddFields,
  oddWidth,
  type SchemaColumn,
  type Tokens,
  valueText,
} from '@ol/spec'
import type { ChunkStop, Tokenized } from './source/chunks.js'
import { type ColumnReport, keptOdd, type OddCell } from './table-report.js'

/** The type of the cells of each role; a label may be of any. */
const typesOfRoles: Partial<Record<ColumnRole, ColumnType>> = {
  numeric: 'number',
  categorical: 'string',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
}

/** Returns the reports of the columns of a schema, before anything is read. */
export function columnReports(columns: readonly SchemaColumn[]): ColumnReport[] {
  return columns.map(({ name, role, form }) => {
    const type = form === 'time' ? 'time' : typesOfRoles[role]
    return { name, role, type, form, missing: 0, odd: 0, oddCells: [] }
  })
}

/** The number of consecutive cells and lines over which the share of those that do not fit is computed. */
const stretch = 1000
/** The largest share of cells that do not fit: if the type was inferred from a sample, and if it was known before. */
const oddShares = { inferred: 1 / 5, known: 1 / 2 }
const mostUneven = stretch / 10

/** Fewer examples do not show the type of a column. */
const fewExamples = 10

/** Returns the words for the cells of a role. */
function kindOf(role: ColumnRole): string {
  return role === 'numeric' ? 'numbers' : role === 'date' ? 'dates' : 'true and false'
}

/** Counts the missing and odd cells of an input, and stops if it is not the table that it seemed to be. */
export class CellCounter {
  /** by column of the input: its report; undefined: it has none */
  readonly #reports: readonly (ColumnReport | undefined)[]
  readonly #columns: readonly SchemaColumn[]
  readonly #file: string | undefined
  /** the lines from which the types were inferred, which may have many odd cells; 0: the types were known before */
  readonly #sampled: number
  #examples = 0
  #stretchAt = 0
  /** the odd cells by column: of this input, of its sample, and of the current stretch */
  readonly #odd: Uint32Array
  readonly #oddOfSample: Uint32Array
  readonly #oddOfStretch: Uint32Array
  #linesAt = 0
  #uneven = 0

  constructor(
    reports: readonly ColumnReport[],
    columns: readonly SchemaColumn[],
    file: string | undefined,
    sampled: number,
  ) {
    const byName = new Map(reports.map((report) => [report.name, report]))
    this.#reports = columns.map(({ name, role }) => (role === 'ignore' ? undefined : byName.get(name)))
    this.#columns = columns
    this.#file = file
    this.#sampled = sampled
    this.#odd = new Uint32Array(columns.length)
    this.#oddOfSample = new Uint32Array(columns.length)
    this.#oddOfStretch = new Uint32Array(columns.length)
  }

  /** Adds the cells of a chunk that starts with line `firstLine` of the text. */
  add(
    { tokens, bytes }: Pick<Tokenized, 'tokens' | 'bytes'>,
    firstLine: number,
    lineOf: (line: number) => number,
  ): void {
    for (const [k, report] of this.#reports.entries())
      if (report !== undefined) report.missing += tokens.missing[k]
    for (let i = 0; i < tokens.counts[counts.odd]; i++) {
      const column = tokens.odd[i * oddWidth + oddFields.column]
      const report = this.#reports[column]
      if (report === undefined) continue
      this.#odd[column]++
      report.odd++
      if (report.oddCells.length >= keptOdd) continue
      const line = lineOf(firstLine + tokens.odd[i * oddWidth + oddFields.line])
      report.oddCells.push(oddCell(tokens, i, bytes, line, this.#file))
    }
  }

  /**
   * Returns the first line of a chunk that shows that the input is not the table that it seemed to be: in 1,000
   * consecutive examples more than a fifth of the cells of a column do not fit, or half of them if its type was known
   * before (OL_LINE_TYPE), or a tenth of 1,000 lines have another number of columns (OL_INPUT_COLUMNS). undefined:
   * there is no such line. Call it once for each chunk.
   */
  contradiction(
    { tokens, bytes }: Tokenized,
    firstLine: number,
    lineOf: (line: number) => number,
  ): ChunkStop | undefined {
    const c = tokens.counts
    let stop: ChunkStop | undefined
    for (let i = 0; i < c[counts.odd] && stop === undefined; i++) {
      const at = i * oddWidth
      const line = tokens.odd[at + oddFields.line]
      const error = this.#checkOdd(
        this.#examples + tokens.odd[at + oddFields.example],
        tokens.odd[at + oddFields.column],
        firstLine + line,
        lineOf,
        tokens,
        i,
        bytes,
      )
      if (error !== undefined) stop = { line, error }
    }
    this.#examples += c[counts.examples]
    for (let k = 0; k < c[counts.bad]; k++) {
      const fault = tokens.bad[k * badWidth]
      if (fault !== faults.columnsFew && fault !== faults.columnsMany) continue
      const line = tokens.bad[k * badWidth + 1]
      const error = this.#checkUneven(firstLine + line, fault, lineOf)
      if (error === undefined) continue
      if (stop === undefined || line < stop.line) stop = { line, error }
      break
    }
    return stop
  }

  /**
   * Throws OL_LINE_TYPE if most cells of a column did not fit it: an option requested a type that they do not have.
   */
  finish(): void {
    for (const [k, { name, role }] of this.#columns.entries()) {
      const report = this.#reports[k]
      const odd = this.#odd[k]
      if (report === undefined || this.#examples < fewExamples || 2 * odd <= this.#examples) continue
      const { line, column, text } = report.oddCells[0]
      throw new OLError(
        'OL_LINE_TYPE',
        `expected ${kindOf(role)} in the column ${valueText(name)} but ${odd} of ${this.#examples} cells do not fit, such as ${valueText(text)}: read it as strings (--categorical ${name}), or leave it out (--ignore ${name})`,
        { ...(this.#file === undefined ? {} : { file: this.#file }), line, column, value: text },
      )
    }
  }

  #checkOdd(
    example: number,
    column: number,
    line: number,
    lineOf: (line: number) => number,
    tokens: Tokens,
    i: number,
    bytes: Uint8Array,
  ): OLError | undefined {
    const at = Math.floor(example / stretch)
    if (at !== this.#stretchAt) {
      this.#stretchAt = at
      this.#oddOfStretch.fill(0)
    }
    if (line <= this.#sampled) {
      this.#oddOfSample[column]++
      return undefined
    }
    const known = this.#sampled === 0
    const share = known ? oddShares.known : oddShares.inferred
    // an option requested the type of a column whose sample has as many
    if (this.#oddOfSample[column] > share * this.#sampled) return undefined
    if (++this.#oddOfStretch[column] <= share * stretch) return undefined
    const { name, role } = this.#columns[column]
    const { text, column: place } = oddCell(tokens, i, bytes, line, undefined)
    return new OLError(
      'OL_LINE_TYPE',
      `expected ${kindOf(role)} in the column ${valueText(name)}, as ${known ? 'before' : 'at the start of the input'}, but more than ${share * stretch} of ${stretch} cells do not fit, such as ${valueText(text)}: read it as strings (--categorical ${name}), or leave it out (--ignore ${name})`,
      {
        ...(this.#file === undefined ? {} : { file: this.#file }),
        line: lineOf(line),
        column: place,
        value: text,
      },
    )
  }

  #checkUneven(line: number, fault: number, lineOf: (line: number) => number): OLError | undefined {
    const at = Math.floor(line / stretch)
    if (at !== this.#linesAt) {
      this.#linesAt = at
      this.#uneven = 0
    }
    if (++this.#uneven <= mostUneven) return undefined
    const found = fault === faults.columnsFew ? 'fewer' : 'more'
    return new OLError(
      'OL_INPUT_COLUMNS',
      `expected ${this.#columns.length} columns but more than a tenth of ${stretch} lines have ${found}: from here on the input is another table, or has another delimiter (--delimiter)`,
      {
        ...(this.#file === undefined ? {} : { file: this.#file }),
        line: lineOf(line),
        value: found,
        expected: String(this.#columns.length),
      },
    )
  }
}

/** Returns entry `i` of the odd cells of a chunk. */
function oddCell(
  tokens: Tokens,
  i: number,
  bytes: Uint8Array,
  line: number,
  file: string | undefined,
): OddCell {
  const bad = describeBad(oddAsBad(tokens, i, bytes), 0, bytes, () => line, file)
  const at = i * oddWidth
  const cell = bytes.subarray(tokens.odd[at + oddFields.start], tokens.odd[at + oddFields.end]).slice(0, 80)
  return { ...bad, text: new TextDecoder().decode(cell) }
}
