import { abbreviationsOf } from './abbreviations.js'
import type { ExperimentReport, Mark, ReportCell, ReportTable } from './experiment-report.js'

const signs: Record<Mark, string> = { fits: ' ✓', better: ' ↓', differs: ' ✗' }

/** Returns a report as plain text: notes, tables, and the names of figures. */
export function reportText(report: ExperimentReport): string {
  const lines = [report.title, report.paper, `$ ${report.command}`]
  if (report.seeds.length > 0) lines.push(`seeds: ${report.seeds.join(', ')}`)
  const words = abbreviationsOf(report)
  if (words.length > 0) lines.push(words.join('; '))
  for (const table of report.tables) lines.push('', ...tableLines(table))
  if (report.figures.length > 0) lines.push('', 'Figures (in the HTML page):')
  for (const figure of report.figures) lines.push(`  ${figure.title}`)
  if (report.notes.length > 0) lines.push('', ...report.notes.map((note) => `* ${note}`))
  return `${lines.join('\n')}\n`
}

/** Returns a report as Markdown, for the documentation. */
export function reportMarkdown(report: ExperimentReport): string {
  const lines = [`# ${report.title}`, '', report.paper, '', '```', `$ ${report.command}`, '```', '']
  if (report.seeds.length > 0) lines.push(`Seeds: ${report.seeds.join(', ')}.`, '')
  const words = abbreviationsOf(report)
  if (words.length > 0) lines.push(`${words.join('; ')}.`, '')
  report.figures.forEach(({ title, description }, k) => {
    lines.push(
      `![${title}](${figureFile(report, k)})`,
      '',
      description === undefined ? `${title}.` : `${title}. ${description}`,
      '',
    )
  })
  for (const table of report.tables) {
    lines.push(`## ${table.title}`, '')
    lines.push(markdownRow(table.columns.map((column) => column.name)))
    lines.push(markdownRow(table.columns.map((column) => (column.align === 'left' ? '---' : '---:'))))
    for (const row of table.rows) lines.push(markdownRow(row.map((cell) => cellWithMark(cell, '**'))))
    lines.push('')
    if (table.description !== undefined) lines.push(table.description, '')
  }
  lines.push(...report.notes.map((note) => `* ${note}`))
  return `${lines.join('\n').trimEnd()}\n`
}

/** The file of a figure, next to the Markdown. */
export function figureFile({ id }: ExperimentReport, k: number): string {
  return `${id}-${k + 1}.svg`
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Returns the text of a cell with its mark; bold text is between `bold`. */
export function cellWithMark(cell: ReportCell, bold = '*'): string {
  if (typeof cell === 'string') return cell
  const { text, mark, strong } = cell
  return `${strong === true ? `${bold}${text}${bold}` : text}${mark === undefined ? '' : signs[mark]}`
}

function tableLines(table: ReportTable): string[] {
  const cells = [
    table.columns.map((column) => column.name),
    ...table.rows.map((row) => row.map((cell) => cellWithMark(cell))),
  ]
  const widths = table.columns.map((_, k) => Math.max(...cells.map((row) => (row[k] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((text, k) =>
        table.columns[k].align === 'left' ? text.padEnd(widths[k]) : text.padStart(widths[k]),
      )
      .join('  ')
      .trimEnd()
  const [head, ...body] = cells
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  const description = table.description === undefined ? [] : [table.description]
  return [table.title, line(head), rule, ...body.map(line), ...description]
}
