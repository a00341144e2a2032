import type { BackendChoice, Learner } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { read } from '@ol/reader'
import { type ExitError, usageError } from '../exit.js'
import { Interrupted, interruptible, signalOf } from '../signals.js'
import { type Input, openInput } from './input.js'
import { labelsOf } from './learner.js'

/** What is wrong with standard input where the input is gone over twice. */
export function readTwice(): ExitError {
  return usageError(
    'Standard input can be read only once: --prenormalize, and a rule with a first pass, need files',
  )
}

/** Makes the first pass of a model that waits for one, and opens its input again; any other input is left as it is. */
export async function surveyed(
  learner: Learner,
  inputs: readonly string[],
  input: Input,
  flags: { readonly backend?: BackendChoice; readonly strict?: boolean | undefined },
): Promise<Input> {
  if (!learner.needsFirstPass) return input
  if (inputs.includes('-')) throw readTwice()
  await input.reader.close()
  const { schema } = input
  const { expand: _products, ...base } = schema
  await interruptible(async (signal) => {
    const first = read(inputs, {
      // what is divided is what products are made of
      schema: learner.options.prenormalize === 'none' ? schema : base,
      ...labelsOf(learner),
      backend: chooseBackend(flags.backend).backend,
      signal,
    })
    try {
      await learner.fitScales(first, { trusted: true, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      throw new Interrupted(signalOf(signal), `${signalOf(signal)} in the first pass; nothing was learned`)
    }
  })
  return openInput(inputs, { schema, divisors: learner.scales, strict: flags.strict }, flags.backend)
}
