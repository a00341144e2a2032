import { load } from '@ol/pipeline'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addTableFlags, type TableFlags, tableFormat } from '../flags/table-format.js'
import { addBriefHelp } from '../help/brief.js'
import { explanationColumns, explanationCsv, explanationText } from '../output/explanation-text.js'
import { closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { jsonLine, plain } from '../output/plain.js'
import { printSkipped } from '../output/skipped.js'

interface ExplainFlags extends ReadingFlags, CommonFlags, TableFlags {
  readonly class?: string
  readonly against?: string
}

export function explainCommand(program: Command): void {
  const command = program
    .command('explain')
    .summary('show what each feature adds to a prediction')
    .description(
      'Prints for each example in FILE... what its features contribute to its score: name, value, weight and ' +
        'contribution. With several classes under softmax loss the score is the log odds of the class against the best other class. Text has the largest contribution first. ' +
        'In CSV and JSON the lines have the order of the sum, whose total is the score, bit for bit. The input is read like the training input; flags override.',
    )
    .argument('<MODEL>', 'a saved model')
    .argument('[FILE...]', 'examples; no FILE, or -, is standard input')
    .option('--class <name>', 'the class whose score is explained (default: the predicted class)')
    .option(
      '--against <name>',
      'with several classes: explain the log odds against this class (default: the class that comes next)',
    )
  addTableFlags(addCommonFlags(command), 'explanations')
  addReadingFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  head -2 new.csv | ol-cli explain houses.ol
  ol-cli explain clicks.ol day4.vw.gz --output why.csv
  echo '| price:3.2 city=oslo' | ol-cli explain clicks.ol --as json`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--class': 'the class whose score is explained',
      '--against': 'the class to compare with, if there are several',
      '--output': 'write there: FILE.csv, FILE.jsonl, or text',
      '--as': 'text, csv or json',
    },
  })
  command.action(explain)
}

async function explain(path: string, files: readonly string[], flags: ExplainFlags): Promise<void> {
  const inputs = await inputsOf(files)
  const format = tableFormat(flags)
  await refuseOverwriting(flags.output, [...inputs, path])
  const model = await load(path, { backend: flags.backend })
  const label = flags.class
  if ((label ?? flags.against) !== undefined && model.classes === undefined)
    throw usageError(`--${label === undefined ? 'against' : 'class'}: the model has no classes`)
  const explanations = model.explain(inputs, { ...readOptions(flags), class: label, against: flags.against })
  const output = await openLines(flags.output)
  await closing(output, async () => {
    let first = true
    for await (const example of explanations) {
      if (format === 'csv' && first) await output.write(explanationColumns)
      await output.write(
        format === 'csv'
          ? explanationCsv(example)
          : format === 'json'
            ? jsonLine(example)
            : plain(explanationText(example, first)),
      )
      first = false
    }
  })
  if (explanations.reading !== undefined) printSkipped(explanations.reading)
}
