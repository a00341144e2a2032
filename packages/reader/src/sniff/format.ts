import type { TokenFormat } from '@ol/spec'

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const pair = /^(\d+:\S+|qid:\S+)$/

/** The first lines that say something, without the one that the look may have cut. */
export function firstLines(text: string, whole: boolean): string[] {
  const lines = text.split('\n')
  if (!whole || lines.at(-1) === '') lines.pop()
  const said = lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== '')
  return said.slice(0, 50)
}

/**
 * The format of a text by its first lines. JSON Lines: more than half of them start with a brace. Counts: more
 * than half of them end with #label#:text. VW text: more than half of the lines have a bar with a label, a tag or
 * nothing before it. svmlight: more than half are a number and index:value pairs. CSV otherwise.
 */
export function findFormat(lines: readonly string[]): TokenFormat {
  const most = (test: (line: string) => boolean) => {
    const count = lines.filter(test).length
    return count * 2 > lines.length
  }
  if (most((line) => /^\s*\{/.test(line))) return 'jsonl'
  if (most((line) => /(^|\s)#label#:\S*\s*$/.test(line))) return 'counts'
  if (most(looksVw)) return 'vw'
  const svm = lines.filter((line) => !line.startsWith('#'))
  const pairs = svm.filter((line) => line.includes(':') && looksSvmlight(line))
  if (pairs.length > 0 && pairs.length * 2 > svm.filter((line) => !number.test(line.trim())).length)
    return 'svmlight'
  return 'csv'
}

function looksVw(line: string): boolean {
  const bar = line.indexOf('|')
  if (bar < 0) return false
  const before = line.slice(0, bar)
  const tokens = before.split(/[ \t]+/).filter((token) => token !== '')
  const last = tokens.at(-1)
  if (last === undefined) return true
  if (last.startsWith("'")) tokens.pop()
  else if (!/[ \t]$/.test(before)) {
    // a tag without a label before it, or the first column of a file with bars between columns
    tokens.pop()
    if (tokens.length === 0 && !line.slice(bar).includes(' ')) return false
  }
  return tokens.length <= 3 && tokens.every((token) => number.test(token))
}

function looksSvmlight(line: string): boolean {
  const [label, ...rest] = line
    .replace(/#.*$/, '')
    .trim()
    .split(/[ \t]+/)
  const good = rest.filter((token) => pair.test(token)).length
  return label !== undefined && !label.includes(':') && good > 0 && good * 2 >= rest.length
}
