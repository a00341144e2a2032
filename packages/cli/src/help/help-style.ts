import { styleText } from 'node:util'
import { type Argument, type Command, Help, type HelpConfiguration } from 'commander'
import { briefGroups, briefText } from './brief.js'

/** Returns an argument in the form of the usage line. */
function humanName(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** The group of flags that the help of a command omits: `help rule NAME` has them. */
export const parameterGroup = 'Parameters of rules and losses:'

/**
 * Returns the layout of help. `brief`: for `-h`, with only the flags that matter most, if the command lists them.
 * commander strips the colours if the output is not a terminal, or if NO_COLOR is set.
 */
export function helpStyle(brief: boolean): HelpConfiguration {
  return {
    helpWidth: Math.min(process.stdout.columns ?? 100, 120),
    // usage names the aliases
    subcommandTerm: (command) =>
      [
        command.name(),
        ...(command.options.length > 0 ? ['[options]'] : []),
        ...command.registeredArguments.map(humanName),
      ].join(' '),
    styleTitle: (text) => styleText('bold', text),
    styleOptionTerm: (text) => styleText('cyan', text),
    styleCommandText: (text) => styleText('cyan', text),
    // the descriptions name the choices with what they mean
    optionDescription: ({ description, defaultValueDescription }) =>
      defaultValueDescription === undefined
        ? description
        : `${description} (default: ${defaultValueDescription})`,
    formatHelp: (command: Command, help: Help) => {
      const groups = brief ? briefGroups(command) : undefined
      if (groups !== undefined) return briefText(command, groups, help)
      const shown: Help = Object.assign(Object.create(help), {
        visibleOptions: (of: Command) =>
          help.visibleOptions(of).filter((option) => option.helpGroupHeading !== parameterGroup),
      })
      return Help.prototype.formatHelp.call(shown, command, shown)
    },
  }
}
