import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, lineFaults, rules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { ol } from '../cli/run.js'

const root = join(import.meta.dirname, '..', '..')

// What readers would not type into a search box, and what they would.
const privateWords: readonly (readonly [RegExp, string])[] = [
  [/\b(leaves?|left|leaving) the numbers\b/, 'diverges, becomes non-finite'],
  [/\blook(s|ed|ing)? for garbage\b|\bgarbage is looked for\b/, 'garbage-collects'],
  [/\b(found|finds|find) out\b/, 'detected, inferred'],
  [/\bfirst look\b|\blooks? again\b/, 'schema inference'],
  [/\bunpack(s|ed|ing)?\b|\bpacked\b/, 'decompress, compressed'],
  [/\bpatterns of files\b/, 'glob patterns'],
  [/\ba text\b(?! (file|column|of|format|editor))|\btexts\b/, 'a string, strings'],
  [/\b(bits|bytes) of a run of (its|their) own\b/, 'bit-identical to a separate run'],
  [/\brates mixed online\b/, 'an online mixture over learning rates'],
  [/\bnames (do not|never) meet\b/, 'names never collide'],
  [/\bleaps? over\b/, 'the skip-gram gap'],
  [/\blooked past\b/, 'extended'],
  [/\bare no signs\b/, 'are not -1/+1'],
  [/\btires? with use\b/, 'steps shrink with use'],
  [/\bhopeless/, 'pruned'],
  [/\b(lanes?|rates?|rows?|slots?) (is|are|was|were|that were not) given up\b/, 'pruned, released'],
  [/\bsomething other than a keyboard\b/, 'is not a TTY'],
  [/\bgives? the source back\b/, 'closes the source'],
  [/\bbest constant\b(?! (prediction|baseline))/, 'baseline (the best constant prediction)'],
  [/\bput right\b|\bmended\b/, 'fixed'],
  [/\bends? too early\b/, 'is truncated'],
  [/\bdamaged?\b/, 'corrupt, corruption'],
  [/\basked for\b/, 'requested'],
  [/\banew\b/, 'again, regenerated'],
  [/\bgoes by (its|the|a|an|rows)\b|\bgo by (the|another|both|rows)\b/, 'uses, is named by'],
]

/** Returns the private words of a page, each with its place and what to write in its place. */
function found(page: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) =>
    privateWords
      .map(([word, instead]) => ({ hit: word.exec(line.toLowerCase())?.[0], instead }))
      .filter(({ hit }) => hit !== undefined)
      .map(({ hit, instead }) => `${page}:${at + 1}: "${hit}"; write: ${instead}`),
  )
}

/** Pages of a folder and its folders; pages of results quote what was printed when they were made. */
function pagesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return pagesOf(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

const help = (...command: readonly string[]): string => ol([...command, '--help']).stdout
const commandsOf = (text: string): string[] =>
  [...text.split('\nCommands:\n')[1].matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)

describe('the words of', () => {
  it.each([
    ...pagesOf('docs'),
    ...pagesOf('examples'),
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CODE_OF_CONDUCT.md',
    'data-sample/README.md',
    'test/golden/README.md',
  ])('%s are those of the field', (page) => {
    expect(found(page, readFileSync(join(root, page), 'utf8'))).toEqual([])
  })

  it('the help of every command are those of the field', () => {
    const commands = commandsOf(help()).filter((name) => name !== 'help')
    expect(commands).toContain('train')
    for (const name of commands) expect(found(`${name} --help`, help(name))).toEqual([])
    for (const topic of ['rules', 'losses', 'formats', 'metrics', 'exit-codes', ...Object.keys(rules)])
      expect(found(`help ${topic}`, ol(['help', ...(topic in rules ? ['rule'] : []), topic]).stdout)).toEqual(
        [],
      )
  })

  it('the table of errors and of bad lines are those of the field', () => {
    const codes = Object.entries(errorCodes).flatMap(([code, text]) => found(code, text))
    const faults = lineFaults.flatMap(({ code, description }) => found(code, description))
    expect([...codes, ...faults]).toEqual([])
  })
})

it('a private word is found with its place', () => {
  expect(found('page.md', 'fine\nthe lane leaves the numbers')).toEqual([
    'page.md:2: "leaves the numbers"; write: diverges, becomes non-finite',
  ])
})
