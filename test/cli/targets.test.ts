import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bin, ol, temporaryFolder } from './run.js'

// A file that cannot be written is reported before the training: these trainings would never end.

const folder = temporaryFolder()
const data = folder.put('data.vw', '1 | a\n-1 | b\n'.repeat(50))
const train = ['train', '--rule', 'nag', data, '--passes', '1000000', '--no-cache']

const left = (): string[] => readdirSync(folder.path('.')).filter((name) => name.endsWith('.tmp'))

/** Runs the command line with its own mounts. */
function mounted(mounts: string, args: readonly string[]): { code: number | null; stderr: string } {
  const words = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
  const ran = spawnSync('unshare', ['-m', 'sh', '-ec', `${mounts}\n${words}`], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: ran.status, stderr: ran.stderr }
}

const noMounts = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /tmp']).status !== 0

describe('a target that cannot be written', () => {
  test('a folder, or a missing one', () => {
    mkdirSync(folder.path('sub'))
    expect(ol([...train, '-o', folder.path('sub')])).toMatchObject({ code: 73 })
    expect(ol([...train, '-o', folder.path('none/model.ol')])).toMatchObject({
      code: 73,
      stderr: expect.stringContaining(`there is no folder ${folder.path('none')}`),
    })
    expect(ol([...train, '-o', '/dev/null'])).toMatchObject({ code: 73 })
  })

  test.skipIf(noMounts)('a file that is mounted', () => {
    const model = folder.put('mounted.ol', 'precious')
    for (const command of [
      [...train, '-o', model],
      [...train, '--predictions', model],
      ['search', data, '--loss', 'logistic', '-o', model],
      ['convert', data, '--to', 'vw', '-o', model],
    ]) {
      const { code, stderr } = mounted(`mount --bind '${model}' '${model}'`, command)
      expect([code, stderr]).toEqual([73, expect.stringContaining('something is mounted on this path')])
    }
    expect(readFileSync(model, 'utf8')).toBe('precious')
    expect(left()).toEqual([])
  })

  test.skipIf(noMounts)('a folder that is read-only', () => {
    mkdirSync(folder.path('readonly'))
    const path = folder.path('readonly')
    const { code, stderr } = mounted(`mount -t tmpfs -o ro none '${path}'`, [...train, '-o', `${path}/m.ol`])
    expect([code, stderr]).toEqual([73, expect.stringContaining('EROFS')])
  })

  test.skipIf(noMounts)('a full disk', () => {
    mkdirSync(folder.path('full'))
    const path = folder.path('full')
    const fill = `mount -t tmpfs -o size=1m none '${path}'\ndd if=/dev/zero of='${path}/zeros' bs=4k 2>/dev/null || :`
    const { code, stderr } = mounted(fill, [...train, '-b', '4', '-o', `${path}/m.ol`])
    expect([code, stderr]).toEqual([74, expect.stringContaining('ENOSPC')])
  })

  test.skipIf(noMounts)('a disk that the model does not fit on', () => {
    mkdirSync(folder.path('small'))
    const path = folder.path('small')
    const mount = `mount -t tmpfs -o size=1m none '${path}'`
    // few slots of its table are used: the file is small, whatever the table
    const large = ['train', '--rule', 'nag', data, '-b', '18', '-o', `${path}/m.ol`]
    expect(mounted(mount, large)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /warning: .*m\.ol: the model takes up to \d+ bytes, .* and 1048576 are free/,
      ),
    })
    expect(mounted(mount, [...large, '--no-check-space']).stderr).not.toContain('warning')
    // a model that has more already is refused before it learns, unless it is said that the system is wrong
    const many = Array.from({ length: 40_000 }, (_, i) => `1 | f${i}\n`).join('')
    const grown = folder.path('grown.ol')
    expect(
      ol(['train', '-', '--rule', 'nag', '-b', '18', '--quiet', '-o', grown], { input: many }).code,
    ).toBe(0)
    const more = ['train', '--rule', 'nag', data, '-i', grown, '-o', `${path}/m.ol`]
    const refused = mounted(`${mount}\ndd if=/dev/zero of='${path}/zeros' bs=4k count=128 2>/dev/null`, more)
    expect([refused.code, refused.stderr]).toEqual([
      74,
      expect.stringMatching(/ENOSPC: \d+ bytes are needed and \d+ are free/),
    ])
    expect(mounted(mount, ['train', '--rule', 'nag', data, '-b', '8', '-o', `${path}/m.ol`])).toMatchObject({
      code: 0,
    })
  })
})

describe('two outputs in one file', () => {
  const twice = (a: string, b: string): void => {
    for (const args of [
      ['-o', a, '--predictions', b],
      ['-o', b, '--predictions', a],
    ])
      expect(ol([...train, ...args])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('would be written twice'),
      })
  }

  test('by a hard link', () => {
    linkSync(folder.put('one', 'precious'), folder.path('other'))
    twice(folder.path('one'), folder.path('other'))
    expect(readFileSync(folder.path('one'), 'utf8')).toBe('precious')
  })

  test('by links, including dangling ones', () => {
    symlinkSync('nothing', folder.path('link'))
    symlinkSync(folder.path('.'), folder.path('here'))
    twice(folder.path('link'), folder.path('nothing'))
    twice(folder.path('here/nothing'), folder.path('nothing'))
    expect(
      ol([
        'train',
        '--rule',
        'nag',
        data,
        '--quiet',
        '-o',
        folder.path('link'),
        '--predictions',
        folder.path('nothing2'),
      ]).code,
    ).toBe(0)
  })

  test('by a model that is trained on', () => {
    const model = folder.path('first.ol')
    expect(ol(['train', '--rule', 'nag', data, '-o', model, '--quiet']).code).toBe(0)
    expect(ol([...train, '-i', model, '--predictions', model])).toMatchObject({ code: 2 })
  })
})
