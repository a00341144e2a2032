import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flagName } from '../packages/spec/dist/index.js'
import { wrapped } from './prose/wrap.mjs'

/**
 * Writes a page of docs that is built from a table, or with --check sets exit code 1 if the page differs from the
 * table.
 */
export function writePage(name, script, page) {
  const text = wrapped(page)
  const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', name)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (readFileSync(path, 'utf8') !== text) {
    console.error(`docs/${name} is not what the tables say: run node scripts/${script}`)
    process.exitCode = 1
  }
}

/** Returns the flag of an option: `-b`, `--bits N`. */
export function flagText(name, flag) {
  if (flag === undefined) return ''
  const long = `${flagName(name)}`
  if (flag.negated === 'only') return `\`--no-${long}\``
  const short = flag.short === undefined ? '' : `\`-${flag.short}\`, `
  const value = flag.metavar === undefined ? '' : ` ${flag.metavar.toUpperCase()}`
  return `${short}\`--${long}${value}\`${flag.negated === 'both' ? `, \`--no-${long}\`` : ''}`
}

/** Returns a table of Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map(cellText).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Returns the escaped text of a cell: outside of code, `<` would begin HTML. */
function cellText(text) {
  return text.replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part)).replaceAll('|', '\\|')
}

export function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}`
}
