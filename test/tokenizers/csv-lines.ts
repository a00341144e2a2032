import { dates, digits, nameText, numberText, pick, type Random } from './texts.js'

/** Columns: number, category, label, number, category, weight. */
const formedNumbers = [
  '1,234',
  '1,234,567.5',
  '12,34',
  '1.234,5',
  "1'234",
  '1 234',
  '1\u00a0234',
  '$5',
  '-$5.5',
  '$-5',
  '5 €',
  '£1,000',
  '5%',
  '5 %',
  '-12.5 %',
  '\u22125',
  '\u2212$5',
  '$',
  '%',
  '-',
  '.',
  'None',
  '<NA>',
  'missing',
]
const booleans = ['true', 'false', 'True', 'FALSE', 'yes', '1', '', 'NA', 'nan']

export function csvLine(random: Random, clean: boolean, delimiter: string, mark: string): string {
  const pointed = () => (clean ? `${random(100)}.${digits(random, 1 + random(6))}` : numberText(random))
  const marked = (text: string) => {
    if (mark === '.' || (!clean && random(9) === 0)) return text
    const written = text.replaceAll('.', mark)
    return mark === delimiter && random(3) !== 0 ? `"${written}"` : written
  }
  const number = () => marked(pointed())
  const pad = () => (random(12) === 0 ? ' ' : '')
  const quote = (text: string) =>
    clean || random(8) !== 0
      ? text.replaceAll('"', '').replaceAll(delimiter, '').replaceAll('\r', '')
      : pick(random, [
          `"${text.replaceAll('"', '""')}"`,
          `"${text}\n${text}"`,
          `"a""b"`,
          `"${text}`,
          `"${text}"x`,
          `x"${text}"`,
          `"a\\"b"`,
        ])
  const category = () =>
    random(9) === 0 ? pick(random, ['', '?', 'NA', 'NaN', 'null', 'nil', 'NULL', 'x']) : nameText(random)
  const fields = [
    mark === '.' ? quote(number()) : number(),
    quote(category()),
    clean || random(9) !== 0 ? pick(random, ['1', '-1', '0']) : quote(marked(numberText(random))),
    random(9) === 0 ? pick(random, ['', '?', '0']) : number(),
    quote(category()),
    clean || random(9) !== 0 ? '1' : marked(numberText(random)),
    ...(random(2) === 0 ? [quote(pick(random, dates)), quote(pick(random, booleans))] : []),
  ]
  if (!clean && random(5) === 0) fields[3] = quote(pick(random, formedNumbers))
  if (!clean && random(30) === 0) fields.length -= 1
  if (!clean && random(30) === 0) fields.push('more')
  // between blanks, a run of blanks and tabs is one delimiter
  const between = () => (delimiter === ' ' ? pick(random, [' ', ' ', '  ', '\t', ' \t ', '\t\t']) : delimiter)
  return fields.map((field, k) => (k === 0 ? '' : between()) + pad() + field + pad()).join('')
}
