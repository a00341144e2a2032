import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { crc32, joinedCrc32 } from '../src/crc32.js'
import * as node from '../src/node.js'
import * as other from '../src/other.js'

test('the checksum equals zlib', () => {
  for (const implementation of [crc32, node.crc32, other.crc32])
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255)
      expect(implementation(bytes)).toBe(zlibCrc32(bytes))
      expect(implementation(bytes.subarray(5), implementation(bytes.subarray(0, 5)))).toBe(zlibCrc32(bytes))
    }
})

test('the checksum of nothing more is the one before', () => {
  for (const implementation of [crc32, node.crc32, other.crc32])
    for (const nothing of [
      new Uint8Array(0),
      new Uint8Array(0).subarray(1, 2),
      new Uint8Array(9).subarray(9),
    ])
      expect(implementation(nothing, 12345)).toBe(12345)
})

test('checksums of parts join to the one of the whole', () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, i) => (i * 151 + (i >> 3)) & 255)
  for (const at of [0, 1, 7, 255, 256, 1500, 2999, 3000]) {
    const [first, second] = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => zlibCrc32(part))
    expect(joinedCrc32(first, second, bytes.length - at)).toBe(zlibCrc32(bytes))
  }
  // zeros alone change a checksum, too
  const zeros = new Uint8Array(1 << 16)
  expect(joinedCrc32(zlibCrc32(bytes), zlibCrc32(zeros), zeros.length)).toBe(
    zlibCrc32(zeros, zlibCrc32(bytes)),
  )
})

describe('without a file system', () => {
  test('the same is exported', () => {
    // the compiler compares the types
    const same: typeof node = other
    expect(Object.keys(same).sort()).toEqual(Object.keys(node).sort())
  })

  test('only what is below node/ imports from Node', () => {
    const source = (folder: string) =>
      readdirSync(new URL(folder, import.meta.url), { encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && name !== 'node.ts')
        .map((name) => [name, readFileSync(new URL(name, new URL(folder, import.meta.url)), 'utf8')])
    for (const [name, text] of source('../src/'))
      expect([name, /from '(node:|\.\/node\b)|import\('node:/.test(text)]).toEqual([name, false])
    expect(source('../src/node/').some(([, text]) => text.includes("from 'node:"))).toBe(true)
  })

  test('paths are refused by name, and nothing is an addon', async () => {
    const refused = { code: 'OL_FILE_UNREADABLE', file: 'a.ol' }
    await expect(other.openRandom('a.ol')).rejects.toMatchObject(refused)
    await expect(other.openOutput('a.ol')).rejects.toMatchObject(refused)
    expect(() => other.createFile('a.ol')).toThrow(expect.objectContaining(refused))
    expect(() => other.readPath('a.ol')).toThrow(expect.objectContaining(refused))
    expect(other.optionalPackage('@ol/native', import.meta.url)).toHaveProperty('missing')
    expect(other.memory()).toBe(Number.POSITIVE_INFINITY)
  })
})

test('a package that is not there, and one that is broken, differ', () => {
  expect(node.optionalPackage('@ol/no-such-package', import.meta.url)).toEqual({
    missing: 'the package @ol/no-such-package is not installed',
  })
  const folder = mkdtempSync(join(tmpdir(), 'ol-package-'))
  const broken = join(folder, 'broken.cjs')
  writeFileSync(broken, "require('no-such-part')")
  expect(() => node.optionalPackage(broken, import.meta.url)).toThrow('no-such-part')
  rmSync(folder, { recursive: true })
  expect(node.optionalPackage('node:path', import.meta.url)).toHaveProperty('exports')
})
