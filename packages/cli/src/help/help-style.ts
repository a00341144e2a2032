import { styleText } from 'node:util'
import { type Command, Help, type HelpConfiguration } from 'commander'
import { briefGroups, briefText } from './brief.js'

/** The group of the flags that the help of a command leaves out: `help rule NAME` has them. */
export const parameterGroup = 'Parameters of rules and losses:'

/**
 * Returns how help is laid out. `brief`: for `-h`, the flags that matter most of the commands that say which these are.
 * commander strips the colours where the output is no terminal, or where NO_COLOR is set.
 */
export function helpStyle(brief: boolean): HelpConfiguration {
  return {
    helpWidth: Math.min(process.stdout.columns ?? 100, 120),
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
