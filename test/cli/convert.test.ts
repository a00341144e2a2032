import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ol, sample } from './run.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-convert-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const vw = Array.from(
  { length: 200 },
  (_, i) => `${i % 2 ? 1 : -1} | ${i}:${i / 7} ${i + 500}:${Math.sqrt(i + 1)} 1000`,
).join('\n')

test('VW -> cache -> VW gives the same bytes, and the same model is learned from each', async () => {
  const at = (name: string) => join(folder, name)
  await writeFile(at('a.vw'), vw)
  for (const args of [
    ['convert', at('a.vw'), '--to', 'vw', '-o', at('b.vw')],
    ['convert', at('b.vw'), '--to', 'cache', '-o', at('b.olcache')],
    ['convert', at('b.olcache'), '--to', 'vw', '-o', at('c.vw')],
    ['train', '--rule', 'nag', at('a.vw'), '--loss', 'logistic', '-o', at('a.ol')],
    ['train', '--rule', 'nag', at('b.olcache'), '--loss', 'logistic', '-o', at('b.ol')],
  ])
    expect(ol(args)).toMatchObject({ code: 0 })
  expect(await readFile(at('c.vw'), 'utf8')).toBe(await readFile(at('b.vw'), 'utf8'))
  const weights = async (name: string) =>
    JSON.stringify(JSON.parse(ol(['inspect', at(name), '--json', '--top', '50']).stdout).weights)
  expect(await weights('b.ol')).toBe(await weights('a.ol'))
})

test('several passes make a cache, and give the model that passes without it give', async () => {
  const at = (name: string) => join(folder, name)
  await writeFile(at('p.vw'), vw)
  expect(ol(['train', '--rule', 'nag', at('p.vw'), '--passes', '3', '-o', at('p1.ol')]).code).toBe(0)
  expect((await readFile(at('p.vw.olcache'))).subarray(0, 7).toString()).toBe('OLCACHE')
  expect(
    ol(['train', '--rule', 'nag', at('p.vw'), '--passes', '3', '--no-cache', '-o', at('p2.ol')]).code,
  ).toBe(0)
  expect((await readFile(at('p1.ol'))).equals(await readFile(at('p2.ol')))).toBe(true)
  await writeFile(at('p.vw'), `${vw}\n1 | 1\n`)
  const again = ol(['train', '--rule', 'nag', at('p.vw'), '--passes', '2'])
  expect(again.stderr).toMatch(/p\.vw\.olcache is regenerated: the files have changed/)
})

test('stats describes a table', async () => {
  const { stdout, code } = ol(['stats', sample, '--labels', 'sign', '--json'])
  expect(code).toBe(0)
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({ command: 'stats', format: 'csv', numeric: 7, skippedLines: 0 })
  const numeric = found.columns.filter(({ role }: { role: string }) => role === 'numeric')
  expect(numeric.map((column: { name: string }) => column.name)).toEqual([
    'age',
    'balance',
    'day',
    'duration',
    'campaign',
    'pdays',
    'previous',
  ])
  expect(ol(['stats', sample, '--labels', 'sign']).stdout).toMatch(
    /^scales +31 to 56,831: the largest magnitudes of 7 numeric columns$/m,
  )
})

test('CSV of numbers -> CSV keeps every example', async () => {
  const at = (name: string) => join(folder, name)
  const rows = Array.from(
    { length: 50 },
    (_, i) => `t${i},${i / 7},${i === 2 ? -2.5 : 0},${i % 3},${i % 2 ? 'a "b"' : 'c'},${i + 1}`,
  )
  await writeFile(at('t.csv'), `id,n,"m, x",w,drop,y\n${rows.join('\n')}\n`)
  const flags = ['--label', 'y', '--weight', 'w', '--tag', 'id', '--numeric', '2,3']
  const first = ol(['convert', at('t.csv'), ...flags, '--ignore', 'drop', '--to', 'csv', '-o', at('u.csv')])
  expect(first).toMatchObject({ code: 0 })
  const text = await readFile(at('u.csv'), 'utf8')
  expect(text.split('\n').slice(0, 4)).toEqual([
    'n,"m, x",w,id,y',
    '0,0,0,t0,1',
    `${1 / 7},0,1,t1,2`,
    `${2 / 7},-2.5,2,t2,3`,
  ])
  const again = ol(['convert', at('u.csv'), '--label', 'y', '--weight', 'w', '--tag', 'id', '--to', 'csv'])
  expect(again.stdout).toBe(text)
  for (const name of ['t.csv', 'u.csv']) {
    const numeric = name === 't.csv' ? ['--numeric', '2,3', '--ignore', 'drop'] : []
    const args = [
      'convert',
      at(name),
      '--label',
      'y',
      '--weight',
      'w',
      '--tag',
      'id',
      ...numeric,
      '--to',
      'jsonl',
    ]
    await writeFile(at(`${name}.jsonl`), ol(args).stdout)
  }
  expect(await readFile(at('u.csv.jsonl'), 'utf8')).toBe(await readFile(at('t.csv.jsonl'), 'utf8'))
  const refused = ol(['convert', at('t.csv'), ...flags, '--to', 'csv'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/"drop" is categorical: ignore the column.*OL_PARAMETER/)
  await writeFile(at('x.vw'), '1 | a\n')
  expect(ol(['convert', at('x.vw'), '--to', 'csv'])).toMatchObject({ code: 2, stdout: '' })
  expect(ol(['convert', at('u.csv'), '--label', 'y', '-q', 'nm', '--to', 'csv'])).toMatchObject({
    code: 2,
    stdout: '',
  })
})

test('a table without a header becomes one with a header, of the same examples', () => {
  const input = '1.5,2,0.25\n2.5,1,0.5\n3,4,0.75\n'
  const converted = ol(['convert', '--to', 'csv', '--weight', '2'], { input })
  expect(converted).toMatchObject({ code: 0, stdout: '1,weight,label\n1.5,2,0.25\n2.5,1,0.5\n3,4,0.75\n' })
  const again = ol(['convert', '--to', 'csv', '--weight', 'weight'], { input: converted.stdout })
  expect(again.stdout).toBe(converted.stdout)
})

test('input that cannot be converted is an error', async () => {
  await writeFile(join(folder, 'u.vw'), '| 1\n')
  expect(ol(['convert', join(folder, 'u.vw'), '--to', 'svmlight'])).toMatchObject({ code: 2 })
  expect(ol(['convert', join(folder, 'u.vw'), '--to', 'cache'])).toMatchObject({ code: 2 })
  expect(ol(['convert', join(folder, 'u.vw')])).toMatchObject({ code: 2 })
  expect(ol(['convert', join(folder, 'u.vw'), '--to', 'vw', '-o', join(folder, 'u.vw')])).toMatchObject({
    code: 2,
  })
})

test('names of classes are labels, as in train: numbers from 1 if a format has no names', () => {
  const input = 'x,y\n1,yes\n2,no\n3,yes\n'
  const run = (...flags: string[]) =>
    ol(['convert', '--format', 'csv', '--label', 'y', ...flags, '-'], { input })
  const vw = run('--to', 'vw')
  expect(vw).toMatchObject({ code: 0, stderr: expect.stringContaining('label 1 is yes, 2 is no\n') })
  const three = ol(['convert', '--label', 'y', '--to', 'vw', '-'], { input: 'x,y\n1,a\n2,b\n3,c\n' })
  expect(three.stderr).toContain('3 is c (train with --task multiclass)\n')
  expect(vw.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['1', '2', '1', ''])
  expect(run('--to', 'csv')).toMatchObject({ code: 0, stdout: input })
  expect(run('--to', 'vw', '--labels', 'sign').stdout).toMatch(/^1 .*\n-1 .*\n1 /)
  expect(run('--to', 'vw', '--labels', 'real').code).toBe(65)
})
