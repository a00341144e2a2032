import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contentOf } from '../src/datasets/archive.js'

const text = Array.from({ length: 300 }, (_, k) => `${k + 1}\n`).join('')

/** The numbers 1 .. 300, a line each, as `compress` wrote them. */
const compressed =
  'H52QMRTIUDBDAQ0FNRTYUHBDAQ4FORTEgCExYIyBMQrGOBgjYYyFMRrGeBgjogyKMgLKGCijoIyDMhLKWCijoYyHMiLOoDgj4IyBMwrOODgj4YyFMxrOeDgjIg2KNALSGEijII2DNBLSWEijIY2HNCLWoFgjYI2BNQrWOFgjYY2FNRrWeFgjog2KNgLaGGijoI2DNhLaWGijoY2HNiLeoHgj4I2BNwreOHgj4Y2FNxreeHgjIg6KOALiGIijII6DOBLiWIijIY6HOCLmoJgjYI6BOQrmOJgjYY6FORrmeJgj4kSKEy3CwAhDIwyOMDzCAAlDJAySMIxPrGjxYkWNGyt6/FhR5MiKxk9KTLkeY8v1HGOuB1lzPcmcEnfmt/gzv8ah+Xl0VH4iLZWfcU9JFJWCGFWlIEdZKQhSVwqSFJZEY2Fo0VkYarQWhh69haFIc2Fo3F0S5ZUiRn2lyFFgKYJUWIokJSbRYjda9NiNGk12o0eX3SjSZjca95lEoSGJUWlIcpQakiC1hiRJsUk0m5UW3WalRrtZ6dFvVoo0nJUmwYASDCotJ1Bza8IU3Zo0VbcmTtkJtF1KKnmXkkvhpSQTeSnZdF5KJqm3kkorCfTeSjDJtxJN9a2EE34todSTQP215BKALck0YEs2GdiSSQm+pNJUAjn4EkwRvkQThS/hdGFMKJUlEIcxufRhTDKJGJNNJcZkEoozqbSXQC3OBBOMM9E040w42VgTSo0JtGNNLvlYk0xB1mQTkTWZdORNKo0mEJM3wfTkTTRJeRNOVeaEUm0CaZmTS13mJBOYOdk0Zk46makA'

function zip(members: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(members)) {
    const data = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, Buffer.from(name))
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), data])
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(members).length, 8)
  end.writeUInt16LE(Object.keys(members).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

function tar(members: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(members).flatMap(([name, content]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('ustar', 257)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

const file = Buffer.from(text)

describe('contentOf', () => {
  it.each([
    ['a plain file', file, undefined],
    ['gzip', gzipSync(file), undefined],
    ['compress', Buffer.from(compressed, 'base64'), undefined],
    ['a member of a zip', zip({ 'other.txt': Buffer.from('x'), 'in/data.txt': file }), 'in/data.txt'],
    ['a member of a tar', tar({ 'a.txt': Buffer.from('x'), 'in/data.txt': file }), 'in/data.txt'],
    ['a zip in a zip', zip({ 'a.zip': zip({ 'in/data.txt': file }) }), 'a.zip/in/data.txt'],
    ['a tar.gz in a zip', zip({ 'a.tar.gz': gzipSync(tar({ 'data.txt': file })) }), 'a.tar.gz/data.txt'],
    ['compress in a zip', zip({ 'data.Z': Buffer.from(compressed, 'base64') }), 'data.Z'],
  ])('%s', async (_, bytes, member) => {
    expect((await contentOf(bytes, 'archive', member)).toString()).toBe(text)
  })

  it('names a member that is not there', async () => {
    await expect(contentOf(zip({ a: file }), 'archive.zip', 'b')).rejects.toMatchObject({
      code: 'OL_FILE_MISSING',
      value: 'b',
    })
  })

  it.each([
    ['gzip', gzipSync(file).subarray(0, 100)],
    ['zip', zip({ a: file }).subarray(0, 100)],
    ['tar', tar({ a: file }).subarray(0, 700)],
  ])('says that %s is truncated', async (_, bytes) => {
    await expect(contentOf(bytes, 'archive', 'a')).rejects.toMatchObject({ code: 'OL_INPUT_TRUNCATED' })
  })
})
