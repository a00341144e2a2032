import {
  canonicalText,
  expandSettings,
  type Format,
  formatEntry,
  formats,
  formatsTaking,
  keptOptions,
  OLError,
  type ReadOptions,
  readingEntry,
  readingNames,
  requestedLabels,
  type Schema,
  type TokenFormat,
} from '@ol/spec'
import type { TableNotice } from '../table-report.js'
import { withWords } from '../token-plan/text-words.js'
import { detectBytes, type Head, headBytes, headText, type Sniffed } from './head.js'
import { labelMember } from './label-member.js'
import { headSchema, labelSchema } from './labelling.js'
import { memberNotices } from './member-notices.js'
import { withoutRefused } from './refused-lines.js'
import { isArff, newArff } from './sniff-arff.js'
import { findFormat, firstLines, looksUnbarred } from './sniff-format.js'
import { sniffTable } from './sniff-table.js'

/** The largest number of inferences for one table: each leaves out the lines that are bad under the one before. */
const mostRounds = 4

/** Infers the schema of the first input; for a table, only from its good lines. */
export function sniff(head: Head, options: ReadOptions, file: string | undefined): Sniffed {
  let found = sniffLines(head, options, file)
  for (let round = 1; found.columns.length > 0 && round < mostRounds; round++) {
    const good = withoutRefused(head, found, options)
    if (good === undefined) break
    const again = sniffLines(good, options, file)
    const same = canonicalText(again.schema) === canonicalText(found.schema)
    found = again
    if (same) break
  }
  return found
}

function sniffLines(head: Head, options: ReadOptions, file: string | undefined): Sniffed {
  const format = formatOf(head, options, file)
  const expand = expandSettings(options)
  const common: Schema = {
    format,
    ...keptOptions(options),
    labels: requestedLabels(options) ?? 'real',
    positive: options.positive === undefined ? null : String(options.positive),
    labelTexts: null,
    ...(expand === undefined ? {} : { expand }),
    ...(options.format === 'vwjson' ? { vwJson: true } : {}),
  }
  refuseOtherFormats(options, options.format === 'vwjson' ? 'vwjson' : format)
  if (format !== 'csv') {
    const hasMembers = format === 'jsonl' && common.vwJson !== true
    const { label = hasMembers ? labelMember(head) : undefined } = options
    const member = typeof label === 'string' ? label : undefined
    const schema =
      format === 'jsonl' || format === 'counts'
        ? labelSchema(common, head, member, options, file)
        : headSchema(common, head, options, file)
    const warnings = hasMembers ? memberNotices(startLines(head), schema, file) : []
    return {
      schema,
      columns: [],
      skip: 0,
      skipLines: 0,
      ...(hasMembers && member !== undefined ? { labelMember: member } : {}),
      ...(warnings.length === 0 ? {} : { warnings }),
    }
  }
  const table = isArff(head, options)
    ? newArff(head, common, options, file)
    : sniffTable(head, common, options, file)
  const warnings = [...(table.warnings ?? []), ...otherFormatNotices(head, options, file)]
  return {
    ...table,
    schema: withWords(table.schema, options),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** Returns the notice that text is a table only by an option, and looks like another format. */
function otherFormatNotices(head: Head, options: ReadOptions, file: string | undefined): TableNotice[] {
  const { format = 'auto' } = options
  const by = (['delimiter', 'header', 'label'] as const).find((name) => options[name] !== undefined)
  if (format !== 'auto' || by === undefined || head.table !== undefined || isArff(head, options)) return []
  const other = findFormat(startLines(head))
  if (formats[other].tokenizer === 'csv') return []
  const text = `read as a table because of the option ${by}, and looks like ${formats[other].title}: if it is, leave the option out, or name the format (format, --format ${other})`
  return [{ why: 'other-format', file, columns: [], text }]
}

/** Returns whether lines are the start of a JSON text over several lines. */
function startsJson([first = '', second = '']: readonly string[]): boolean {
  return (
    /^\s*\{\s*("[^"]*"\s*:.*)?$/.test(first) || (/^\s*\[\s*$/.test(first) && /^\s*["\d[\]{-]/.test(second))
  )
}

/** Throws OL_PARAMETER for an option that does not apply to the format of the input. */
function refuseOtherFormats(options: ReadOptions, format: Format): void {
  const { title, columns, label } = formatEntry(format)
  for (const name of readingNames) {
    const { needs } = readingEntry(name)
    const value = options[name]
    if (needs === undefined || value === undefined || columns) continue
    if (needs === 'labelName' && label === 'member' && typeof value === 'string') continue
    throw new OLError(
      'OL_PARAMETER',
      `the option ${name} does not apply to ${title}, which the input is: remove the option`,
      {
        value,
        expected: formatsTaking(needs).join(', '),
      },
    )
  }
}

/** Returns the first lines, by which the format is detected. */
function startLines(head: Head): readonly string[] {
  const feed = headBytes(head).indexOf(10)
  const most = Math.max(detectBytes, feed + 1)
  return firstLines(headText(head, most), head.start + most >= head.end)
}

function formatOf(head: Head, options: ReadOptions, file: string | undefined): TokenFormat {
  const { format = 'auto' } = options
  if (head.table !== undefined) return 'csv'
  if (format !== 'auto') return formats[format].tokenizer
  if (isArff(head, options) || options.delimiter !== undefined || options.header !== undefined) return 'csv'
  const labelled = typeof options.label === 'string' || typeof options.label === 'number'
  const lines = startLines(head)
  if (looksUnbarred(lines))
    throw new OLError(
      'OL_INPUT_BINARY',
      'expected a format that OL reads but received lines such as `1 age:3 height:2`: VW text has a bar before the features (`1 | age:3 height:2`), svmlight whole numbers for names (`1 1:3 2:2`)',
      { ...(file === undefined ? {} : { file }), line: 1 },
    )
  const found = formats[findFormat(lines)]
  if (found.tokenizer === 'csv' && startsJson(lines))
    throw new OLError(
      'OL_INPUT_BINARY',
      'expected an object on each line, or an array of objects, but received other JSON: write the examples as JSON Lines',
      { ...(file === undefined ? {} : { file }), line: 1 },
    )
  // a label with a name is a column, or a member of objects
  return labelled && found.label === 'fixed' ? 'csv' : found.tokenizer
}
