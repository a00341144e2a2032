/** Good and hostile input for the tokenizers, from a seeded generator. */
export type Random = (n: number) => number

/** xorshift32 */
export function generator(seed: number): Random {
  let x = seed | 0 || 1
  return (n) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % n
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]
const digits = (random: Random, n: number): string => Array.from({ length: n }, () => random(10)).join('')

const oddNumbers = [
  '0',
  '-0',
  '0.0',
  '1',
  '-1',
  '+1',
  '1.',
  '.5',
  '-.5',
  '1e0',
  '1E+2',
  '1e-2',
  '1e100',
  '1e101',
  '1e-100',
  '1e-101',
  '1e400',
  '1e-400',
  '1e15',
  '1e16',
  '1e9',
  '1e10',
  '9007199254740993',
  '900719925474099.3',
  '123456789012345678901234567890',
  '0.000000000000000000001',
  '2.2250738585072014e-308',
  '4294967295',
  '4294967296',
  '00012',
  '1e',
  '1e+',
  '.',
  '+',
  '-',
  '--1',
  '1.2.3',
  '1,5',
  '1e5x',
  '0x10',
  'nan',
  'NaN',
  'inf',
  '-inf',
  'Infinity',
  '1_000',
  '12345678.12345678',
  '0.12345678901234567',
  '1.7976931348623157e308',
  '99999999',
  '999999999',
  '9999999999',
  '0.00000001',
  '1e22',
  '1e23',
  '1234567890123456e-22',
]

export function numberText(random: Random): string {
  switch (random(8)) {
    case 0:
      return pick(random, oddNumbers)
    case 1:
      return digits(random, 1 + random(20))
    case 2:
      return `${digits(random, 1 + random(10))}.${digits(random, random(12))}`
    case 3:
      return `-${random(10)}.${digits(random, 7)}e-0${random(10)}`
    case 4:
      return `${random(10)}.${digits(random, random(18))}E${random(60) - 30}`
    default:
      return `${pick(random, ['', '-'])}${random(1000)}.${digits(random, 1 + random(7))}`
  }
}

const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'æøå',
  '日本語',
  '\u0001x',
  'x\u0001',
  'a\rb',
  '-1',
  '00',
  '01',
  '4294967296',
  '123456789',
  '12345678',
  '1234567a',
  'a1234567',
  '99999999999999999999',
  "'q",
  '"q"',
  '#h',
  'a=b',
  '~',
  'x'.repeat(15),
  'x'.repeat(16),
  'x'.repeat(17),
  'x'.repeat(40),
  '0',
  '7',
]

function nameText(random: Random): string {
  switch (random(6)) {
    case 0:
      return pick(random, oddNames)
    case 1:
    case 2:
      return String(random(10 ** (1 + random(9))))
    default: {
      let name = ''
      for (let length = 1 + random(20); length > 0; length--) name += String.fromCharCode(97 + random(26))
      return name
    }
  }
}

const space = (random: Random): string => pick(random, [' ', ' ', ' ', ' ', ' ', '  ', '\t', ' \t '])

function vwLine(random: Random, clean: boolean): string {
  const number = clean ? () => `${random(100)}.${digits(random, 1 + random(6))}` : () => numberText(random)
  let line = pick(random, [
    '1',
    '-1',
    '0',
    '',
    '1 2',
    '1 2 0.5',
    '1 tag',
    "-1 'tag",
    clean ? '1' : numberText(random),
  ])
  if (!clean && random(20) === 0) line += ` ${numberText(random)} ${numberText(random)} x`
  if (random(10) !== 0) line += space(random)
  for (let spaces = 1 + random(3); spaces > 0; spaces--) {
    line += `|${pick(random, ['', 'f', 'f', 'ns', '7', clean ? 'g' : 'f:2', clean ? 'h' : `f:${number()}`])}`
    for (let k = random(12); k > 0; k--) {
      line += space(random)
      const kind = random(10)
      if (kind < 5) line += `${nameText(random)}:${number()}`
      else if (kind < 8) line += nameText(random)
      else if (kind === 8 && !clean)
        line += pick(random, [`:${number()}`, `${nameText(random)}:text`, 'a:', 'a:b:c', 'a:1|g x'])
    }
    line += pick(random, ['', ' '])
  }
  return line
}

function svmlightLine(random: Random, clean: boolean): string {
  let line = pick(random, ['1', '-1', '0', '+1', clean ? '3' : numberText(random)])
  for (let k = random(15); k > 0; k--) {
    line += space(random)
    const value = clean ? `${random(100)}.${digits(random, 1 + random(6))}` : numberText(random)
    const kind = clean ? 9 : random(30)
    if (kind === 0) line += `${nameText(random)}:${value}`
    else if (kind === 1) line += pick(random, ['qid:7', '-1:2', ':2', '5', '5:', '1:2:3', '4294967296:1'])
    else line += `${random(10 ** (1 + random(9)))}:${value}`
  }
  return line + (random(12) === 0 ? pick(random, ['#', ' # c 1:1', '#x\0']) : '')
}

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
const dates = [
  '2024-05-01',
  '2024-02-29',
  '2023-02-29',
  '2024/5/1',
  '01.05.2024',
  '5/13/2024',
  '13/5/24',
  '1970-01-01',
  '1969-12-31 23:59:59.5',
  '0001-01-01',
  '9999-12-31T24:00',
  '2024-05-01T12:30:00Z',
  '2024-05-01 12:30+02:00',
  '2024-05-01 12:30 -0530',
  '2024-05-01 1:30 PM',
  '2024-05-01 00:00:00 UTC',
  '12:30',
  '12:30:61',
  '1:05 am',
  '2024-13-01',
  '2024-05',
  '20240501',
  '1/2/03',
  '5/13/024',
  'NaT',
  '',
]
/** As JSON has them, and nearly so. */
const isoDates = [
  ...dates,
  '2024-05-01T12:30',
  '2024-05-01T12:30:15.123Z',
  '2024-05-01T00:00:00.000Z',
  '1969-12-31T23:59:59.5-05:30',
  '2024-05-01T12:30+02:00',
  '2024-05-01T12:30+0200',
  '2024-05-01T12:30 PM',
  '2024-05-01T 2:30',
  '2024-05-01T12:30:5Z',
  '2024-05-01T12:30:00.',
  '2024-05-01T12:30:00,5',
  '2024-05-01t12:30z',
  '+010000-01-01T00:00:00.000Z',
  '\\u0032024-05-01',
  '2024\\u002d05-01T12:30:15Z',
]
const booleans = ['true', 'false', 'True', 'FALSE', 'yes', '1', '', 'NA', 'nan']

function csvLine(random: Random, clean: boolean, delimiter: string, mark: string): string {
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
  return fields.map((field) => pad() + field + pad()).join(delimiter)
}

function mutate(random: Random, line: string): string {
  const at = random(line.length + 1)
  const hostile = [
    '\0',
    '|',
    ':',
    '"',
    '#',
    ' ',
    '\t',
    '\r',
    ',',
    '\u00e9',
    '\ufffd',
    '-',
    '.',
    'e',
    '9',
    '{',
    '}',
    '[',
    ']',
    '\\',
  ]
  switch (random(4)) {
    case 0:
      return line.slice(0, at)
    case 1:
      return line.slice(0, at) + line.slice(at + 1 + random(5))
    default:
      return line.slice(0, at) + pick(random, hostile) + line.slice(at)
  }
}

function jsonName(random: Random): string {
  return random(8) === 0
    ? pick(random, ['a\\u00e9', '\\ud83d\\ude00', '\\ud800', 'q\\"q', '\\x', '', 't\\t'])
    : nameText(random).replaceAll('"', '').replaceAll('\u0001', '').replaceAll('\r', '')
}

function jsonNumberText(random: Random, clean: boolean): string {
  return clean ? `${random(100)}.${digits(random, 1 + random(6))}` : numberText(random)
}

function jsonValue(random: Random, clean: boolean, depth: number): string {
  const kind = random(clean ? 9 : 11)
  if (kind < 4) return jsonNumberText(random, clean)
  if (kind === 4) return `"${random(3) === 0 ? pick(random, isoDates) : jsonName(random)}"`
  if (kind === 5) return pick(random, ['true', 'false', 'null'])
  if (kind === 6)
    return `[${Array.from({ length: random(4) }, () => jsonNumberText(random, clean)).join(pick(random, [',', ', ']))}]`
  if (kind === 7) return `[${Array.from({ length: random(4) }, () => `"${jsonName(random)}"`).join()}]`
  if (kind === 8 && depth < 4) return jsonObject(random, clean, depth + 1)
  return pick(random, [
    '[1,"a"]',
    '[[1]]',
    'nul',
    '01',
    '1.',
    '{',
    '["a",null]',
    '"',
    '-',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  ])
}

function jsonObject(random: Random, clean: boolean, depth: number): string {
  const members = Array.from(
    { length: random(6) },
    () => `"${jsonName(random)}":${jsonValue(random, clean, depth)}`,
  )
  return `{${members.join(pick(random, [',', ', ', ' ,']))}}`
}

function jsonLine(random: Random, clean: boolean): string {
  const members: string[] = []
  if (random(8) !== 0)
    members.push(
      `"${pick(random, ['label', '_label'])}": ${pick(random, ['1', '-1', '0', '"1"', 'true', 'null', clean ? '1' : numberText(random), clean ? '1' : '"x"'])}`,
    )
  if (random(5) === 0) members.push(`"weight":${clean ? '2' : numberText(random)}`)
  if (random(5) === 0)
    members.push(`"tag":${pick(random, ['"t1"', '7', '""', '"\\u0041"', clean ? '1' : '{}'])}`)
  if (random(5) === 0) members.push(`"initial":${clean ? '0.5' : numberText(random)}`)
  if (random(3) === 0)
    members.push(`"features":${clean ? jsonObject(random, clean, 1) : jsonValue(random, clean, 1)}`)
  for (let k = random(6); k > 0; k--) members.push(`"${jsonName(random)}":${jsonValue(random, clean, 0)}`)
  return `{${members.join()}}`
}

function countsLine(random: Random, clean: boolean): string {
  const words = Array.from({ length: random(15) }, () => {
    if (!clean && random(25) === 0) return pick(random, ['word', ':3', 'a:b:1', 'a:', '#label#', '#label#:x'])
    return `${nameText(random)}:${clean ? 1 + random(9) : numberText(random)}`
  })
  if (random(6) !== 0)
    words.push(
      `#label#:${pick(random, ['1', '-1', '0', clean ? '1' : 'positive', clean ? '1' : numberText(random)])}`,
    )
  return words.map((word) => word + space(random)).join('')
}

export type Kind = 'vw' | 'svmlight' | 'csv' | 'jsonl' | 'counts'

/** So many lines; `clean` ones only, or a mixture of good and hostile ones. */
export function linesOf(
  kind: Kind,
  random: Random,
  count: number,
  clean: boolean,
  delimiter = ',',
  mark = '.',
): string {
  let text = ''
  for (let i = 0; i < count; i++) {
    let line =
      kind === 'vw'
        ? vwLine(random, clean || random(3) === 0)
        : kind === 'svmlight'
          ? svmlightLine(random, clean || random(3) === 0)
          : kind === 'counts'
            ? countsLine(random, clean || random(3) === 0)
            : kind === 'jsonl'
              ? jsonLine(random, clean || random(3) === 0)
              : csvLine(random, clean || random(3) === 0, delimiter, mark)
    if (!clean && random(10) === 0) line = mutate(random, line)
    if (random(40) === 0) line = pick(random, ['% c', ' %', '', ' ', '\t', '\r', '   '])
    if (!clean && random(200) === 0) line = line.repeat(20)
    text += line + pick(random, ['\n', '\n', '\n', '\r\n'])
  }
  return text
}
