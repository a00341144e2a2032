import { optionEntry, optionNames } from '../packages/spec/dist/index.js'
import { flagText, sentence, table, writePage } from './option-page.mjs'

// node scripts/docs-options.mjs          writes docs/learner-options.md from the table of options
// node scripts/docs-options.mjs --check  exits 1 if docs/learner-options.md differs from it
//
// After a build: it reads packages/spec/dist.

const kinds = {
  boolean: 'true or false',
  rule: 'the name of a [rule](rules.md)',
  loss: 'the name of a [loss](rules.md#losses)',
  bits: "'grow' or a whole number",
  clip: "'auto', 'labels', 'vw', 'none' or [min, max]",
  classes: 'a whole number, or a list of distinct strings',
  classWeight: "'balanced', an object of weights by class, or a list of weights",
  nameLimit: "'off' or a whole number",
  json: 'a JSON value',
}

const onLoad = {
  fixed: 'refused',
  replaces: 'replaces the value of the model',
  compared: 'must fit the model',
}

const rows = optionNames.map((name) => {
  const entry = optionEntry(name)
  return [
    `\`${name}\``,
    flagText(name, entry.flag),
    sentence(entry.description),
    value(entry),
    String(entry.otherwise ?? entry.default),
    onLoad[entry.load],
  ]
})

writePage(
  'learner-options.md',
  'docs-options.mjs',
  `${[
    '# Options of a learner',
    'Generated from the table of options by `node scripts/docs-options.mjs`; a test compares.',
    'This page lists the options of `new Learner()` and `train()` that determine how a model learns. All are optional. Each rule and each loss also has its own parameters: see [rules and losses](rules.md). The flag sets the same option in `ol-cli train`. Options for reading input are in [reading options](reading.md).',
    'You can load a model to continue training. The last column says what happens if you load it with a different value: `refused` means the error `OL_MODEL_MISMATCH`.',
    table(['option', 'flag', 'what it says', 'value', 'default', 'another value on load'], rows),
  ].join('\n\n')}\n`,
)

function value({ kind, choices, min, max }) {
  if (choices !== undefined) return choices.map((choice) => `'${choice}'`).join(', ')
  const range = min === undefined ? '' : ` from ${min} to ${max}`
  return `${kinds[kind] ?? 'a whole number'}${range}`
}
