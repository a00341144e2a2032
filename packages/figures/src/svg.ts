import type { Figure, Series } from './figure.js'
import { type Look, paperLook } from './look.js'
import { type Scale, scaleOf, valuesOf } from './scale.js'

const dashes = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 2', '1 4'] as const

const right = 24
const top = 14

/** Returns a figure as an SVG element: no script, text as text. */
export function figureSvg(figure: Figure, look: Look = paperLook): string {
  const { width } = look
  const legend = legendOf(figure, look)
  const left =
    figure.y.scale === 'category' ? 28 + 7.6 * Math.max(...(figure.y.names ?? []).map((n) => n.length)) : 78
  const plot = {
    left,
    right: width - right,
    top: top + legend.height,
    bottom: top + legend.height + plotHeight(figure, look),
  }
  const height = plot.bottom + 58
  const x = scaleOf(figure.x, valuesOf(figure, 0), plot.left, plot.right)
  const y = scaleOf(figure.y, valuesOf(figure, 1), plot.bottom, plot.top)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif"${look.text === undefined ? '' : ` fill="${look.text}"`} role="img" aria-label="${escapeText(figure.title)}">`,
    ...(look.ground === undefined
      ? []
      : [`<rect width="${width}" height="${height}" fill="${look.ground}"/>`]),
    ...legend.parts,
    ...axes(figure, x, y, plot, height, look),
    ...figure.series.map((series, k) => seriesPath(series, k, x, y, look)),
    '</svg>',
  ]
  return parts.join('\n')
}

function plotHeight(figure: Figure, { height }: Look): number {
  return figure.y.scale === 'category' ? Math.max(60, 34 * (figure.y.names ?? []).length) : height
}

interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function axes(figure: Figure, x: Scale, y: Scale, plot: Plot, height: number, look: Look): string[] {
  const { grid, minorGrid, frame } = look
  const parts: string[] = []
  for (const { at, label } of x.ticks) {
    const px = x.place(at)
    if (px === undefined) continue
    parts.push(line(px, plot.top, px, plot.bottom, label === '' ? minorGrid : grid))
    parts.push(text(px, plot.bottom + 18, 'middle', label))
  }
  for (const { at, label } of y.ticks) {
    const py = y.place(at)
    if (py === undefined) continue
    parts.push(line(plot.left, py, plot.right, py, label === '' ? minorGrid : grid))
    parts.push(text(plot.left - 8, py + 4, 'end', label))
  }
  parts.push(
    `<rect x="${plot.left}" y="${plot.top}" width="${plot.right - plot.left}" height="${plot.bottom - plot.top}" fill="none" stroke="${frame}"/>`,
  )
  parts.push(text((plot.left + plot.right) / 2, height - 14, 'middle', figure.x.label, 14))
  if (figure.y.label !== '')
    parts.push(
      `<text transform="translate(20 ${fixed((plot.top + plot.bottom) / 2)}) rotate(-90)" text-anchor="middle" font-size="14">${escapeText(figure.y.label)}</text>`,
    )
  return parts
}

function legendOf(figure: Figure, look: Look): { parts: string[]; height: number } {
  const parts: string[] = []
  let x = 20
  let y = top + 6
  figure.series.forEach((series, k) => {
    const length = 44 + 7.4 * series.name.length
    if (x > 20 && x + length > look.width - right) {
      x = 20
      y += 22
    }
    parts.push(...swatch(series, k, x, y, look), text(x + 36, y + 4, 'start', series.name))
    x += length + 12
  })
  return { parts, height: y - top + 20 }
}

function swatch(series: Series, k: number, x: number, y: number, look: Look): string[] {
  const parts: string[] = []
  if (series.style !== 'points')
    parts.push(
      `<path d="M${x} ${y}h28" stroke="${colorOf(series, k, look)}" stroke-width="2.2" fill="none"${dashOf(series, k)}/>`,
    )
  if (series.style === 'points' || series.style === 'both') parts.push(marker(series, k, x + 14, y, look))
  return parts
}

function colorOf(series: Series, k: number, { colors }: Look): string {
  return colors[(series.color ?? k) % colors.length]
}

function dashOf(series: Series, k: number): string {
  const dash = series.dashed === undefined ? dashes[k % dashes.length] : series.dashed ? '7 4' : ''
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`
}

function seriesPath(series: Series, k: number, x: Scale, y: Scale, look: Look): string {
  const parts: string[] = []
  let path = ''
  let drawing = false
  for (const [vx, vy] of series.points) {
    const px = x.place(vx)
    const py = y.place(vy)
    if (px === undefined || py === undefined || Number.isNaN(px) || Number.isNaN(py)) {
      drawing = false
      continue
    }
    path += `${drawing ? 'L' : 'M'}${fixed(px)} ${fixed(py)}`
    drawing = true
    if (series.style === 'points' || series.style === 'both') parts.push(marker(series, k, px, py, look))
  }
  if (series.style !== 'points' && path !== '')
    parts.unshift(
      `<path d="${path}" stroke="${colorOf(series, k, look)}" stroke-width="${dashOf(series, k) === '' ? 2.4 : 1.8}" stroke-linejoin="round" fill="none"${dashOf(series, k)}/>`,
    )
  return parts.join('\n')
}

/** Returns a different shape for each of the first four series. */
function marker(series: Series, k: number, x: number, y: number, look: Look): string {
  const color = colorOf(series, k, look)
  const shape = (series.color ?? k) % 4
  if (shape === 0) return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="4" fill="${color}"/>`
  if (shape === 1)
    return `<rect x="${fixed(x - 3.6)}" y="${fixed(y - 3.6)}" width="7.2" height="7.2" fill="${color}"/>`
  if (shape === 2) return `<path d="M${fixed(x)} ${fixed(y - 4.8)}l4.6 8.2h-9.2z" fill="${color}"/>`
  return `<path d="M${fixed(x)} ${fixed(y - 5)}l5 5l-5 5l-5 -5z" fill="${color}"/>`
}

function line(x1: number, y1: number, x2: number, y2: number, color: string): string {
  return `<path d="M${fixed(x1)} ${fixed(y1)}L${fixed(x2)} ${fixed(y2)}" stroke="${color}"/>`
}

function text(x: number, y: number, anchor: string, words: string, size = 13): string {
  return words === ''
    ? ''
    : `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}" font-size="${size}">${escapeText(words)}</text>`
}

function fixed(v: number): string {
  return String(Math.round(v * 100) / 100)
}

/**
 * Characters that XML refuses, and characters that change the direction of text or have no width, so that the text
 * shown would differ from the actual text.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Returns a string with the markup of HTML and XML escaped, and invisible characters written like `\u202e`. */
export function escapeText(words: string): string {
  return words
    .replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
