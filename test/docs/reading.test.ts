import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isMissingWord } from '@ol/fallback'
import { columnTypes, flagName, formatEntry, formatNames, readingEntry, readingNames } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { ol } from '../cli/run.js'

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

describe('docs/reading.md', () => {
  const page = readFileSync(at('docs/reading.md'), 'utf8')

  it('agrees with the tables', () => {
    const done = spawnSync(process.execPath, [at('scripts/docs-reading.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect(done.stderr).toBe('')
    expect(done.status).toBe(0)
  })

  it('has every option and every format, whose pages are there', () => {
    for (const name of readingNames) expect(page).toContain(`| \`${name}\` |`)
    for (const format of formatNames) {
      const file = `formats/${formatEntry(format).page}.md`
      expect(page).toContain(`| [\`${format}\`](${file}) |`)
      expect(existsSync(at(`docs/${file}`))).toBe(true)
    }
  })
})

describe('docs/formats/csv.md', () => {
  // the formatter aligns the columns of a table
  const page = readFileSync(at('docs/formats/csv.md'), 'utf8').replaceAll(/ {2,}\|/g, ' |')

  it('has the table of types', () => {
    for (const [name, { role, cells, features }] of Object.entries(columnTypes))
      expect(page).toContain(`| ${name} | ${role} | ${cells} | ${features} |`)
  })

  it('has exactly the words of missing cells', () => {
    const [, list] =
      /these words are missing, too, in any case: (.*?)\. In a column/s.exec(page.replace(/\s+/g, ' ')) ?? []
    const listed = Array.from(list.matchAll(/`([^`]+)`/g), ([, word]) => word)
    const isMissing = (word: string) => isMissingWord(new TextEncoder().encode(word), 0, word.length)
    expect(listed.filter((word) => !isMissing(word))).toEqual([])
    const source = readFileSync(at('packages/fallback/src/tokenizers/csv-words.ts'), 'utf8')
    const own = source.slice(source.indexOf('['), source.indexOf('].map')).matchAll(/'([^']+)'/g)
    expect(Array.from(own, ([, word]) => word).toSorted()).toEqual(
      listed.map((word) => word.toLowerCase()).toSorted(),
    )
  })
})

describe('the help of a command that reads', () => {
  const { stdout } = ol(['stats', '--help'])

  it('has every flag of the table', () => {
    for (const name of readingNames) {
      const { flag } = readingEntry(name)
      if (flag === undefined) continue
      if (flag.negated !== undefined) expect(stdout).toContain(`--no-${flagName(name)} `)
      if (flag.negated !== 'only') expect(stdout).toMatch(new RegExp(`--${flagName(name)}[ \\n]`))
      if (flag.short !== undefined) expect(stdout).toContain(`-${flag.short}, --${flagName(name)} `)
    }
  })

  it('has every format', () => {
    for (const format of formatNames) expect(stdout).toMatch(new RegExp(`\\b${format}\\b`))
  })
})

describe('the numbers of tokenizers', () => {
  it('agree with the addon', () => {
    const header = readFileSync(at('native/core/tokenizers/tokens.h'), 'utf8')
    const [, list] = /#define OL_FORMATS\(X\) (.*)/.exec(header) ?? []
    const names = Array.from(list.matchAll(/X\((\w+)\)/g), ([, name]) => name.toLowerCase())
    const own = formatNames.filter((format) => formatEntry(format).code !== undefined)
    const byCode = own.toSorted((a, b) => (formatEntry(a).code ?? 0) - (formatEntry(b).code ?? 0))
    expect(byCode.map((format) => formatEntry(format).code)).toEqual(byCode.map((_, code) => code))
    expect(names).toEqual(byCode)
  })
})
