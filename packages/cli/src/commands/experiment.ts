import { availableParallelism } from 'node:os'
import type { Experiment } from '@ol/experiments'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { integer } from '../flags/values.js'
import { printJson } from '../output/plain.js'
import { durationText, StatusLine } from '../output/time.js'
import { Interrupted, interruptible, signalOf } from '../signals.js'
import { type Experiments, loadExperiments } from './papers.js'

interface ExperimentFlags {
  readonly data?: string
  readonly out: string
  readonly shuffles: number
  readonly threads: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export function experimentCommand(program: Command): void {
  program
    .command('experiment')
    .argument('<names...>', 'experiments; list: print their names; all: run all')
    .summary("reproduce the papers' tables and figures")
    .description(
      'Runs tables and figures of the papers and writes them as text, JSON and pages with figures. The same command resumes an interrupted run. Needs the package @ol/experiments.',
    )
    .option('--data <dir>', 'the folder of the data sets (see ol-cli datasets)')
    .option('--out <dir>', 'the folder of the results', 'experiments')
    .option('--shuffles <n>', 'shuffles of the data, seeds 1 .. n', integer(1, 1000), 5)
    .option('--threads <n>', 'number of threads', integer(1, 256), availableParallelism())
    .option('--json', 'print the reports as one JSON object on stdout')
    .option('--quiet', 'print no progress and no tables')
    .addHelpText(
      'after',
      '\nExamples:\n  ol-cli experiment list\n  ol-cli experiment figure1\n  ol-cli experiment table2 --data data --out results\n  ol-cli experiment all --data data',
    )
    .action(experiment)
}

async function experiment(names: readonly string[], flags: ExperimentFlags): Promise<void> {
  const package_ = await loadExperiments()
  if (names.length === 1 && names[0] === 'list') {
    list(package_, flags)
    return
  }
  const { runExperiments, experimentOf, experiments, reportText } = package_
  const chosen = names.length === 1 && names[0] === 'all' ? experiments : names.map(experimentOf)
  const needs = chosen.find(({ datasets }) => datasets.length > 0)
  if (needs !== undefined && flags.data === undefined)
    throw usageError(`${needs.id} needs data sets: name their folder with --data DIR`)
  const status = new StatusLine(flags.quiet === true)
  await interruptible(async (stop) => {
    const reports = await runExperiments(chosen, {
      data: flags.data ?? '.',
      out: flags.out,
      shuffles: flags.shuffles,
      threads: flags.threads,
      signal: stop,
      onProgress: ({ id }, { share, left, description }) => {
        const time = Number.isNaN(left) ? '' : `, about ${durationText(left)} left`
        status.show(`${id}: ${(100 * share).toFixed(0)}%${time}: ${description}`)
      },
      onReport: (report) => {
        status.clear()
        if (flags.quiet !== true && flags.json !== true) process.stdout.write(`${reportText(report)}\n`)
      },
    }).catch((error: unknown) => {
      status.clear()
      if (!stop.aborted) throw error
      throw new Interrupted(signalOf(stop), `interrupted; run the same command to resume from ${flags.out}`)
    })
    if (flags.json === true) printJson({ command: 'experiment', reports })
    else if (flags.quiet !== true) process.stderr.write(`Pages in ${flags.out}\n`)
  })
}

function list({ experiments }: Experiments, flags: ExperimentFlags): void {
  if (flags.json === true) {
    const facts = experiments.map(({ id, title, paper, datasets }) => ({ id, title, paper, datasets }))
    printJson({ command: 'experiment', experiments: facts })
    return
  }
  const width = Math.max(...experiments.map(({ id }) => id.length))
  let paper = ''
  for (const one of experiments) {
    if (one.paper !== paper) process.stdout.write(`${paper === '' ? '' : '\n'}${one.paper}\n`)
    paper = one.paper
    process.stdout.write(`  ${one.id.padEnd(width)}  ${one.title}${needsText(one)}\n`)
  }
}

function needsText({ datasets }: Experiment): string {
  return datasets.length === 0 ? '' : ` [${datasets.join(', ')}]`
}
