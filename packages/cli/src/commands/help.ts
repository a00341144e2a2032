import { aliasOf, modifiers, type RuleId, rules, suggestion } from '@ol/spec'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { commandOf } from '../help/other-names.js'
import { ruleText, type Topic, topics } from '../help/topics.js'
import { plain } from '../output/plain.js'

export function helpCommand(
  program: Command,
  _: readonly string[],
  again: (argv: readonly string[]) => Promise<void>,
): void {
  program
    .command('help')
    .summary('the help of a command, or about a topic: rules, losses, formats, metrics, exit-codes')
    .description('Prints the help of a command, or about a topic; `help rule NAME` is about one rule.')
    .argument('[TOPIC]', `a command, rule, ${Object.keys(topics).join(', ')}`)
    .argument('[NAME]', 'with the topic rule: its name')
    .addHelpText(
      'after',
      `\nTopics:\n${Object.entries(topics)
        .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
        .join('\n')}\n  rule NAME   a rule: its formula, its parameters, its paper

Examples:
  ol-cli help train
  ol-cli help rules
  ol-cli help rule adagrad`,
    )
    .action(async (topic: string | undefined, name: string | undefined) => {
      if (topic === undefined) return again(['--help'])
      if (topic === 'rule') return print(ruleText(ruleOf(name)))
      if (name !== undefined)
        throw usageError(`help ${topic} takes no further argument, but received ${name}`)
      if (Object.hasOwn(topics, topic)) return print(topics[topic as Topic].text())
      const names = program.commands.map((command) => command.name())
      if (names.includes(commandOf(topic))) return again([commandOf(topic), '--help'])
      const known = [...names, 'rule', ...Object.keys(topics)]
      throw usageError(`there is no command or topic ${topic}${suggestion(topic, known)}`)
    })
}

function ruleOf(name: string | undefined): RuleId {
  if (name !== undefined && Object.hasOwn(rules, name)) return name as RuleId
  const alias = aliasOf(name, modifiers)
  if (alias !== undefined) return alias.rule
  const ids = Object.keys(rules)
  throw usageError(
    name === undefined
      ? 'help rule needs the name of a rule; ol-cli help rules lists them'
      : `there is no rule ${name} (ol-cli help rules lists them)${suggestion(name, ids)}`,
  )
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${plain(lines.join('\n'))}\n`)
}
