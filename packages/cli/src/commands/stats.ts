import { type StatsReport, stats } from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { integer } from '../flags/values.js'
import { addBriefHelp } from '../help/brief.js'
import { columnTable } from '../output/column-table.js'
import { jsonLine, oneLine, plain } from '../output/plain.js'
import { printSkipped } from '../output/skipped.js'

interface StatsFlags extends ReadingFlags, CommonFlags {
  readonly bits: number
  readonly labels: 'any' | 'real' | 'sign' | 'count'
}

export function statsCommand(program: Command): void {
  const command = program
    .command('stats')
    .summary('statistics of data: examples, labels, features and their scales')
    .description(
      'Reads FILE... and prints the numbers of examples and features, the distribution of the labels, the range of ' +
        'each numeric column and of the scales (largest magnitudes), and how many features collide in a hashed table.',
    )
    .argument('[FILE...]', 'VW text, svmlight, CSV, TSV, JSON Lines or a cache')
    .addOption(
      new Option('-b, --bits <n>', 'count collisions in a table of 2^n slots')
        .argParser(integer(1, 30))
        .default(18, '18'),
    )
    .addOption(
      new Option(
        '--labels <kind>',
        'any: numbers, or names of classes; real: any number; sign: two classes as -1 and 1; count: numbers from 0 on',
      )
        .choices(['any', 'real', 'sign', 'count'])
        .default('any', 'any'),
    )
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    '\nExamples:\n  ol-cli stats houses.csv --label price\n  ol-cli stats clicks.vw.gz --json',
  )
  addBriefHelp(command, {
    'What matters': {
      '--label': 'the column of the label',
      '--labels': 'what labels are: any, real, sign or count',
      '--bits': 'count collisions in a table of 2^n slots',
      '--json': 'print one JSON object on stdout',
    },
  })
  command.action(showStats)
}

async function showStats(files: readonly string[], flags: StatsFlags): Promise<void> {
  const { labels, bits, backend } = flags
  const { report, reading } = await stats(await inputsOf(files), {
    ...readOptions(flags),
    labels,
    bits,
    backend,
  })
  printSkipped(reading)
  if (flags.json === true) process.stdout.write(jsonLine({ command: 'stats', ...report }))
  else process.stdout.write(plain(text(report)))
}

/** Returns a number with up to 7 digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(7)))
}

function text(found: StatsReport): string {
  const csv = found.format === 'csv'
  const rows: [string, string][] = [
    ['examples', String(found.examples)],
    ['values', String(found.values)],
    ['features', String(found.features)],
    ['density', short(found.density)],
    ['weight sum', short(found.weightSum)],
  ]
  if (found.unlabelled < found.examples) {
    const { labelMin, labelMax, labelMean, labelNames } = found
    rows.push([
      'labels',
      labelNames === undefined
        ? `${short(labelMin)} to ${short(labelMax)}, mean ${short(labelMean)}`
        : `${labelNames.length} names`,
    ])
    for (const [label, count] of found.labels?.slice(0, 30) ?? [])
      rows.push([`  ${labelNames?.[label - 1] ?? short(label)}`, String(count)])
  }
  if (found.unlabelled > 0) rows.push(['unlabelled', String(found.unlabelled)])
  if (found.scaleRange !== undefined) {
    const what = csv ? 'numeric columns' : 'features'
    rows.push(['scale range', `[${found.scaleRange.map(short).join(', ')}] of ${found.numeric} ${what}`])
  }
  for (const [name, count] of Object.entries(found.namespaces ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    rows.push([name === ' ' ? 'no namespace' : `namespace ${name}`, `${count} values`])
  rows.push([
    'collisions',
    `${found.collisions} features share a slot of 2^${found.bits} (none do with train --bits grow)`,
  ])
  let output = rows.map(([name, value]) => `${oneLine(name).padEnd(14)} ${value}\n`).join('')
  if (found.columns !== undefined) output += `\n${columnTable(found.columns).join('\n')}\n`
  return output
}
