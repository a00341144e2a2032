import type { Conflict } from '@ol/pipeline'

/** The messages about conflicts; `input`: the name in messages of the input that can be read only once. */
export const conflictTexts: Record<Conflict, (input: string) => string> = {
  'cache-of-stream': (input) => `${input} can be read only once: --cache needs files`,
  'passes-of-stream': (input) => `${input} can be read only once: --passes needs files`,
  'first-pass-of-stream': (input) =>
    `${input} can be read only once: --prenormalize, and a rule with a first pass, need files`,
  'cache-of-groups': () =>
    '--cache and a rule that treats features by namespace exclude each other: a cache does not keep namespaces',
  'cache-of-divided': () =>
    '--cache and --prenormalize exclude each other: a cache has the features before they are divided',
}
