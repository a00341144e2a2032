import { errorCodes, lineFaults, rules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
// @ts-expect-error: a script
import { commentFaults, proseFaults } from '../../scripts/prose/lint.mjs'
// @ts-expect-error: a script
import { longLines, wrapped } from '../../scripts/prose/wrap.mjs'
import { ol } from '../cli/run.js'

// `npm run check` holds pages and comments to scripts/prose; these tests hold help and errors to the same rules.

const help = (...command: readonly string[]): string => ol([...command, '--help']).stdout
const commandsOf = (text: string): string[] =>
  [...text.split('\nCommands:\n')[1].matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)

/** Returns the faults of a string that programs print. Its lines are wrapped, so that only paragraphs have sentences. */
const faults = (name: string, text: string): Promise<string[]> => proseFaults(name, text, '.txt')

describe('the English of', () => {
  it('the help of every command follows the rules', async () => {
    const commands = commandsOf(help()).filter((name) => name !== 'help')
    expect(commands).toContain('train')
    const topics = ['rules', 'losses', 'formats', 'metrics', 'exit-codes', ...Object.keys(rules)]
    const found = [
      ...commands.map((name) => faults(`${name} --help`, help(name))),
      ...topics.map((topic) =>
        faults(`help ${topic}`, ol(['help', ...(topic in rules ? ['rule'] : []), topic]).stdout),
      ),
    ]
    expect((await Promise.all(found)).flat().filter(isAboutWords)).toEqual([])
  })

  it('the table of errors and of bad lines follows the rules', async () => {
    const codes = Object.entries(errorCodes).map(([code, text]) => faults(code, text))
    const lines = lineFaults.map(({ code, description }) => faults(code, description))
    expect((await Promise.all([...codes, ...lines])).flat()).toEqual([])
  })
})

/** Help is a list of options with their descriptions, which is no prose of sentences. */
function isAboutWords(fault: string): boolean {
  return fault.endsWith('(phrases)')
}

it('a fault is found with its place', async () => {
  expect(
    await proseFaults('page.md', 'Fine.\n\nThe lane leaves the numbers. Of these, one is right.'),
  ).toEqual([
    'page.md:3: leaves the numbers => diverges, becomes non-finite (phrases)',
    'page.md:3: "Of" begins a sentence; begin with the subject (openings)',
  ])
  const long = `It ${'goes '.repeat(60)}home.`
  expect(await proseFaults('page.md', long)).toEqual([expect.stringMatching(/^page\.md:1: .*\(sentences\)$/)])
  expect(await proseFaults('page.md', 'Code is not read: `that of`. What is it?')).toEqual([])
})

describe('a fault of a comment is found', () => {
  it('in each kind of comment, with its line', async () => {
    const lines = [
      '/** What a lane is. */',
      `const a = 'that of' // the scale is ${'that'} of the row`,
      '/**',
      ' * Returns the sum,',
      ' * and those of lanes.',
      ' * @param n so many',
      ' */',
      "const url = 'http://those of'",
      '// Of a row.',
    ]
    expect(await commentFaults('program.ts', lines.join('\n'))).toEqual([
      'program.ts:1: "What" begins a sentence; begin with the subject (openings)',
      'program.ts:2: that of => the noun itself (phrases)',
      'program.ts:5: those of => the noun itself (phrases)',
      'program.ts:6: so many => n, the count (phrases)',
      'program.ts:9: "Of" begins a sentence; begin with the subject (openings)',
    ])
  })

  it('in Python', async () => {
    const lines = ['"""Says that of', 'a row."""', 'a = 1  # those of b', "'that of'"]
    expect(await commentFaults('program.py', lines.join('\n'))).toEqual([
      'program.py:1: that of => the noun itself (phrases)',
      'program.py:3: those of => the noun itself (phrases)',
    ])
  })
})

describe('a page', () => {
  const long =
    'Words of a line that go past the hundredth column, `a b` and [a link](https://example.invalid/page) included.'
  const page = [
    '# A page',
    '',
    `- ${long}`,
    '',
    `| ${long} |`,
    '',
    '```',
    long,
    '```',
    '',
    `    ${long}`,
  ].join('\n')

  it('is wrapped at 100 columns, but for tables and code', () => {
    expect(longLines(page)).toEqual([3])
    const lines: string[] = wrapped(page).split('\n')
    expect(lines.slice(2, 5)).toEqual([
      '- Words of a line that go past the hundredth column, `a b` and [a',
      '  link](https://example.invalid/page) included.',
      '',
    ])
    expect(longLines(wrapped(page))).toEqual([])
    expect(lines.slice(4).join('\n')).toBe(page.split('\n').slice(3).join('\n'))
  })

  it('that is wrapped stays as it is', () => {
    expect(wrapped('- one\n  two\n\nthree\nfour')).toBe('- one\n  two\n\nthree\nfour')
  })
})
