import { expect, test } from 'vitest'
import { parseNumber } from '../src/tokenizers/number.js'

const encoder = new TextEncoder()
const out = new Float64Array(1)

/** The number at the start of a string, and how much of it that took. */
function parse(text: string): [number, number] {
  const end = parseNumber(encoder.encode(`${text}\n`), 0, out, 0)
  return [out[0], end]
}

function expectExact(text: string): void {
  const [value, end] = parse(text)
  if (end !== text.length || !Object.is(value, Number(text)))
    throw new Error(`${text}: ${value} after ${end} bytes, not ${Number(text)}`)
}

test('edges', () => {
  for (const text of [
    '0',
    '-0',
    '+0',
    '0.0',
    '-0.0',
    '00',
    '007',
    '1.',
    '.5',
    '-.5',
    '+.5',
    '1e0',
    '1E+2',
    '1e-2',
    '0e999999999999',
    '999999999',
    '9999999999',
    '1000000000',
    '2147483647',
    '2147483648',
    '4294967296',
    '123456789.123456789',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '900719925474099.3',
    '9007199254740993.0',
    '9007199254740991e22',
    '9007199254740992e22',
    '9007199254740991e-22',
    '9007199254740991e23',
    '1e22',
    '1e23',
    '1e-22',
    '1e-23',
    '8.5e15',
    '4.35',
    '0.3',
    '2.2250738585072011e-308',
    '2.2250738585072014e-308',
    '5e-324',
    '2.4703282292062327e-324',
    '2.4703282292062328e-324',
    '1.7976931348623157e308',
    '1.7976931348623159e308',
    '1e309',
    '-1e309',
    '1e-400',
    '6.2699720e-02',
    '0.000000000000000000000000000000000000001',
    '123456789012345678901234567890',
    '1.00000000000000011102230246251565404236316680908203125',
    '1.00000000000000011102230246251565404236316680908203124',
    '1e00000000000000000005',
    '1e99999999999999999999',
    '1e-99999999999999999999',
    `0.${'0'.repeat(400)}1e401`,
    `${'9'.repeat(400)}`,
  ])
    expectExact(text)
})

test('texts that are not numbers', () => {
  for (const text of [
    '',
    '.',
    '+',
    '-',
    '+.',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1e-x',
    '--1',
    '+-1',
    'x',
    ' 1',
    'nan',
    'Infinity',
  ])
    expect(parse(text)[1]).toBe(-1)
  for (const [text, end] of [
    ['1x', 1],
    ['1.5.5', 3],
    ['1,5', 1],
    ['0x10', 1],
    ['1_000', 1],
    ['1e5e5', 3],
    ['1 2', 1],
  ] as const)
    expect(parse(text)[1]).toBe(end)
})

test('equal to Number on random strings of every kind', () => {
  let state = 12345
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const digits = (n: number) => Array.from({ length: n }, () => random(10)).join('')
  const bits = new DataView(new ArrayBuffer(8))
  for (let i = 0; i < 40_000; i++) {
    bits.setUint32(0, random(2 ** 32))
    bits.setUint32(4, random(2 ** 32))
    const any = bits.getFloat64(0)
    if (Number.isFinite(any)) expectExact(String(any))
    expectExact(`${digits(1 + random(20))}.${digits(random(20))}`)
    expectExact(`-${digits(1 + random(17))}e${random(700) - 350}`)
    expectExact(
      `9007199254740${digits(3)}${random(2) ? `.${digits(random(4))}` : ''}${random(2) ? `E+${random(30)}` : ''}`,
    )
    expectExact(`+.${digits(1 + random(25))}${random(2) ? `e-${random(30)}` : ''}`)
    expectExact((random(1e6) / 1e3).toFixed(random(12)))
  }
})

test('mantissas beyond 2^53: strings of doubles, of 17 digits, of midpoints between two doubles and next to them', () => {
  let state = 54321
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  for (let i = 0; i < 40_000; i++) {
    const value = ((random(2 ** 32) * 2 ** 32 + random(2 ** 32)) / 2 ** 64) * 10 ** random(6)
    if (value > 1e-6) for (const text of [String(value), value.toPrecision(17)]) expectExact(text)
    expectExact(value.toFixed(random(18)))
    // whole numbers of 53 bits
    const whole = 2 ** 52 + random(2 ** 21) * 2 ** 31 + random(2 ** 31)
    for (const rest of ['5', '50', '4999', '5001']) expectExact(`${whole}.${rest}`)
    expectExact(String(BigInt(whole) * 4n + 2n))
  }
})
