import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { TextlintKernel } from '@textlint/kernel'
import { commentsOf } from './comments.mjs'
import openings from './openings.mjs'

// The rules of the documentation's English, by textlint: CONTRIBUTING.md.

const load = (name) => {
  const loaded = createRequire(import.meta.url)(name)
  return loaded.default ?? loaded
}
const kernel = new TextlintKernel()
const plugins = [
  { pluginId: 'markdown', plugin: load('@textlint/textlint-plugin-markdown') },
  { pluginId: 'text', plugin: load('@textlint/textlint-plugin-text') },
]

/** The maximum length of a sentence in characters; addresses and code do not count. */
const longest = 240

const rules = [
  {
    ruleId: 'phrases',
    rule: load('textlint-rule-prh'),
    options: { rulePaths: [fileURLToPath(new URL('phrases.yml', import.meta.url))] },
  },
  {
    ruleId: 'sentences',
    rule: load('textlint-rule-sentence-length'),
    options: { max: longest, skipPatterns: ['/`[^`]*`/'] },
  },
  { ruleId: 'openings', rule: openings },
]

/**
 * Sentences of comments may be long, because of formulas and lists of cases. Splitting text into sentences takes most of
 * the time.
 */
const commentRules = rules.filter(({ ruleId }) => ruleId !== 'sentences')

/** Returns the faults in the English of a page, a line each; `ext`: .md or .txt */
export async function proseFaults(name, text, ext = '.md', own = rules) {
  const { messages } = await kernel.lintText(text, { ext, filePath: name, plugins, rules: own })
  return messages.map(
    ({ line, ruleId, message }) => `${name}:${line}: ${message.replace(/\s+/g, ' ')} (${ruleId})`,
  )
}

/** Returns the faults in the English of a program's comments. */
export async function commentFaults(name, source) {
  const comments = commentsOf(source, name.endsWith('.py') ? 'python' : 'c')
  return proseFaults(name, comments, '.md', commentRules)
}
