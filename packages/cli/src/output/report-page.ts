import type { RunPage, SearchPage, Session } from '@ol/pipeline'
import { quoted } from '@ol/pipeline/internal'
import { version } from '../commands/version.js'
import { usageError } from '../exit.js'
import { checkOutput, openLines, refuseOverwriting, refuseSameOutput } from './line-output.js'

/** The flag of the commands that write a report as a page. */
export interface ReportFlags {
  readonly report?: string
  /** the arguments of the command, where there is a report */
  readonly commandLine?: readonly string[]
}

/**
 * Throws for outputs of one command to the same file, the page among them, and for a page that cannot be written or that
 * would replace an input.
 */
export function refuseOutputs(
  { report }: ReportFlags,
  inputs: readonly string[],
  outputs: readonly (string | undefined)[],
): void {
  refuseSameOutput([...outputs, report])
  if (report === undefined) return
  if (report === '-') throw usageError('--report needs a file: standard output is for predictions and JSON')
  refuseOverwriting(report, inputs)
  checkOutput(report)
}

type Told = 'command' | 'versions' | 'features' | 'terms'
type Page = Omit<RunPage, Told> | Omit<SearchPage, Told>

/** Writes a report of a model as a page, where the flag names a file for it; the file appears when it is complete. */
export async function writeReport(
  { report: path, commandLine = [] }: ReportFlags,
  page: Page,
  model: Session | undefined,
): Promise<void> {
  if (path === undefined) return
  // a plain run does without it
  const { htmlReport, pageFeatures, pageTerms } = await import('@ol/pipeline')
  const command = ['ol-cli', ...commandLine.map(quoted)].join(' ')
  const versions = [`OL ${version}`, `Node.js ${process.versions.node}`]
  const output = await openLines(path)
  try {
    const features = model === undefined ? undefined : pageFeatures(model)
    const terms = model === undefined ? undefined : pageTerms(model)
    const own = { ...page, decision: await decisionOf(page), features, terms, command, versions }
    await output.write(htmlReport(own as RunPage | SearchPage))
    await output.close()
  } finally {
    await output.abandon()
  }
}

/** Returns the task of a training, and which option overrides it. */
async function decisionOf({ kind, report }: Page): Promise<string | undefined> {
  if (kind !== 'train' || report.task === undefined) return undefined
  return (await import('../summary/card-facts.js')).taskFact(report.task)
}
