import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// node scripts/prose/wrap.mjs PAGE...: wraps the prose of Markdown pages.

/** The maximum number of columns in a line of prose. */
export const columns = 100

/** A line that stays unchanged and ends a paragraph: blank, of a table, a heading, HTML, the target of a link. */
const apart = /^\s*$|^\s*\||^#|^\s*<|^\[[^\]]+\]:/
const item = /^\s*(?:[-*+]|\d+\.)\s+/
/** A word that, at the start of a line, would begin a list, a heading, a quote or a table. */
const opens = /^(?:[-*+]|\d+\.|#+|>|\|.*)$/

/**
 * Returns a Markdown page with all paragraphs and items wrapped that have a line of more than `columns`; code and
 * tables stay unchanged.
 */
export function wrapped(text) {
  const made = []
  let paragraph = []
  const end = () => {
    made.push(...(paragraph.some((line) => line.length > columns) ? rewrapped(paragraph) : paragraph))
    paragraph = []
  }
  for (const { line, isProse } of proseLines(text.split('\n'))) {
    if (!isProse) {
      end()
      made.push(line)
      continue
    }
    if (item.test(line)) end()
    paragraph.push(line)
  }
  end()
  return made.join('\n')
}

/**
 * Returns the numbers, from 1, of the lines of prose with too many columns. A line of one word, such as an address,
 * cannot be broken.
 */
export function longLines(text) {
  const lines = [...proseLines(text.split('\n'))]
  return lines.flatMap(({ line, isProse }, i) =>
    isProse && line.length > columns && wordsOf(line).length > 2 ? [i + 1] : [],
  )
}

function* proseLines(lines) {
  let fence
  let front = lines[0] === '---'
  let before = ''
  for (const [i, line] of lines.entries()) {
    const ticks = /^\s*(```+|~~~+)/.exec(line)?.[1]
    const isCode = /^ {4,}\S/.test(line) && before.trim() === '' && !item.test(line)
    const inside = fence !== undefined
    if (inside && ticks !== undefined && line.trim().startsWith(fence)) fence = undefined
    else if (!inside && ticks !== undefined) fence = ticks
    yield { line, isProse: !(front || inside || ticks !== undefined || isCode || apart.test(line)) }
    if (front && i > 0 && line === '---') front = false
    before = isCode ? '' : line
  }
}

function rewrapped(paragraph) {
  const [first] = /^(?:\s*(?:[-*+]|\d+\.)\s+|\s*)/.exec(paragraph[0])
  const rest = ' '.repeat(first.length)
  const words = wordsOf(paragraph.map((line, i) => line.slice(i === 0 ? first.length : 0).trim()).join(' '))
  const lines = []
  let line = first + words[0]
  for (const word of words.slice(1)) {
    if (line.length + 1 + word.length > columns && !opens.test(word)) {
      lines.push(line)
      line = rest + word
    } else line += ` ${word}`
  }
  return [...lines, line]
}

/** Returns the words between spaces; code in backticks counts as one word. */
function wordsOf(text) {
  return text.trim().match(/(?:`+[^`]*`+|[^\s`])+/g) ?? []
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const page of process.argv.slice(2)) {
    const text = readFileSync(page, 'utf8')
    if (wrapped(text) !== text) writeFileSync(page, wrapped(text))
  }
