import type { CommonFlags, ProgressFlags } from '../flags/common.js'
import { plain } from '../output/plain.js'
import { jsonReport, type RunReport } from '../output/run-report.js'
import { terminal } from '../output/terminal.js'
import type { CardContext } from './summary-card.js'

/** Prints the report of a run. */
export type PrintReport = (report: RunReport, context: CardContext) => void

/**
 * Returns what prints a report by the flags: JSON on stdout; on stderr a summary, or every figure; or nothing. Call it before an input is
 * opened: after the stat of a pipe Node.js 20 to 24 no longer follows links to packages.
 */
export async function reportPrinter({
  json,
  quiet,
  verbose,
}: CommonFlags & ProgressFlags): Promise<PrintReport> {
  if (json === true) return (report) => process.stdout.write(jsonReport(report))
  if (quiet === true) return () => undefined
  // programs do without what is drawn
  if (verbose === true) {
    const { allFigures } = await import('../output/report-facts.js')
    return (report) => process.stderr.write(`\n${plain(allFigures(report).join('\n'))}\n`)
  }
  const { summaryCard } = await import('../summary/summary-card.js')
  return (report, context) =>
    process.stderr.write(`\n${summaryCard(report, context, terminal()).join('\n')}\n`)
}
