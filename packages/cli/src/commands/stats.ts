import { type StatsReport, stats } from '@ol/pipeline'
import { countText, figureText, percentText } from '@ol/pipeline/internal'
import { type Command, Option } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { integer } from '../flags/values.js'
import { addBriefHelp } from '../help/brief.js'
import { columnTable } from '../output/column-table.js'
import { oneLine, plain, printJson } from '../output/plain.js'
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
    .argument('[FILE...]', 'files, as train reads them')
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
      '--labels': 'the kind of labels: any, real, sign or count',
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
  if (flags.json === true) printJson({ command: 'stats', ...report })
  else process.stdout.write(plain(text(report)))
}

function text(found: StatsReport): string {
  const { examples, values, features, density, weightSum, unlabelled, scaleRange, columns } = found
  const rows: [string, string][] = [['examples', countText(examples)]]
  if (weightSum !== examples) rows.push(['weight sum', countText(weightSum)])
  if (unlabelled < examples) rows.push(...labelRows(found))
  if (unlabelled > 0) rows.push(['unlabelled', countText(unlabelled)])
  rows.push([
    'features',
    `${countText(features)} with ${countText(values)} values, ${percentText(density)} of all possible`,
  ])
  if (scaleRange !== undefined) {
    const what = found.format === 'csv' ? 'numeric columns' : 'features'
    const [least, most] = scaleRange.map(valueText)
    rows.push([
      'scales',
      `${least} to ${most}: the largest magnitudes of ${countText(found.numeric)} ${what}`,
    ])
  }
  // the columns of a table show more
  const namespaces = columns === undefined ? Object.entries(found.namespaces ?? {}) : []
  for (const [name, count] of namespaces.sort(([a], [b]) => (a < b ? -1 : 1)))
    rows.push([name === ' ' ? 'no namespace' : `namespace ${name}`, `${countText(count)} values`])
  rows.push([
    'collisions',
    `${countText(found.collisions)} features share a slot of 2^${found.bits} (none do with train --bits grow)`,
  ])
  const lines = rows.map(([name, value]) => `${oneLine(name).padEnd(14)} ${value}\n`).join('')
  return columns === undefined ? lines : `${lines}\n${columnTable(columns).join('\n')}\n`
}

/** Returns the distribution of the labels: all names, or the most frequent numbers. */
function labelRows({
  labelMin,
  labelMax,
  labelMean,
  labelNames,
  labels = [],
}: StatsReport): [string, string][] {
  const total = labels.reduce((sum, [, count]) => sum + count, 0)
  const all =
    labelNames === undefined
      ? `${valueText(labelMin)} to ${valueText(labelMax)}, mean ${valueText(labelMean)}`
      : `${countText(labelNames.length)} names`
  const shown = labels.slice(0, 30).map(([label, count]): [string, string] => {
    const name = labelNames?.[label - 1] ?? valueText(label)
    return [
      `  ${name}`,
      `${countText(count).padStart(countText(total).length)}  ${percentText(count / total)}`,
    ]
  })
  return [['labels', all], ...shown]
}

/** Returns a value of the data: integers unchanged, others to four significant digits. */
function valueText(value: number): string {
  return Number.isInteger(value) ? countText(value) : figureText(value)
}
