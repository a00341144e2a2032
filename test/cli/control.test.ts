import { expect, test } from 'vitest'
import { ol, olProcess, temporaryFolder } from './run.js'

// Data must not command the terminal: no control character of it gets there. In JSON they are escaped.

const folder = temporaryFolder()
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const names = ['red\u001b[31m', 'title\u001b]0;x\u0007', 'c1\u009b2J']

/** Lines of JSON whose labels and features have control characters, and a bad line with some. */
function data(): string {
  const lines = names.flatMap((name, k) => [
    `{"label":${JSON.stringify(name)},"x":${k},"f\u007f":{"\u009bq":1}}`,
    `{"label":"${name.replace('\u001b', '\\u001b').replace('\u0007', '\\u0007')}","x":${k + 1}}`,
  ])
  return folder.put(
    'control.jsonl',
    `${lines.join('\n')}\n{"label":"\u001b[2J","x":}\n{"label":"\u001b[2Jx","x":1}\n`,
  )
}

test('of labels, names and bad lines', () => {
  const path = data()
  const model = folder.path('m.ol')
  const runs = [
    ['train', '--rule', 'nag', path, '--classes', '3', '-o', model],
    ['stats', path],
    ['inspect', model, '--names', path],
    ['info', '--model', model],
    ['train', '--rule', 'nag', path, '--label', 'no\u001b[31m'],
    ['train', '--rule', 'nag', folder.path('none\u001b[2J.csv')],
    ['test', path, '--model', model],
    ['explain', path, '--model', model, '--json'],
    ['train', '--rule', 'nag', path, '--classes', '3', '--json'],
    ['test', path, '--model', model, '--json'],
    ['stats', path, '--json'],
    ['inspect', model, '--json'],
    ['info', '--model', model, '--json'],
    ['predict', path, '--model', model, '--json', '--output', folder.path('p.csv')],
    ['search', path, '--json', '--grid', 'learning-rate=0.1,0.2', '--passes', '1'],
    ['convert', path, '--to', 'vw', '--output', folder.path('control.vw')],
  ]
  for (const args of runs) {
    const { stdout, stderr } = ol(args)
    expect([args, control.exec(stdout), control.exec(stderr)]).toEqual([args, null, null])
  }
  expect(ol(runs[0]).stderr).toContain('red\\x1b[31m')
  const { stdout } = ol(['train', '--rule', 'nag', path, '--classes', '3', '--json'])
  expect(JSON.parse(stdout).classes).toEqual(names)
  // a file or a pipe gets the names as they are
  expect(olProcess(['predict', path, '--model', model]).stdout).toMatch(control)
})

test('characters that turn the direction of text are escaped, too', () => {
  const turned = 'a\u202eb\u2066c\u200fd'
  const input = `{"label":"${turned}","x":1}\n{"label":"no","x":2}\n{"label":"${turned}","x":}\n`
  const model = folder.path('turned.ol')
  const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
  for (const flags of [[], ['--json']]) {
    const { stdout, stderr } = ol(['train', '-', '--rule', 'nag', '-o', model, ...flags], { input })
    expect([turning.exec(stdout), turning.exec(stderr)]).toEqual([null, null])
    if (flags.length > 0) expect(JSON.parse(stdout).task.labels).toContain(turned)
    else expect(stderr).toContain('a\\u202eb')
  }
})

test('a name with a line feed, or characters that take no width, stays on its line and is seen', () => {
  const input = ['red\\nol-cli: saved', 'no', 'red\\nol-cli: saved', 'no']
    .map((label, k) => `{"label":"${label}","x\\nol-cli: y":${k},"\u200b\ufeffz":1}`)
    .join('\n')
  const path = folder.put('lines.jsonl', `${input}\n`)
  const model = folder.path('lines.ol')
  const runs = [
    ['train', '--rule', 'nag', path, '-o', model],
    ['inspect', model],
    ['explain', model, path],
    ['test', '--model', model, path],
    ['stats', path],
    ['train', '--rule', 'nag', path, '--label', 'none\nol-cli: y'],
  ]
  for (const args of runs) {
    const { stdout, stderr } = ol(args)
    const lines = `${stdout}${stderr}`.split('\n')
    expect(lines.filter((line) => /^ol-cli: (saved|y)/.test(line) || /[\u200b\ufeff]/.test(line))).toEqual([])
  }
  expect(ol(['inspect', model]).stdout).toContain('\\u200b\\ufeffz')
})
