import { type Format, formatEntry, formatsWhere, type SniffedFormat } from '@ol/spec'

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const pair = /^(\d+:[+-]?(\d+\.?\d*|\.\d+|nan|inf)(e[+-]?\d+)?|qid:\S+)$/i
const clock = /^([01]\d|2[0-3]):[0-5]\d$/
const named = /^[^\s:|]*[^\s:|\d][^\s:|]*:[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Returns the first lines that are not blank, without a last line that may be incomplete. */
export function firstLines(text: string, whole: boolean): string[] {
  const lines = text.split('\n')
  if (!whole || lines.at(-1) === '') lines.pop()
  const nonBlank = lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== '')
  return nonBlank.slice(0, 50)
}

/** Returns whether lines are in a format that no pattern of a single line can recognize. */
const tests: Record<SniffedFormat, (lines: readonly string[]) => boolean> = {
  vw: (lines) => mostly(lines, looksVw),
  svmlight: (lines) => {
    const rows = lines.filter((line) => !line.startsWith('#'))
    const pairs = rows.filter((line) => line.includes(':') && looksSvmlight(line))
    // a table has columns of times
    if (pairs.every((line) => line.match(/\S+:\S+/g)?.every((token) => clock.test(token)))) return false
    return pairs.length * 2 > rows.filter((line) => !number.test(line.trim())).length
  },
}

const sniffed = formatsWhere(({ sniff }) => sniff !== undefined).toSorted((a, b) => rankOf(a) - rankOf(b))

/** Returns whether lines are a label and features with names, which is not a format. */
export function looksUnbarred(lines: readonly string[]): boolean {
  return mostly(lines, (line) => {
    const [label, ...rest] = line.trim().split(/[ \t]+/)
    return number.test(label) && rest.length > 0 && rest.every((token) => named.test(token))
  })
}

/** Detects the format of text by its first lines, with the table of formats; CSV where no other matches. */
export function findFormat(lines: readonly string[]): Format {
  const found = sniffed.find((format) => {
    const line = formatEntry(format).sniff?.line
    if (line === undefined) return tests[format as SniffedFormat](lines)
    const pattern = new RegExp(line)
    return mostly(lines, (text) => pattern.test(text))
  })
  return found ?? 'csv'
}

function rankOf(format: Format): number {
  return formatEntry(format).sniff?.rank ?? 0
}

function mostly(lines: readonly string[], test: (line: string) => boolean): boolean {
  return lines.filter(test).length * 2 > lines.length
}

function looksVw(line: string): boolean {
  const bar = line.indexOf('|')
  if (bar < 0) return false
  const before = line.slice(0, bar)
  const tokens = before.split(/[ \t]+/).filter((token) => token !== '')
  const last = tokens.at(-1)
  if (last === undefined) return true
  if (isBarred(line)) return false
  if (last.startsWith("'")) tokens.pop()
  else if (!/[ \t]$/.test(before)) {
    // a tag without a label before it, or the first column of a file with bars between columns
    tokens.pop()
    if (tokens.length === 0 && !line.slice(bar).includes(' ')) return false
  }
  return tokens.length <= 3 && tokens.every((token) => number.test(token))
}

/** Returns whether a line has bars between cells: in VW text a blank stands before each namespace but the first. */
function isBarred(line: string): boolean {
  const cells = line.split('|').slice(0, -1)
  return cells.length > 1 && cells.every((cell) => !/[ \t]$/.test(cell))
}

function looksSvmlight(line: string): boolean {
  const [label, ...rest] = line
    .replace(/#.*$/, '')
    .trim()
    .split(/[ \t]+/)
  const good = rest.filter((token) => pair.test(token)).length
  return label !== undefined && number.test(label) && good > 0 && good * 2 >= rest.length
}
