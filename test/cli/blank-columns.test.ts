import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

// Columns without a value in the start of a table, from which their kinds are inferred.

const folder = temporaryFolder()
const blank = folder.put('blank.csv', `a,b,c,y\n${'1,,x,0\n2,NA,y,1\n'.repeat(50)}`)
const numbers = folder.put('numbers.csv', `a,b,c,y\n${'1,1.5,x,0\n2,7,y,1\n'.repeat(50)}`)
const warning =
  'warning: FILE: column b has no value at the start of the input (1 MiB at most), so OL reads later values as strings: give --numeric b if they are numbers, or --categorical b if they are not'
const warned = (file: string) => `ol-cli: ${warning.replace('FILE', file)}\n`

const train = (...flags: string[]) => ol(['train', ...flags, '--task', 'binary', '--json'])

describe('a first file with a column that has no value', () => {
  test('gives a warning if further files follow, and none otherwise', () => {
    const several = train(blank, numbers)
    expect([several.code, several.stderr]).toEqual([0, warned(blank)])
    for (const only of [[blank], [numbers, blank]]) expect([only, train(...only).stderr]).toEqual([only, ''])
  })

  test.each([
    ['train', '--prenormalize', 'max'],
    ['train', '--rule', 'transductive'],
    ['train', '--passes', '2', '--no-cache'],
    ['train', '--prenormalize', 'max', '--passes', '2', '--no-cache'],
    ['train', '--task', 'multiclass'],
    ['search', '--rule', 'nag', '--passes', '2'],
    ['search', '--rule', 'nag', '--task', 'multiclass'],
    ['stats'],
    ['convert', '--to', 'vw', '-o', folder.path('out.vw')],
  ])('is said once, however often the data is read: %s %s %s %s %s', (command, ...flags) => {
    const { code, stderr } = ol([command, blank, numbers, ...flags])
    expect([code, stderr.split(warned(blank)).length]).toEqual([0, 2])
  })

  test('each of the two flags settles it, and so does leaving the column out', () => {
    const features = ['--numeric', '--categorical', '--ignore'].map((flag) => {
      const { stderr, stdout } = train(blank, numbers, flag, 'b')
      expect([flag, stderr]).toEqual([flag, ''])
      return JSON.parse(stdout).features
    })
    const silent = json(train(blank, numbers)).features
    // a missing number is two features
    expect(features).toEqual([(silent as number) + 100, silent, (silent as number) - 200])
  })
})

test('a column that is blank for more than 1 MiB gives a warning, and again when the training resumes', () => {
  // the file must be longer than its start of 1 MiB
  const rows = 18_000
  const [x, y] = ['x', 'y'].map((c) => c.repeat(60))
  const text = `label,b,c\n${`0,,${x}\n1,,${y}\n`.repeat(rows / 2)}0,1.5,${x}\n1,2,${y}\n`
  expect(text.length).toBeGreaterThan(2 ** 20)
  const long = folder.put('long.csv', text)
  const [model, saved, again] = ['long.ol', 'long.olckpt', 'again.ol'].map((name) => folder.path(name))
  const whole = train(long, '-o', model, '--checkpoint', saved, '--checkpoint-every', '6000')
  expect([whole.code, whole.stderr]).toEqual([0, warned(long)])
  const resumed = ol(['train', '--resume', saved, '-o', again, '--json'])
  expect([resumed.code, resumed.stderr]).toEqual([0, warned(long)])
  expect(readFileSync(again).equals(readFileSync(model))).toBe(true)
})
