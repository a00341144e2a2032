import {
  formatEntry,
  formatNames,
  formatsTaking,
  kinds,
  readingEntry,
  readingGroups,
} from '../packages/spec/dist/index.js'
import { flagText, sentence, table, writePage } from './option-page.mjs'

// node scripts/docs-reading.mjs          writes docs/reading.md from the tables of reading options and formats
// node scripts/docs-reading.mjs --check  exits 1 where docs/reading.md is not what they say
//
// After a build: it reads packages/*/dist.

writePage('reading.md', 'docs-reading.mjs', page())

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
      flagText(name, entry.flag),
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
