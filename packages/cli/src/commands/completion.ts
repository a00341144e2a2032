import { Argument, type Command } from 'commander'
import { usageError } from '../exit.js'
import { completionScripts, type Shell, shells } from '../help/completion-scripts.js'
import { completionWords } from '../help/completion-words.js'

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .summary('print a script that completes commands, flags, rules and columns in a shell')
    .description(
      'Prints a script for bash, zsh or fish that completes commands, flags, their values, and columns of the file.',
    )
    .addArgument(new Argument('[SHELL]', shells.join(', ')).choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(ol-cli completion bash)
  ol-cli completion zsh > "\${fpath[1]}/_ol-cli"
  ol-cli completion fish > ~/.config/fish/completions/ol-cli.fish`,
    )
    .action((shell: Shell | undefined) => {
      if (shell === undefined) throw usageError(`completion needs a shell: ${shells.join(', ')}`)
      process.stdout.write(completionScripts[shell])
    })
}

/** Prints the candidates for the last of some words, one per line. */
export async function printCompletions(program: Command, words: readonly string[]): Promise<void> {
  const found = await completionWords(program, words)
  process.stdout.write(found.map((word) => `${word}\n`).join(''))
}
