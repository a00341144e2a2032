/** Numbers as people read them; programs get all digits by `--json`. */

/** Returns a count with thousands separators; weights may have decimals: `4,521`, `12.5`. */
export function countText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'n.a.' : String(value)
  if (Math.abs(value) >= 1e15) return value.toExponential(3)
  const [whole, decimals] = String(Number(value.toFixed(Math.abs(value) < 1e4 ? 2 : 0))).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Returns a number to four significant digits; all digits of the integer part if it has more; `n.a.` for no number. */
export function figureText(value: number | null | undefined): string {
  if (value === undefined || value === null || Number.isNaN(value)) return 'n.a.'
  if (!Number.isFinite(value)) return value > 0 ? '\u221e' : '-\u221e'
  const size = Math.abs(value)
  if ((size < 1e-4 && size > 0) || size >= 1e15) return value.toExponential(3)
  if (value === 0) return '0'
  return size >= 1e3 ? countText(Math.round(value)) : value.toPrecision(4)
}

/** Returns a share as a percentage: `88.3%`. */
export function percentText(share: number, places = 1): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(places)}%` : 'n.a.'
}
