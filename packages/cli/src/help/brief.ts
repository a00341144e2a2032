import type { Command, Help } from 'commander'

/** The flags of a command that matter most, by group: each flag with a description of one line. */
export type BriefGroups = Readonly<Record<string, Readonly<Record<string, string>>>>

const groupsOf = new WeakMap<Command, BriefGroups>()

/** Sets the flags that `-h` shows for a command; `--help` shows all of its flags. */
export function addBriefHelp(command: Command, groups: BriefGroups): Command {
  const known = new Set(command.options.flatMap(({ short, long }) => [short, long]))
  for (const flag of Object.values(groups).flatMap((group) => Object.keys(group))) {
    if (!known.has(flag)) throw new Error(`${command.name()} has no flag ${flag}, which its -h would show`)
  }
  groupsOf.set(command, groups)
  return command
}

/** Returns the groups of `-h`, if the command has any. */
export function briefGroups(command: Command): BriefGroups | undefined {
  return groupsOf.get(command)
}

/** Returns the short help of a command: its usage and the flags that matter most, one per line. */
export function briefText(command: Command, groups: BriefGroups, help: Help): string {
  const rows = Object.entries(groups).map(([title, flags]) => ({
    title,
    flags: Object.entries(flags).map(([flag, text]) => {
      const option = command.options.find(({ short, long }) => short === flag || long === flag)
      return { term: option?.flags ?? flag, text }
    }),
  }))
  const width = Math.max(...rows.flatMap(({ flags }) => flags.map(({ term }) => term.length)))
  const line = ({ term, text }: { readonly term: string; readonly text: string }): string =>
    `  ${help.styleOptionTerm(term.padEnd(width))}  ${text}`
  const summary = command.summary()
  return [
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    '',
    `${help.styleTitle('Usage:')} ${help.commandUsage(command)}`,
    ...rows.map(({ title, flags }) => `\n${help.styleTitle(`${title}:`)}\n${flags.map(line).join('\n')}`),
    '',
    `All flags: ol-cli ${command.name()} --help`,
    '',
  ].join('\n')
}
