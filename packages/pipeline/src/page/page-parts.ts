import { escapeText, type Figure, figureSvg, pageLook } from '@ol/figures'

/** A cell of a table: its text, and what a page draws with it. */
export interface PageCell {
  readonly text: string
  /** a shade from 0 to 1 */
  readonly share?: number
  /** a bar of this length from -1 to 1 */
  readonly bar?: number
  readonly kind?: 'left' | 'name'
}

/** A figure of a run in large print: its name, its value, and its number of rows or its baseline. */
export interface PageCard {
  readonly name: string
  readonly value: string
  readonly note?: string | undefined
}

export function cardsHtml(cards: readonly PageCard[]): string {
  const items = cards.map(
    ({ name, value, note }) =>
      `<li><span>${escapeText(name)}</span><b>${escapeText(value)}</b>${note === undefined ? '' : `<small>${escapeText(note)}</small>`}</li>`,
  )
  return `<ul class="cards">${items.join('')}</ul>`
}

export function figureHtml(figure: Figure): string {
  const description = figure.description === undefined ? '' : ` ${escapeText(figure.description)}`
  return `<figure>
${figureSvg(figure, pageLook)}
<figcaption><b>${escapeText(figure.title)}.</b>${description}</figcaption>
</figure>`
}

/** Returns a table; the first cell of a row is its header, and the name of a column is above its cells. */
export function tableHtml(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly PageCell[])[],
): string {
  const first = head.map(
    (name, k) =>
      `<th scope="col"${k === 0 || rows[0]?.[k]?.kind !== undefined ? ' class="left"' : ''}>${escapeText(name)}</th>`,
  )
  const body = rows.map(
    (row) => `<tr>${row.map((cell, k) => (k === 0 ? rowHeader(cell) : cellHtml(cell))).join('')}</tr>`,
  )
  // not a caption element, which would be as narrow as the table
  return `<p class="soft">${escapeText(caption)}</p>
<div class="wide"><table aria-label="${escapeText(caption)}"><thead><tr>${first.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`
}

function rowHeader({ text, kind = 'left' }: PageCell): string {
  const escaped = escapeText(text)
  // a narrow page breaks a name at its value
  return `<th scope="row" class="${kind}">${kind === 'name' ? escaped.replaceAll('=', '=<wbr/>') : escaped}</th>`
}

function cellHtml({ text, share, bar, kind }: PageCell): string {
  if (share !== undefined)
    return `<td class="cell" style="--share:${share.toFixed(3)}">${escapeText(text)}</td>`
  if (bar === undefined) return `<td${kind === undefined ? '' : ` class="${kind}"`}>${escapeText(text)}</td>`
  const width = (100 * Math.min(1, Math.abs(bar))).toFixed(1)
  return `<td class="bar" aria-hidden="true"><i${bar < 0 ? ' class="minus"' : ''} style="width:${width}%"></i></td>`
}

export function sectionHtml(title: string, parts: readonly string[]): string {
  const inside = parts.filter((part) => part !== '')
  return inside.length === 0
    ? ''
    : `<section>\n<h2>${escapeText(title)}</h2>\n${inside.join('\n')}\n</section>`
}

export function paragraph(text: string, kind = ''): string {
  return `<p${kind === '' ? '' : ` class="${kind}"`}>${escapeText(text)}</p>`
}
