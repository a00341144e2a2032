import { type DecimalMark, isNumberText, limits, type Schema } from '@ol/spec'

/** Returns the decimal mark of the columns of a schema. */
export function decimalMark({ decimal }: Pick<Schema, 'decimal'>): DecimalMark {
  return decimal ?? '.'
}

/** Returns whether a string is a number that a label can be. */
export function isLabelNumber(text: string): boolean {
  return isNumberText(text) && Math.abs(Number(text)) <= limits.maxLabel
}

/**
 * Returns a label as OL knows it, numbers with a point; undefined: under decimal commas it is a number with a point, which
 * is none.
 */
export function canonicalLabel(text: string, mark: DecimalMark): string | undefined {
  if (mark === '.') return text
  if (isNumberText(text, mark)) return text.replace(',', '.')
  return isNumberText(text) ? undefined : text
}

/** Returns a number as it is written with a decimal mark; any other text unchanged. */
export function markedNumber(text: string, mark: DecimalMark): string {
  return mark === ',' && isNumberText(text) ? text.replace('.', mark) : text
}
