/** A point of a picture; y NaN: it is not drawn. */
export interface PicturePoint {
  readonly x: number
  readonly y: number
}

const width = 64
const height = 12

/**
 * Draws losses against a parameter on the log scale as lines of text: dots of braille, four rows and two columns a
 * character, or with `ascii` one asterisk a character. Losses far above the best are drawn at the upper edge.
 */
export function picture(points: readonly PicturePoint[], ascii: boolean): string[] {
  const shown = points.filter(({ x, y }) => x > 0 && Number.isFinite(y))
  if (shown.length < 2) return []
  const columns = ascii ? width : width * 2
  const rows = ascii ? height : height * 4
  const xs = shown.map(({ x }) => Math.log(x))
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const low = Math.min(...shown.map(({ y }) => y))
  const sorted = shown.map(({ y }) => y).sort((a, b) => a - b)
  // three quarters of the points fill the picture, so that one bad rate does not flatten the rest
  const high = Math.max(sorted[Math.floor((sorted.length - 1) * 0.75)], low * 1.0001 + Number.MIN_VALUE)
  const dots = Array.from({ length: rows }, () => new Uint8Array(columns))
  shown.forEach(({ y }, i) => {
    const column = right > left ? Math.round(((xs[i] - left) / (right - left)) * (columns - 1)) : 0
    const share = Math.min(1, (y - low) / (high - low))
    dots[Math.round((1 - share) * (rows - 1))][column] = 1
  })
  const lines = ascii
    ? dots.map((row) => Array.from(row, (dot) => (dot === 1 ? '*' : ' ')).join(''))
    : braille(dots)
  const label = (value: number) => value.toPrecision(6).padStart(11)
  return [
    ...lines.map((line, r) => {
      const edge = r === 0 ? label(high) : r === lines.length - 1 ? label(low) : ' '.repeat(11)
      return `${edge} ${ascii ? '|' : '\u2502'}${line.trimEnd()}`
    }),
    `${' '.repeat(12)}${ascii ? '+' : '\u2514'}${(ascii ? '-' : '\u2500').repeat(width)}`,
    `${' '.repeat(13)}${ends(Math.exp(left), Math.exp(right))}`,
  ]
}

function ends(from: number, to: number): string {
  const text = (x: number) => String(Number(x.toPrecision(4)))
  return `${text(from)}${text(to).padStart(width - text(from).length)}`
}

/** Bits of a braille character, by row and column. */
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
]

function braille(dots: readonly Uint8Array[]): string[] {
  return Array.from({ length: dots.length / 4 }, (_, r) => {
    let line = ''
    for (let c = 0; c < dots[0].length; c += 2) {
      let code = 0
      for (let j = 0; j < 4; j++)
        for (let i = 0; i < 2; i++) if (dots[4 * r + j][c + i] === 1) code |= bits[j][i]
      line += code === 0 ? ' ' : String.fromCharCode(0x2800 + code)
    }
    return line
  })
}
