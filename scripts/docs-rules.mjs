import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wrapped } from './prose/wrap.mjs'

// node scripts/docs-rules.mjs          writes docs/rules.md from the tables of rules, losses and theorems
// node scripts/docs-rules.mjs --check  exits 1 if docs/rules.md differs from them
//
// After a build: it reads packages/*/dist.

const built = (name) => import(new URL(`../packages/${name}/dist/index.js`, import.meta.url))
const { describedLosses, describedModifiers, describedRules, flagName, limits, paramText, rangeText } =
  await built('spec')
const { theoremOf } = await import(new URL('../packages/regret/dist/bounds/theorems.js', import.meta.url))

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'rules.md')
const text = wrapped(page())
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/rules.md differs from the tables: run node scripts/docs-rules.mjs')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
}

function page() {
  return `${[
    '# Rules and losses',
    'Generated from the tables of rules, modifiers, losses and theorems by `node scripts/docs-rules.mjs`; a test compares.',
    'A rule is how a model learns from an example. The default, [`auto`](#auto), is a mixture of 16 models that needs neither scaled features nor a learning rate. The default for a single model is [`nag`](#nag). `--rule` or the option `rule` chooses another rule; its parameters are the flags below, or the options with the same names (`--learning-rate` is `learningRate`). Some rules take [modifiers](#modifiers): penalties, forgetting, averages. The losses are at the end of this page.',
    'In the formulas g is the gradient of the loss with respect to a weight, x the value of the feature, w its weight, z the score, y the label, and t the number of examples so far.',
    summary(),
    ...Object.values(describedRules).map(section),
    modifierSection(),
    lossSection(),
  ].join('\n\n')}\n`
}

function summary() {
  const rows = Object.values(describedRules).map((rule) => [
    `[\`${rule.id}\`](#${rule.id})`,
    cell(rule.title),
    rule.scaleInvariant ? 'yes' : 'no',
    cell(rule.cost),
    'watch' in theorem(rule) ? theorem(rule).measure : '',
  ])
  return table(['rule', 'what it is', 'independent of units', 'work per example', 'theorem about'], rows)
}

function section(rule) {
  const parts = [
    `## ${rule.id}`,
    `**${rule.title}**. ${sentence(rule.description)}`,
    `\`\`\`text\n${rule.formula}\n\`\`\``,
    facts(rule),
  ]
  if (rule.params.length > 0) parts.push(parameters(rule.params))
  parts.push(states(rule))
  return parts.join('\n\n')
}

/** Returns the table of the states of a rule, or of the states that a modifier adds. */
function states(owner) {
  return table(
    ['state', 'kept for', 'what it is'],
    [
      ...stateRows(owner.lane, 'each feature'),
      ...stateRows(owner.shared, 'each feature, float64'),
      ...stateRows([...owner.scalars, ...owner.laneScalars], 'the model'),
    ],
  )
}

function modifierSection() {
  const parts = Object.values(describedModifiers).flatMap((modifier) => [
    `### ${modifier.id}`,
    `**${modifier.title}**. ${sentence(modifier.description)}`,
    `\`\`\`text\n${modifier.formula}\n\`\`\``,
    [
      `Source: ${modifier.paper}`,
      `With: ${Object.keys(modifier.codes)
        .map((id) => `[\`${id}\`](#${id})`)
        .join(', ')}; ${modifier.others}`,
      `In model files, and as a value of \`--rule\`: \`nag-${modifier.suffix}\``,
      `No bound: ${theoremOf({ rule: 'nag', modifiers: [modifier.id] }).reason}`,
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    parameters(modifier.params),
    states(modifier),
  ])
  const intro =
    'A modifier changes how a rule learns or predicts. To use a modifier, set one of its parameters. The rule then keeps additional state for each feature. A rule has at most one modifier ([decision 17](decisions/0017-modifiers-of-rules.md)).'
  return ['## modifiers', intro, ...parts].join('\n\n')
}

/** Returns the rows of a table of states. For numbered states, only the first, with the range of the numbers. */
function stateRows(states, kept) {
  return states.flatMap(({ name, description }) => {
    const [, stem, number] = /^(.*_)(\d+)$/.exec(name) ?? []
    if (number === undefined) return [[`\`${name}\``, kept, cell(description)]]
    if (number !== '0') return []
    const last = states.filter((state) => state.name.startsWith(stem)).length - 1
    return [[`\`${name}\`, ..., \`${stem}${last}\``, kept, cell(description)]]
  })
}

function facts(rule) {
  const { maxBits, defaultBits = limits.defaultBits, dense, maxExamples } = rule
  const proven = theorem(rule)
  const lines = [
    `Source: ${rule.paper}`,
    ...(rule.differs === undefined ? [] : [`Unlike the paper: ${rule.differs}`]),
    ...(rule.fails === undefined ? [] : [`Fails: ${rule.fails}`]),
    `Work per example: ${rule.cost}`,
    `Predictions do ${rule.scaleInvariant ? 'not ' : ''}depend on the units of the features`.replace(
      'do depend',
      'depend',
    ),
    `Updates: ${rule.updates.map((update) => `\`${update}\``).join(', ')} (the first is the default)`,
  ]
  if (rule.losses !== undefined) {
    const others = rule.othersRefused === true ? 'others are refused' : 'others are learned, with a warning'
    lines.push(`Losses: ${rule.losses.map((loss) => `\`${loss}\``).join(', ')}; ${others}`)
  }
  const taken = Object.values(describedModifiers).filter(({ codes }) => codes[rule.id] !== undefined)
  if (taken.length > 0)
    lines.push(
      `[Modifiers](#modifiers): ${taken.flatMap(({ params }) => params.map((p) => `\`--${flagName(p.name)}\``)).join(', ')}`,
    )
  if (rule.firstPass === true) lines.push('Makes a first pass over the data before it learns')
  if (maxBits !== undefined) {
    const when = dense === undefined ? '' : ` with \`${dense.param}\` ${dense.choices.join(', ')}`
    lines.push(`At most ${maxBits} bits${when}; default ${defaultBits}`)
  }
  if (maxExamples !== undefined) lines.push(`Learns from at most ${maxExamples} examples`)
  lines.push(
    'watch' in proven
      ? `Bound on ${proven.measure} ([letters](bounds.md)): \`${proven.formula}\`. Source: ${proven.paper}`
      : `No bound: ${proven.reason}`,
  )
  return lines.map((line) => `- ${line}`).join('\n')
}

function theorem(rule) {
  return theoremOf({ rule: rule.id, modifiers: [] })
}

function parameters(params) {
  const rows = params.map((p) => [
    `\`--${flagName(p.name)}\``,
    cell(rangeText(p)),
    String(paramText(p, p.default)),
    cell(p.description),
  ])
  return table(['parameter', 'range', 'default', 'what it does'], rows)
}

function lossSection() {
  const rows = Object.values(describedLosses).map((loss) => [
    `\`${loss.id}\``,
    `\`${loss.formula}\``,
    `\`${loss.derivative}\``,
    { real: 'any number', sign: '-1, +1', count: '>= 0' }[loss.labels] ?? loss.labels,
    lipschitzText(loss),
    loss.link,
    loss.params.map((p) => `\`--${flagName(p.name)}\` (${rangeText(p)}; default ${p.default})`).join(', '),
    cell(loss.description),
  ])
  return `## Losses\n\nz is the score after clipping, y the label.\n\n${table(
    ['loss', 'value', 'derivative', 'labels', 'Lipschitz', 'link', 'parameter', 'for'],
    rows,
  )}`
}

function lipschitzText({ lipschitz, params }) {
  if (lipschitz === 'parameter') return `\`--${flagName(params[0].name)}\``
  return Number.isFinite(lipschitz) ? String(lipschitz) : 'none'
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function cell(text) {
  return text.replaceAll('\n', ' ')
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
