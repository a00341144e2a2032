import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { programs } from './program.js'

const folder = join(import.meta.dirname, 'inputs')

describe('inputs that reach other code each', () => {
  test.each(Object.entries(programs))('%s', async (name, program) => {
    const inputs: string[] = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
    expect(inputs.length).toBeGreaterThan(0)
    for (const text of inputs) await program(new Uint8Array(Buffer.from(text, 'base64')))
  })

  test('each program has some, and no other file is there', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      Object.keys(programs)
        .map((name) => `${name}.json`)
        .toSorted(),
    )
  })
})
