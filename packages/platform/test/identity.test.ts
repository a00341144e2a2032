import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { identityOf } from '../src/node/identity.js'
import { isMountPoint } from '../src/node/mounts.js'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-identity-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const at = (name: string): string => path.join(folder, name)

test('paths of one file share their identity, paths of two do not', () => {
  fs.writeFileSync(at('a'), '')
  fs.writeFileSync(at('b'), '')
  fs.linkSync(at('a'), at('hard'))
  fs.symlinkSync('a', at('soft'))
  fs.symlinkSync('later', at('dangling'))
  expect(identityOf(at('hard'))).toBe(identityOf(at('a')))
  expect(identityOf(at('soft'))).toBe(identityOf(at('a')))
  expect(identityOf(at('b'))).not.toBe(identityOf(at('a')))
  expect(identityOf(at('dangling'))).toBe(identityOf(at('later')))
  expect(identityOf(path.relative('', at('later')))).toBe(identityOf(at('later')))
  expect(identityOf(at('later2'))).not.toBe(identityOf(at('later')))
  for (const none of [folder, '/dev/null', at('none/file')]) expect(identityOf(none)).toBeUndefined()
})

test('letters distinguish files exactly where the file system does', () => {
  fs.writeFileSync(at('Letters'), '')
  const ignored = fs.existsSync(at('lETTERS'))
  expect(identityOf(at('new')) === identityOf(at('NEW'))).toBe(ignored)
})

test('a mounted file is found in the table of mounts, whatever its name', () => {
  const table = [
    '22 1 0:20 / / rw,relatime - ext4 /dev/sda1 rw',
    '31 22 0:20 /x /data/my\\040model\\134.ol rw,relatime shared:1 - ext4 /dev/sda1 rw',
  ].join('\n')
  expect(isMountPoint('/data/my model\\.ol', table)).toBe(true)
  expect(isMountPoint('/data/my', table)).toBe(false)
  expect(isMountPoint('/data', '')).toBe(false)
})
