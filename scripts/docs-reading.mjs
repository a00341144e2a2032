import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// node scripts/docs-reading.mjs          writes docs/reading.md from the tables of reading options and formats
// node scripts/docs-reading.mjs --check  exits 1 where docs/reading.md is not what they say
//
// After a build: it reads packages/*/dist.

const { flagName, formatEntry, formatNames, formatsTaking, kinds, readingEntry, readingGroups } =
  await import(new URL('../packages/spec/dist/index.js', import.meta.url))

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'reading.md')
const text = page()
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/reading.md is not what the tables say: run node scripts/docs-reading.mjs')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
}

function page() {
  return `${[
    '# Reading options',
    'Generated from the tables of reading options and formats by `node scripts/docs-reading.mjs`; a test compares.',
    'This page lists the options that say how OL reads input. Most inputs need none: OL detects the format and infers the schema from the first 1 MiB. Each option belongs to `read()` in the library and, where a flag is listed, to every command that reads (`hashSeed` is `--hash-seed`). An option that is not given has its default or is inferred.',
    '| kept in | what it means |\n|---|---|\n| model | a model keeps it and reads further inputs by it; a cache that was made with another value is regenerated |\n| cache | a cache that was made with another value is regenerated |\n| | does not change the examples |',
    "An input that is read for a trained model (`test`, `predict`, `train -i`) is read as that of the training was. Options that are given for it override where the table allows another value; elsewhere one that is not the model's is refused with `OL_MODEL_MISMATCH`. So is a column that was a feature and is to be something else, or the other way round.",
    ...readingGroups.map(group),
    formats(),
  ].join('\n\n')}\n`
}

function group({ title, names }) {
  const rows = names.map((name) => {
    const entry = readingEntry(name)
    return [
      `\`${name}\``,
      flags(name, entry.flag),
      sentence(entry.description),
      kinds[entry.kind].expected(entry),
      String(entry.otherwise ?? entry.default),
      { model: 'model', cache: 'cache', how: '' }[entry.part],
      entry.override === undefined ? '' : `${entry.override.rule}: ${entry.override.why}`,
      entry.needs === undefined ? 'all' : formatsTaking(entry.needs).join(', '),
    ]
  })
  return `## ${title}\n\n${table(['option', 'flag', 'what it does', 'value', 'default', 'kept in', 'another value than the model has', 'formats'], rows)}`
}

function flags(name, flag) {
  if (flag === undefined) return ''
  const long = `${flagName(name)}`
  if (flag.negated === 'only') return `\`--no-${long}\``
  const short = flag.short === undefined ? '' : `\`-${flag.short}\`, `
  const value = flag.metavar === undefined ? '' : ` ${flag.metavar.toUpperCase()}`
  return `${short}\`--${long}${value}\`${flag.negated === 'both' ? `, \`--no-${long}\`` : ''}`
}

function formats() {
  const rows = formatNames.map((format) => {
    const entry = formatEntry(format)
    return [
      `[\`${format}\`](formats/${entry.page}.md)`,
      entry.title,
      entry.extensions.map((extension) => `\`${extension}\``).join(', '),
      entry.mediaTypes.map((type) => `\`${type}\``).join(', '),
      { column: 'a column', member: 'a member', fixed: 'at its place' }[entry.label],
      entry.writer === undefined ? '' : `\`convert --to ${format}\``,
    ]
  })
  return `## Formats\n\nThe format is detected from the first lines or bytes, never from the name of the file. Any of them may be compressed.\n\n${table(
    ['format', 'what it is', 'usual names', 'media types', 'the label is', 'written by'],
    rows,
  )}`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}`
}
