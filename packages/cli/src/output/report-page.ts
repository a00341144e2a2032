import type { RunPage, SearchPage } from '@ol/pipeline'
import { version } from '../commands/version.js'
import { usageError } from '../exit.js'
import { checkOutput, openLines, refuseOverwriting, refuseSameOutput } from './line-output.js'

/** The flag of the commands that write a report as a page. */
export interface ReportFlags {
  readonly report?: string
  /** the arguments of the command, where there is a report */
  readonly commandLine?: readonly string[]
}

/** Throws for a page that cannot be written, or that would replace an input or another output. */
export function refuseReport(
  { report }: ReportFlags,
  inputs: readonly string[],
  outputs: readonly (string | undefined)[],
): void {
  if (report === undefined) return
  if (report === '-') throw usageError('--report needs a file: standard output is for predictions and JSON')
  refuseSameOutput([report, ...outputs])
  refuseOverwriting(report, inputs)
  checkOutput(report)
}

type Page = Omit<RunPage, 'command' | 'versions'> | Omit<SearchPage, 'command' | 'versions'>

/** Writes a report as a page, where the flag names a file for it; the file appears when it is complete. */
export async function writeReport(
  { report: path, commandLine = [] }: ReportFlags,
  page: Page,
): Promise<void> {
  if (path === undefined) return
  // a plain run does without it
  const { htmlReport } = await import('@ol/pipeline')
  const command = ['ol-cli', ...commandLine.map(quoted)].join(' ')
  const versions = [`OL ${version}`, `Node.js ${process.versions.node}`]
  const output = await openLines(path)
  try {
    await output.write(htmlReport({ ...page, command, versions } as RunPage | SearchPage))
    await output.close()
  } finally {
    await output.abandon()
  }
}

/** Returns an argument as a shell reads it. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
