import { requireData } from './datasets/require-data.js'
import type { Experiment } from './experiments/experiment.js'
import { partOf } from './experiments/experiments.js'
import type { ExperimentReport } from './report/experiment-report.js'
import { writeIndex, writeReport } from './report/write-report.js'
import { Pool } from './run/pool.js'
import { Runner, type RunProgress } from './run/runner.js'

export interface ExperimentOptions {
  /** the folder of the data sets */
  readonly data: string
  /** the folder of pages, tables and results of earlier runs */
  readonly out: string
  /** the number of shuffles of the data; their seeds are 1 .. shuffles */
  readonly shuffles: number
  /** threads that learn; 0: the current thread */
  readonly threads: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((experiment: Experiment, progress: RunProgress) => void) | undefined
  /** called after the pages of an experiment are written */
  readonly onReport?: ((report: ExperimentReport) => void) | undefined
}

/**
 * Runs experiments one after another and writes their pages, and an index if there are several. Keeps results of
 * finished passes in `out`: an interrupted run continues where it stopped.
 *
 * @throws OLError OL_FILE_MISSING if `data` has none of the data sets that they read
 */
export async function runExperiments(
  chosen: readonly Experiment[],
  options: ExperimentOptions,
): Promise<ExperimentReport[]> {
  const seeds = Array.from({ length: options.shuffles }, (_, k) => k + 1)
  const reports: ExperimentReport[] = []
  const { data, out, threads, signal } = options
  requireData(chosen, data)
  const worker = new URL('./worker.js', import.meta.url)
  const pool = new Pool({ data, threads, worker, partOf, signal })
  try {
    for (const experiment of chosen) {
      const onProgress = (progress: RunProgress): void => options.onProgress?.(experiment, progress)
      const runner = new Runner({ data, out, pool, onProgress })
      const findings = await experiment.run({ runner, seeds })
      const report: ExperimentReport = {
        id: experiment.id,
        title: experiment.title,
        paper: experiment.paper,
        command: commandOf(experiment, options),
        seeds: [],
        seconds: runner.seconds,
        ...findings,
      }
      await writeReport(report, out)
      reports.push(report)
      options.onReport?.(report)
    }
  } finally {
    await pool.close()
  }
  if (chosen.length > 1) await writeIndex(reports, out)
  return reports
}

function commandOf({ id, datasets }: Experiment, { shuffles }: ExperimentOptions): string {
  const shuffled = shuffles === 5 ? '' : ` --shuffles ${shuffles}`
  return `ol-cli experiment ${id}${datasets.length > 0 ? ' --data DIR' : ''}${shuffled}`
}
