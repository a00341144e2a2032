import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { figureSvg } from '@ol/figures'
import type { ExperimentReport } from './experiment-report.js'
import { indexHtml, reportHtml } from './html.js'
import { figureFile, reportMarkdown, reportText } from './report-text.js'

/** Writes a report as ID.txt, ID.md, ID.json and ID.html into a folder, and its figures as ID-1.svg, ... for the Markdown. */
export async function writeReport(report: ExperimentReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all([
    writeFile(join(folder, `${report.id}.txt`), reportText(report)),
    writeFile(join(folder, `${report.id}.md`), reportMarkdown(report)),
    writeFile(join(folder, `${report.id}.json`), `${JSON.stringify(report, undefined, 1)}\n`),
    writeFile(join(folder, `${report.id}.html`), reportHtml(report)),
    ...report.figures.map((figure, k) =>
      writeFile(join(folder, figureFile(report, k)), `${figureSvg(figure)}\n`),
    ),
  ])
}

/** Writes index.html for the reports of a folder. */
export async function writeIndex(reports: readonly ExperimentReport[], folder: string): Promise<void> {
  await writeFile(join(folder, 'index.html'), indexHtml(reports))
}
