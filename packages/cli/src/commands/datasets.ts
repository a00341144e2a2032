import type { DatasetEntry } from '@ol/experiments'
import { type Command, Option } from 'commander'
import { ExitError } from '../exit.js'
import { printJson } from '../output/plain.js'
import { bytesText, StatusLine } from '../output/time.js'
import { Interrupted, interruptible, signalOf } from '../signals.js'
import { type Experiments, loadExperiments } from './papers.js'

interface DatasetFlags {
  readonly data: string
  readonly json?: boolean
  readonly quiet?: boolean
}

const dataOption = (): Option => new Option('--data <dir>', 'the folder of the data sets').default('data')

export function datasetsCommand(program: Command): void {
  const datasets = program
    .command('datasets')
    .summary('the data sets of the experiments: list, fetch, check')
    .description('The data sets of the experiments. Needs the package @ol/experiments.')
  datasets
    .command('list')
    .description('Lists the data sets, their sources, and which of them are in the folder.')
    .addOption(dataOption())
    .option('--json', 'print one JSON object on stdout')
    .action(list)
  datasets
    .command('fetch')
    .argument('[names...]', 'data sets; default: all')
    .description('Downloads the data sets that are not in the folder, and resumes an interrupted download.')
    .addOption(dataOption())
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print no progress')
    .action(fetchSets)
  datasets
    .command('check')
    .argument('[names...]', 'data sets; default: those in the folder')
    .description('Reads the files in the folder and compares their checksums; exit code 65 on a mismatch.')
    .addOption(dataOption())
    .option('--json', 'print one JSON object on stdout')
    .action(check)
}

async function list(flags: DatasetFlags): Promise<void> {
  const { datasets, find } = await loadExperiments()
  const rows = datasets.map((entry) => ({ ...entry, found: find(entry, flags.data) }))
  if (flags.json === true) {
    printJson({ command: 'datasets list', datasets: rows })
    return
  }
  for (const { id, title, task, label, page, licence, files, found } of rows) {
    const state = found.state === 'whole' ? 'there' : found.description
    const examples = files.reduce((sum, file) => sum + file.rows, 0).toLocaleString('en')
    process.stdout.write(
      `${id.padEnd(14)} ${title} (${task}, ${examples} examples): ${state}\n${' '.repeat(15)}${label}\n${' '.repeat(15)}${page} (${licence})\n`,
    )
  }
}

async function fetchSets(names: readonly string[], flags: DatasetFlags): Promise<void> {
  const package_ = await loadExperiments()
  const status = new StatusLine(flags.quiet === true || flags.json === true)
  const fetched: object[] = []
  await interruptible(async (signal) => {
    for (const entry of chosen(package_, names)) {
      if (names.length === 0 && !package_.isPublished(entry)) {
        if (package_.find(entry, flags.data).state === 'missing')
          process.stderr.write(`${entry.id} is skipped: put it there by hand (${entry.page})\n`)
        continue
      }
      const files = await package_
        .fetchDataset(entry, flags.data, {
          signal,
          onProgress: (file, bytes, total) =>
            status.show(
              `${file}: ${bytesText(bytes)}${total === undefined ? '' : ` of ${bytesText(total)}`}`,
            ),
        })
        .catch((error: unknown) => {
          status.clear()
          if (!signal.aborted) throw error
          throw new Interrupted(signalOf(signal), 'interrupted; run the same command to resume')
        })
      status.clear()
      fetched.push(...files.map((file) => ({ dataset: entry.id, ...file })))
      if (flags.json === true) continue
      for (const { path, state, sha256 } of files)
        process.stdout.write(`${path}: ${stateDescriptions[state]} (${sha256})\n`)
    }
  })
  if (flags.json === true) printJson({ command: 'datasets fetch', files: fetched })
}

const stateDescriptions = {
  checked: 'downloaded, checksum verified',
  taken: 'downloaded, no checksum known',
  there: 'already in the folder',
} as const

async function check(names: readonly string[], flags: DatasetFlags): Promise<void> {
  const package_ = await loadExperiments()
  const rows: object[] = []
  let wrong = 0
  for (const entry of chosen(package_, names)) {
    const found = package_.find(entry, flags.data)
    if (found.state === 'missing') {
      if (names.length > 0)
        throw new ExitError(66, `${entry.id}: there is no ${found.paths[0]}; ${source(entry, package_)}`)
      continue
    }
    for (const file of await package_.checkDataset(entry, flags.data)) {
      if (file.state === 'wrong' || file.state === 'corrupt') wrong++
      rows.push({ dataset: entry.id, ...file })
      if (flags.json !== true)
        process.stdout.write(
          `${file.path}: ${checkDescriptions[file.state]}${found.state === 'sample' ? ` (${found.description})` : ''}\n`,
        )
    }
  }
  if (flags.json === true) printJson({ command: 'datasets check', files: rows })
  if (wrong > 0)
    throw new ExitError(
      65,
      `${wrong} ${wrong === 1 ? 'file is' : 'files are'} corrupt: delete and fetch again`,
    )
}

const checkDescriptions = {
  right: 'right',
  wrong: 'WRONG: the checksum does not match',
  corrupt: 'CORRUPT: it cannot be decompressed to its end',
  unknown: 'readable, no checksum known',
} as const

function source(entry: DatasetEntry, { isPublished }: Experiments): string {
  return isPublished(entry)
    ? `ol-cli datasets fetch ${entry.id} downloads it`
    : `put it there by hand (${entry.page})`
}

function chosen({ datasets, datasetOf }: Experiments, names: readonly string[]): readonly DatasetEntry[] {
  return names.length === 0 ? datasets : names.map(datasetOf)
}
