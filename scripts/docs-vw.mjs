import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wrapped } from './prose/wrap.mjs'

// node scripts/docs-vw.mjs          writes the table of docs/from-vowpal-wabbit.md from the table of flags
// node scripts/docs-vw.mjs --check  exits 1 if the page differs from the table
//
// After a build: it reads packages/cli/dist. The page before the heading of the table is written by hand.

const { vwFlags } = await import(new URL('../packages/cli/dist/vw/vw-flags.js', import.meta.url))
const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'from-vowpal-wabbit.md')
const heading = '## All flags'
const old = readFileSync(path, 'utf8')
const text = wrapped(`${old.slice(0, old.indexOf(heading))}${flags()}`)
if (process.argv.includes('--check')) {
  if (old !== text) {
    console.error('docs/from-vowpal-wabbit.md is not what the table says: run node scripts/docs-vw.mjs')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
}

function flags() {
  const entries = Object.entries(vwFlags)
  const mapped = entries.filter(([, flag]) => flag.ol !== undefined)
  return `${[
    heading,
    'Generated from the table of flags (`packages/cli/src/vw`) by `node scripts/docs-vw.mjs`; a test\ncompares. The table has the flags of `vw --help`, version 9.11.',
    table(
      ['flag', 'in OL'],
      mapped.map(([name, flag]) => [named(name, flag), flag.ol]),
    ),
    '### Left out',
    'You can leave out these flags without loss; `ol-cli vw` says so.',
    byReason(entries, 'harmless'),
    '### Without a counterpart',
    'With one of these flags, `ol-cli vw` ends with exit code 2, and names the flag and the reason.',
    byReason(entries, 'missing'),
  ].join('\n\n')}\n`
}

function byReason(entries, fate) {
  const reasons = new Map()
  for (const [name, flag] of entries) {
    if (flag[fate] !== undefined)
      reasons.set(flag[fate], [...(reasons.get(flag[fate]) ?? []), named(name, flag)])
  }
  return table(
    ['why', 'flags'],
    [...reasons].map(([why, names]) => [why, names.join(', ')]),
  )
}

function named(name, { short }) {
  return short === undefined ? `\`--${name}\`` : `\`-${short}\`, \`--${name}\``
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
