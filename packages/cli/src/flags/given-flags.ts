import { Command, Option } from 'commander'

/** A flag of a command line, as it was given. */
export interface GivenFlag {
  /** the name of its value among the flags of the command */
  readonly name: string
  /** the argument that gives it again */
  readonly argument: string
}

/** Returns the flags among the arguments of a command, in order, parsed like the command itself parses them. */
export function givenFlags({ options }: Pick<Command, 'options'>, argv: readonly string[]): GivenFlag[] {
  const given: GivenFlag[] = []
  // the command already has its values, and would append to lists
  const reader = new Command()
  for (const option of options) {
    // without its parser and its choices
    const own = new Option(option.flags)
    const flag = own.long ?? `${own.short}`
    reader.addOption(own).on(`option:${own.name()}`, (value?: string | null) => {
      given.push({ name: option.attributeName(), argument: value == null ? flag : `${flag}=${value}` })
    })
  }
  reader.parseOptions([...argv])
  return given
}
