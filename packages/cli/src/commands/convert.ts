import { convert as startConversion, writableFormats } from '@ol/pipeline'
import { formatEntry } from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addBriefHelp } from '../help/brief.js'
import { checkCache, closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { plain, printJson } from '../output/plain.js'
import { printSkipped } from '../output/skipped.js'

type Writable = (typeof writableFormats)[number]

interface ConvertFlags extends ReadingFlags, CommonFlags {
  readonly output?: string
  readonly to: Writable | 'cache'
  readonly labels: 'auto' | 'real' | 'sign' | 'count'
}

export function convertCommand(program: Command): void {
  const command = program
    .command('convert')
    .summary('data in another format')
    .description(
      'Writes the examples of FILE... in another format. A feature becomes its hashed index, which every format ' +
        'reads back unchanged. Numbers round-trip exactly.',
    )
    .argument('[FILE...]', 'files, as train reads them')
    .addOption(
      new Option(
        '--to <format>',
        `${writableFormats.map((name) => (formatEntry(name).writer === 'table' ? `${name} (tables of numbers only)` : name)).join(', ')}, or cache: a binary file, the fastest to read`,
      )
        .choices([...writableFormats, 'cache'])
        .makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'the file to write (default: standard output; required for a cache)')
    .addOption(
      new Option(
        '--labels <kind>',
        'auto: numbers, or names of classes, which become numbers from 1, except in CSV; real: any number; sign: two classes as -1 and 1; count: numbers from 0 on',
      )
        .choices(['auto', 'real', 'sign', 'count'])
        .default('auto', 'auto'),
    )
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli convert clicks.csv.gz --label clicked --labels sign --to vw > clicks.vw
  ol-cli convert clicks.vw.gz --to cache -o clicks.olcache && ol-cli train clicks.olcache`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--to': 'the format to write, or cache',
      '--output': 'the file to write',
      '--label': 'the column of the label',
      '--labels': 'the kind of labels: auto, real, sign or count',
    },
  })
  command.action(convert)
}

async function convert(files: readonly string[], flags: ConvertFlags): Promise<void> {
  const inputs = await inputsOf(files)
  refuseOverwriting(flags.output, inputs)
  const { to, labels, backend } = flags
  const kind = labels === 'auto' ? 'any' : labels
  const conversion = startConversion(inputs, { ...readOptions(flags), to, labels: kind, backend })
  const file = flags.output === undefined || flags.output === '-' ? undefined : flags.output
  if (to === 'cache') {
    if (file === undefined) throw usageError('Expected --output FILE for --to cache but received none')
    await checkCache(file)
    await conversion.toFile(file)
  } else {
    if (flags.json === true && file === undefined)
      throw usageError(
        '--json and the examples would both go to standard output: write the examples to a file with --output FILE',
      )
    await conversion.open()
    const output = await openLines(file)
    await closing(output, async () => {
      for await (const text of conversion) await output.write(text)
    })
  }
  const { reading, report } = conversion
  if (reading !== undefined) printSkipped(reading)
  if (flags.json === true) printJson({ command: 'convert', ...report })
  else if (flags.quiet !== true)
    process.stderr.write(
      plain(`ol-cli: ${report?.examples} examples written as ${to}${namesText(to, report?.classes)}\n`),
    )
}

/** The largest number of listed class names. */
const mostNames = 20

/** Returns the number of each class in a format without names, and how to read them back. */
function namesText(to: string, names: readonly string[] | undefined): string {
  if (names === undefined || to === 'cache' || formatEntry(to as Writable).writer === 'table') return ''
  const shown = names.slice(0, mostNames).map((name, k) => `${k + 1} is ${name}`)
  // many numbers look like amounts
  const task = names.length > 2 ? ' (train with --task multiclass)' : ''
  return `; label ${shown.join(', ')}${names.length > mostNames ? ', ...' : ''}${task}`
}
