import type { Command } from 'commander'

export interface SavedModelFlags {
  readonly model: string
}

/** The model that `test` and `predict` use. */
export function addSavedModelFlag(command: Command): Command {
  return command.requiredOption('-m, --model <file>', 'the saved model')
}
