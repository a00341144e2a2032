import type { Command } from 'commander'

export interface SavedModelFlags {
  readonly model: string
}

/** Adds the flag of the model that `test` and `predict` use. */
export function addSavedModelFlag(command: Command): Command {
  return command.requiredOption('-m, --model <file>', 'the saved model')
}
