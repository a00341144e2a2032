import type { Named, Point } from './messages.js'

const width = 480
const height = 240
const left = 48
const bottom = 28
const top = 8

/** Draws the loss curve. */
export function drawCurve(svg: Element, points: readonly Point[]): void {
  const found = points.filter(({ loss }) => Number.isFinite(loss))
  if (found.length === 0) return
  const most = Math.max(...found.map(({ examples }) => examples))
  const low = Math.min(...found.map(({ loss }) => loss))
  const high = Math.max(...found.map(({ loss }) => loss))
  const x = (examples: number): number => left + ((width - left - 8) * examples) / most
  const y = (loss: number): number =>
    top + (height - top - bottom) * (high === low ? 0.5 : (high - loss) / (high - low))
  const line = found.map(({ examples, loss }) => `${x(examples).toFixed(1)},${y(loss).toFixed(1)}`).join(' ')
  svg.replaceChildren(
    shape('line', { class: 'axis', x1: left, y1: height - bottom, x2: width, y2: height - bottom }),
    shape('line', { class: 'axis', x1: left, y1: top, x2: left, y2: height - bottom }),
    text(high.toPrecision(3), { x: left - 4, y: y(high) + 4, 'text-anchor': 'end' }),
    text(low.toPrecision(3), { x: left - 4, y: y(low) + 4, 'text-anchor': 'end' }),
    text('0', { x: left, y: height - 8 }),
    text(`${most} examples`, { x: width - 4, y: height - 8, 'text-anchor': 'end' }),
    shape('polyline', { class: 'line', points: line }),
  )
}

/** Draws numbers by name as bars. */
export function drawBars(table: HTMLTableElement, rows: readonly Named[]): void {
  const largest = Math.max(...rows.map(({ value }) => Math.abs(value)), Number.MIN_VALUE)
  table.replaceChildren(
    ...rows.map(({ name, value }) => {
      const row = document.createElement('tr')
      const bar = cell('bar')
      const fill = document.createElement('div')
      fill.className = value < 0 ? 'fill negative' : 'fill'
      fill.style.width = `${((100 * Math.abs(value)) / largest).toFixed(1)}%`
      bar.append(fill)
      row.append(cell('name', name), cell('number', value.toPrecision(3)), bar)
      return row
    }),
  )
}

function cell(kind: string, content = ''): HTMLTableCellElement {
  const made = document.createElement('td')
  made.className = kind
  made.textContent = content
  return made
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}

function text(content: string, attributes: Record<string, string | number>): SVGElement {
  const made = shape('text', attributes)
  made.textContent = content
  return made
}
