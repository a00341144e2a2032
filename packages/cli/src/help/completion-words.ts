import { read } from '@ol/reader'
import { rules } from '@ol/spec'
import type { Command, Option } from 'commander'
import { topics } from './topics.js'

/** Flags whose value is the name of a column, or several. */
const columnFlags = ['--label', '--weight', '--tag', '--numeric', '--categorical', '--text', '--ignore']

/** Returns the candidates for the last word; none if it may be the name of a file. */
export async function completionWords(
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const [first, ...rest] = words
  if (rest.length === 0) return program.commands.map((command) => command.name())
  if (first === 'help') return helpWords(program, rest)
  const command = program.commands.find((one) => one.name() === first)
  if (command === undefined) return []
  const last = rest[rest.length - 1]
  const before = rest[rest.length - 2]
  if (before !== undefined && columnFlags.includes(before)) return columnsOf(rest)
  const option = command.options.find(({ short, long }) => before === short || before === long)
  if (before !== undefined && option !== undefined && takesValue(option)) return option.argChoices ?? []
  if (!last.startsWith('-')) return []
  return command.options.flatMap(({ long }) => (long == null ? [] : [long]))
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function helpWords(program: Command, words: readonly string[]): readonly string[] {
  if (words.length === 1)
    return [...program.commands.map((command) => command.name()), 'rule', ...Object.keys(topics)]
  return words.length === 2 && words[0] === 'rule' ? Object.keys(rules) : []
}

/** Returns the columns of the first word that is a file with columns. */
async function columnsOf(words: readonly string[]): Promise<readonly string[]> {
  for (const word of words.slice(0, -1)) {
    if (word.startsWith('-')) continue
    const reader = read(word, { task: 'auto' })
    try {
      const schema = await reader.open()
      if (schema?.columns !== undefined) return schema.columns.map(({ name }) => name)
    } catch {
      // a word that is not a readable file has no columns to complete
    } finally {
      await reader.close()
    }
  }
  return []
}
