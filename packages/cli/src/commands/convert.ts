import { performance } from 'node:perf_hooks'
import { chooseBackend } from '@ol/core/internal'
import { batchText, type CsvWriter, csvWriter, read, type Schema, writeCache } from '@ol/reader'
import { formatEntry, formatsWhere, type LineFormat } from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { checkWritable, closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { saySkipped } from '../output/skipped.js'

const writable = formatsWhere(({ writer }) => writer !== undefined)
type Writable = (typeof writable)[number]

interface ConvertFlags extends ReadingFlags, CommonFlags {
  readonly output?: string
  readonly to: Writable | 'cache'
  readonly labels: 'real' | 'sign' | 'count'
}

export function convertCommand(program: Command): void {
  const command = program
    .command('convert')
    .summary('data in another format')
    .description(
      'Writes the examples of FILE... in another format. Features go by their hashed index, which every format reads ' +
        'back as it is, and every number keeps its bits.',
    )
    .argument('[FILE...]', 'VW text, svmlight, CSV, TSV, JSON Lines, Parquet, Arrow or a cache')
    .addOption(
      new Option(
        '--to <format>',
        `${writable.map((name) => (formatEntry(name).writer === 'table' ? `${name} (tables of numbers only)` : name)).join(', ')}, or cache: a binary file that is read fastest`,
      )
        .choices([...writable, 'cache'])
        .makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'where to (default: standard output; a cache needs a file)')
    .addOption(
      new Option(
        '--labels <kind>',
        'real: any number; sign: two classes as -1 and 1; count: numbers from 0 on',
      )
        .choices(['real', 'sign', 'count'])
        .default('real', 'real'),
    )
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli convert clicks.csv.gz --label clicked --labels sign --to vw > clicks.vw
  ol-cli convert clicks.vw.gz --to cache -o clicks.olcache && ol-cli train clicks.olcache`,
  )
  command.action(convert)
}

async function convert(files: readonly string[], flags: ConvertFlags): Promise<void> {
  const inputs = await inputsOf(files)
  await refuseOverwriting(flags.output, inputs)
  const started = performance.now()
  const reader = read(inputs, {
    ...readOptions(flags),
    labels: flags.labels,
    backend: chooseBackend(flags.backend).backend,
  })
  if (flags.to === 'cache') {
    if (flags.output === undefined || flags.output === '-')
      throw usageError('--to cache needs a file: --output FILE')
    await checkWritable(flags.output)
    await writeCache(reader, flags.output)
  } else {
    if (flags.json === true && (flags.output === undefined || flags.output === '-'))
      throw usageError('--json and the examples would both go to standard output: --output FILE')
    const { head, rows } = writerOf(flags.to, await reader.open())
    const output = await openLines(flags.output)
    await closing(output, async () => {
      if (head !== '') await output.write(head)
      for await (const batch of reader) await output.write(rows(batch))
    })
  }
  saySkipped(reader)
  const { examples, features, lines, skipped, badCounts } = reader.report
  if (flags.json === true)
    process.stdout.write(
      `${JSON.stringify({
        command: 'convert',
        to: flags.to,
        examples,
        features,
        lines,
        seconds: (performance.now() - started) / 1000,
        skippedLines: skipped,
        badLines: badCounts,
      })}\n`,
    )
  else if (flags.quiet !== true) process.stderr.write(`ol-cli: ${examples} examples written as ${flags.to}\n`)
}

function writerOf(to: Writable, schema: Schema | undefined): CsvWriter {
  const table = formatEntry(to).writer === 'table'
  if (table && schema !== undefined) return csvWriter(schema)
  // without a schema there are no examples
  return {
    head: '',
    rows: (batch) => (table ? '' : batchText(batch, to as LineFormat, schema?.constant === true)),
  }
}
