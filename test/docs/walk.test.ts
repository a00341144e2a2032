import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const { stages } = (await import(new URL('scripts/shape.mjs', root).href)) as {
  stages(): readonly { number: number; is: string; name: string; path: string; by: string }[]
}

test('the way from bytes to a weight names each stage once, in order, with its file', () => {
  const walk = stages()
  expect(walk.length).toBeGreaterThan(20)
  expect(walk.map(({ number }) => number)).toEqual(walk.map((_, i) => i + 1))
  expect(new Set(walk.map(({ name }) => name)).size).toBe(walk.length)
  for (const { name, path, by } of walk) {
    const file = fileURLToPath(new URL(path, root))
    expect(existsSync(file), path).toBe(true)
    const text = readFileSync(file, 'utf8')
    // a class and its method, or a function
    for (const part of name.split('.'))
      expect(text, `${path}: ${name}`).toMatch(new RegExp(`\\b${part}\\b[<(\\s{]`))
    expect(['call', 'iterator', 'queue']).toContain(by)
  }
})
