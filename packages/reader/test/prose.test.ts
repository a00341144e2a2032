import { read } from '@ol/reader'
import { describe, expect, it } from 'vitest'

const messages = [
  'see you at the station tonight',
  'call me when you are there',
  'you have won a free holiday',
  'the train is late once again',
  'what about lunch on friday then',
]

/** Returns the role of the column `m` of a table with these values. */
async function roleOf(values: readonly string[]): Promise<string | undefined> {
  const table = `m,y\n${values.map((value, k) => `${value},${k % 2}\n`).join('')}`
  const reader = read(new TextEncoder().encode(table), { label: 'y', task: 'auto' })
  const schema = await reader.open()
  await reader.close()
  return schema?.columns?.find(({ name }) => name === 'm')?.role
}

const many = (count: number): string[] =>
  Array.from({ length: count }, (_, k) => `${messages[k % messages.length]} ${k}`)

describe('a column of strings', () => {
  it('of sentences is text', async () => {
    expect(await roleOf(many(40))).toBe('text')
    expect(await roleOf(many(10))).toBe('text')
  })

  it('of few rows, of short values, or of few distinct values is categorical', async () => {
    expect(await roleOf(many(9))).toBe('categorical')
    expect(await roleOf(many(40).map((text) => text.split(' ').slice(-3).join(' ')))).toBe('categorical')
    expect(await roleOf(many(40).map((_, k) => messages[k % messages.length]))).toBe('categorical')
  })
})
