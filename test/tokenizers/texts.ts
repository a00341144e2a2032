/** Good and hostile cells and names, from a seeded generator. */
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
export const digits = (random: Random, n: number): string =>
  Array.from({ length: n }, () => random(10)).join('')

export const oddNumbers = [
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

export const oddNames = [
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

export function nameText(random: Random): string {
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

export const dates = [
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
export const isoDates = [
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
