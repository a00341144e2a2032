import { stat } from 'node:fs/promises'
import type { CommonFlags } from '../flags/common.js'
import { plain, printJson } from './plain.js'
import { modelFile } from './run-report.js'

/** Prints what was merged: files, bytes, and the SHA-256 by which runs on other engines are compared. */
export async function printMerge(
  facts: { readonly inputs: readonly string[]; readonly bytes: number },
  model: string,
  flags: CommonFlags,
): Promise<void> {
  if (flags.json !== true && flags.quiet === true) return
  const { size } = await stat(model)
  const { sha256 } = modelFile(model)
  if (flags.json === true)
    printJson({ command: 'merge', ...facts, model: { path: model, bytes: size, sha256 } })
  else
    process.stdout.write(
      `${plain(`merged ${facts.inputs.length} ${facts.inputs.length === 1 ? 'file' : 'files'} of ${facts.bytes} bytes\n${model}: ${size} bytes, sha256 ${sha256}`)}\n`,
    )
}
