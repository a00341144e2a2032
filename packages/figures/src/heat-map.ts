import { type Look, paperLook } from './look.js'
import { escapeText } from './svg.js'

/** A grid of values, row by row; larger magnitudes are darker, in one color above 0 and in another below. */
export interface HeatMap {
  readonly title: string
  readonly x: { readonly label: string; readonly names: readonly string[] }
  readonly y: { readonly label: string; readonly names: readonly string[] }
  readonly values: readonly number[]
}

const top = 10
const right = 12
/** The maximum number of names along an axis: of more names, only every second, third and so on is written. */
const mostNames = 16
/** The maximum length of a name. */
const longest = 14

/** Returns a heat map as an SVG element. */
export function heatMapSvg(map: HeatMap, look: Look = paperLook): string {
  const { width, colors, frame } = look
  const [columns, rows] = [map.x.names.length, map.y.names.length]
  const letters = Math.min(longest, Math.max(...map.y.names.map((name) => name.length), 1))
  const left = 34 + 7 * letters
  const cell = (width - right - left) / columns
  const tall = Math.max(12, Math.min(22, cell))
  const bottom = top + tall * rows
  const below = 7 * Math.min(longest, Math.max(...map.x.names.map((name) => name.length), 1)) + 34
  const most = Math.max(...map.values.map(Math.abs), Number.MIN_VALUE)
  const cells = map.values.map((value, i) => {
    const [r, c] = [Math.floor(i / columns), i % columns]
    const share = Math.abs(value) / most
    return `<rect x="${fixed(left + c * cell)}" y="${fixed(top + r * tall)}" width="${fixed(cell)}" height="${fixed(tall)}" fill="${colors[value < 0 ? 1 : 0]}" fill-opacity="${fixed(share)}"><title>${escapeText(`${map.y.names[r]}, ${map.x.names[c]}: ${Number(value.toPrecision(3))}`)}</title></rect>`
  })
  const named = (count: number): number => Math.ceil(count / mostNames)
  const ofRows = map.y.names.map((name, r) =>
    r % named(rows) > 0
      ? ''
      : `<text x="${fixed(left - 6)}" y="${fixed(top + (r + 0.5) * tall + 4)}" text-anchor="end" font-size="12">${escapeText(cut(name))}</text>`,
  )
  const ofColumns = map.x.names.map((name, c) => {
    const [x, y] = [fixed(left + (c + 0.5) * cell + 4), fixed(bottom + 8)]
    return c % named(columns) > 0
      ? ''
      : `<text transform="translate(${x} ${y}) rotate(-90)" text-anchor="end" font-size="12">${escapeText(cut(name))}</text>`
  })
  const height = fixed(bottom + below)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif"${look.text === undefined ? '' : ` fill="${look.text}"`} role="img" aria-label="${escapeText(map.title)}">`,
    ...(look.ground === undefined
      ? []
      : [`<rect width="${width}" height="${height}" fill="${look.ground}"/>`]),
    ...cells,
    `<rect x="${fixed(left)}" y="${top}" width="${fixed(cell * columns)}" height="${fixed(tall * rows)}" fill="none" stroke="${frame}"/>`,
    ...ofRows,
    ...ofColumns,
    `<text x="${fixed((left + width - right) / 2)}" y="${fixed(bottom + below - 8)}" text-anchor="middle" font-size="14">${escapeText(map.x.label)}</text>`,
    `<text transform="translate(18 ${fixed((top + bottom) / 2)}) rotate(-90)" text-anchor="middle" font-size="14">${escapeText(map.y.label)}</text>`,
    '</svg>',
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function cut(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 1)}\u2026`
}

function fixed(v: number): string {
  return String(Math.round(v * 100) / 100)
}
