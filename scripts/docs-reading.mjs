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
// node scripts/docs-reading.mjs --check  exits 1 if docs/reading.md differs from them
//
// After a build: it reads packages/*/dist.

const tables = formatsTaking('columns')

writePage('reading.md', 'docs-reading.mjs', page())

function page() {
  return `${[
    '# Reading options',
    `Generated from the tables of reading options and formats by \`node scripts/docs-reading.mjs\`; a test
compares.`,
    `Most inputs need no options: OL detects the format from the first bytes and infers the schema from
the first 1 MiB. The options on this page override what OL would detect or choose.`,
    `In the library, pass them to \`read()\`. On the command line, each option that has a flag works with
every command that reads. In the column "formats", *tables* means ${list(tables)}.`,
    ...readingGroups.map(group),
    models(),
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
      entry.needs === undefined ? 'all' : formatsOf(entry.needs),
    ]
  })
  return `## ${title}\n\n${table(['option', 'flag', 'what it does', 'value', 'default', 'formats'], rows)}`
}

function formatsOf(needs) {
  const others = formatsTaking(needs).filter((format) => !tables.includes(format))
  return ['tables', ...others].join(', ')
}

function list(names) {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function models() {
  const entries = readingGroups.flatMap(({ names }) => names.map((name) => ({ name, ...readingEntry(name) })))
  const named = (part) => entries.filter((entry) => entry.part === part).map(({ name }) => `\`${name}\``)
  const rows = entries
    .filter(({ override }) => override !== undefined)
    .map(({ name, override }) => [`\`${name}\``, override.rule, override.why])
  return [
    '## Options of a trained model',
    `A model keeps the options that decide which features an example has. \`test\`, \`predict\` and
\`train -i\` read their input by these options, so you need not repeat them.`,
    `You may give another value only where this table says "allowed". OL refuses any other change with
\`OL_MODEL_MISMATCH\`. It also refuses to use a column for another purpose: a feature cannot become
the label, the weight or the tag, and none of these can become a feature.`,
    table(['option', 'another value', 'why'], rows),
    `A cache that was made with another value of one of these options is regenerated. A model does not
keep the other options:`,
    table(
      ['options that a model does not keep', 'another value'],
      [
        [named('cache').join(', '), 'a cache is regenerated'],
        [named('how').join(', '), 'the examples are the same'],
      ],
    ),
  ].join('\n\n')
}

function formats() {
  const rows = formatNames.map((format) => {
    const entry = formatEntry(format)
    return [
      `[\`${format}\`](formats/${entry.page}.md)`,
      entry.title,
      entry.extensions.map((extension) => `\`${extension}\``).join(', '),
      entry.mediaTypes.map((type) => `\`${type}\``).join(', '),
      { column: 'a column', member: 'a member', fixed: 'at a fixed place' }[entry.label],
      entry.writer === undefined ? '' : `\`convert --to ${format}\``,
    ]
  })
  return `## Formats\n\nOL detects the format from the first lines or bytes, never from the file name. Files of every format\nmay be compressed.\n\n${table(
    ['format', 'what it is', 'file names', 'media types', 'the label is', 'written by'],
    rows,
  )}`
}
