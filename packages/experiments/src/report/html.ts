import { escapeText, figureSvg } from '@ol/figures'
import { abbreviationsOf } from './abbreviations.js'
import type { ExperimentReport, Figure, ReportCell, ReportTable } from './experiment-report.js'
import { cellWithMark } from './report-text.js'

const style = `
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 2.5rem auto; max-width: 78rem; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.paper { color: #555; margin: 0 0 1rem; } .words { color: #555; max-width: 52rem; font-size: .92rem; }
pre { background: #f4f4f2; padding: .6rem .9rem; overflow-x: auto; border-radius: 4px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .28rem .6rem; text-align: right; border-bottom: 1px solid #e4e4e0; white-space: nowrap; }
th { white-space: normal; max-width: 11rem; border-bottom: 2px solid #666; font-weight: 600; vertical-align: bottom; }
th.left, td.left { text-align: left; } th[colspan] { max-width: none; padding-top: 1.4rem; }
tr:hover td { background: #f7f9fb; }
.fits { color: #00614a; } .better { color: #004b7a; } .differs { color: #a63c00; font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); gap: 1.5rem 2rem; margin-top: 2rem; }
figure { margin: 0; } figure svg { width: 100%; max-width: 760px; height: auto; font-family: inherit; }
figcaption { max-width: 760px; color: #333; } figcaption b { color: #000; }
ul { padding-left: 1.2rem; max-width: 52rem; } li { margin: .35rem 0; }
a { color: #0058a3; }
footer { margin-top: 3rem; color: #666; font-size: .88rem; }
`

/** Returns a report as one self-contained page, with style and figures, and without script. */
export function reportHtml(report: ExperimentReport): string {
  const words = abbreviationsOf(report)
  const body = [
    `<h1>${escapeText(report.title)}</h1>`,
    `<p class="paper">${escapeText(report.paper)}</p>`,
    `<pre>$ ${escapeText(report.command)}</pre>`,
    words.length === 0 ? '' : `<p class="words">${escapeText(words.join('; ').replaceAll('`', ''))}.</p>`,
    report.figures.length === 0
      ? ''
      : `<div class="figures">\n${report.figures.map(figureHtml).join('\n')}\n</div>`,
    ...report.tables.map(tableHtml),
    report.notes.length > 0 ? '<h2>Notes</h2>' : '',
    report.notes.length > 0
      ? `<ul>${report.notes.map((note) => `<li>${escapeText(note)}</li>`).join('\n')}</ul>`
      : '',
    `<footer>${footer(report)}</footer>`,
  ]
  return page(report.title, body)
}

function footer(report: ExperimentReport): string {
  const seeds = report.seeds.length > 0 ? `Seeds ${report.seeds.join(', ')}. ` : ''
  const marks = report.tables.some((table) => table.rows.some((row) => row.some(marked)))
    ? '✓ within the tolerance of the expected figure, ↓ lower than it, ✗ outside. '
    : ''
  return `${marks}${seeds}${report.seconds.toFixed(0)} seconds of computing.`
}

const marked = (cell: ReportCell): boolean => typeof cell !== 'string' && cell.mark !== undefined

/** Returns the page that links to the pages of several experiments. */
export function indexHtml(reports: readonly ExperimentReport[]): string {
  const rows = reports.map((report, k) => {
    const paper =
      k > 0 && reports[k - 1].paper === report.paper
        ? ''
        : `<tr><th class="left" colspan="4">${escapeText(report.paper)}</th></tr>`
    const cells = report.tables.flatMap((table) => table.rows.flat()).filter(marked)
    const count = (mark: string): number =>
      cells.filter((cell) => typeof cell !== 'string' && cell.mark === mark).length
    const compared =
      cells.length === 0 ? '' : `${count('fits')} ✓  ${count('better')} ↓  ${count('differs')} ✗`
    return `${paper}<tr><td class="left"><a href="${report.id}.html">${escapeText(report.id)}</a></td><td class="left">${escapeText(report.title)}</td><td>${compared}</td><td>${report.seconds.toFixed(0)} s</td></tr>`
  })
  return page('Experiments of the papers', [
    '<h1>Experiments of the papers</h1>',
    '<p class="paper">Each page has its tables, figures and the command that makes it again.</p>',
    '<div class="wide"><table><tr><th class="left">experiment</th><th class="left">what it shows</th><th>against expected figures</th><th>computing</th></tr>',
    ...rows,
    '</table></div>',
    '<footer>✓ within the tolerance of the expected figure, ↓ lower than it, ✗ outside.</footer>',
  ])
}

function page(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`
}

function tableHtml(table: ReportTable): string {
  const align = (k: number): string => (table.columns[k].align === 'left' ? ' class="left"' : '')
  const head = table.columns.map(({ name }, k) => `<th${align(k)}>${escapeText(name)}</th>`).join('')
  const rows = table.rows.map((row) => `<tr>${row.map((cell, k) => tableCell(cell, align(k))).join('')}</tr>`)
  const description = table.description === undefined ? '' : `<p>${escapeText(table.description)}</p>`
  return `<h2>${escapeText(table.title)}</h2>
<div class="wide"><table><tr>${head}</tr>
${rows.join('\n')}
</table></div>${description}`
}

function tableCell(cell: ReportCell, align: string): string {
  const text = escapeText(cellWithMark(cell, ''))
  if (typeof cell === 'string') return `<td${align}>${text}</td>`
  const strong = cell.strong === true ? `<b>${text}</b>` : text
  return `<td${align}>${cell.mark === undefined ? strong : `<span class="${cell.mark}">${strong}</span>`}</td>`
}

function figureHtml(figure: Figure): string {
  const description = figure.description === undefined ? '' : ` ${escapeText(figure.description)}`
  return `<figure>
${figureSvg(figure)}
<figcaption><b>${escapeText(figure.title)}.</b>${description}</figcaption>
</figure>`
}
