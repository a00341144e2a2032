import {
  type DescribedLoss,
  type DescribedModifier,
  type DescribedParam,
  type DescribedRule,
  describedLosses,
  describedModifiers,
  describedRules,
  flagName,
  formatEntry,
  formatNames,
  layoutOf,
  paramText,
  type RuleId,
  rangeText,
  tasks,
} from '@ol/spec'
import { exitDescriptions } from '../exit.js'

interface TopicEntry {
  readonly summary: string
  readonly text: () => readonly string[]
}

/** The pages that `ol-cli help TOPIC` prints. */
export const topics: Readonly<Record<Topic, TopicEntry>> = {
  rules: { summary: 'the update rules, one line each', text: rulesText },
  losses: { summary: 'the losses, with their formulas and parameters', text: lossesText },
  formats: { summary: 'the formats of data files', text: formatsText },
  metrics: { summary: 'the metrics that train and test report, by task', text: metricsText },
  'exit-codes': { summary: 'the meaning of exit codes', text: exitCodesText },
}

export type Topic = 'rules' | 'losses' | 'formats' | 'metrics' | 'exit-codes'

/** Returns lines in two columns. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`)
}

function rulesText(): string[] {
  const own = Object.values(describedRules).filter((rule) => rule.extends === undefined)
  return [
    ...columns(own.map(({ id, title }) => [id, title])),
    '',
    'Modifiers, which the parameters of some of these rules put on them:',
    ...columns(
      Object.values(describedModifiers).map((modifier) => [flagsOf(modifier), modifierLine(modifier)]),
    ),
    '',
    'ol-cli help rule NAME has the formula of a rule, its parameters and its paper.',
  ]
}

/** Returns the flags that add a modifier to a rule. */
function flagsOf({ params }: DescribedModifier): string {
  return params.map(({ name }) => `--${flagName(name)}`).join(', ')
}

function modifierLine({ title, codes }: DescribedModifier): string {
  return `${title}; with ${Object.keys(codes).join(', ')}`
}

/** Returns the page of a rule, with the parameters of the rules that extend it, and of the modifiers that it takes. */
export function ruleText(id: RuleId): string[] {
  const rule = describedRules[id]
  const extensions = [
    ...Object.values(describedRules).filter((other) => other.extends === id),
    ...Object.values(describedModifiers).filter(({ codes }) => codes[id] !== undefined),
  ]
  const more = extensions.flatMap((other) =>
    other.params.filter(({ name }) => !rule.params.some((own) => own.name === name)),
  )
  return [
    `${rule.id}: ${rule.title}`,
    `  ${rule.description}`,
    '',
    `  ${rule.formula}`,
    `  ${rule.paper}`,
    ...(rule.differs === undefined ? [] : [`  Unlike the paper: ${rule.differs}`]),
    ...(rule.fails === undefined ? [] : [`  Fails: ${rule.fails}`]),
    '',
    ...parameterLines('Parameters', rule.params),
    ...parameterLines('More parameters', more),
    ...columns(factsOf(rule)),
    '',
    `Example: ol-cli train data.csv --label y --rule ${id}`,
  ]
}

function factsOf(rule: DescribedRule): (readonly [string, string])[] {
  const { bytes } = layoutOf(rule, 1, rule.ensemble?.lanes.length ?? 1, 'float32')
  return [
    ['losses', rule.losses?.join(', ') ?? 'all'],
    ['updates', `${rule.updates.join(', ')} (--update)`],
    [
      'memory',
      rule.kind === 'matrix'
        ? 'a matrix of all features'
        : `${bytes} bytes for each feature with --precision float32`,
    ],
    ['work', rule.cost],
    [
      'units',
      rule.scaleInvariant
        ? 'predictions do not depend on the units of the features'
        : 'features need similar units',
    ],
  ]
}

function parameterLines(title: string, params: readonly DescribedParam[]): string[] {
  const unique = params.filter(({ name }, at) => params.findIndex((p) => p.name === name) === at)
  if (unique.length === 0) return []
  const rows = unique.map((p): readonly [string, string] => [
    `--${flagName(p.name)}${placeholder(p)}`,
    `${p.description} (${rangeText(p)}; default ${paramText(p, p.default)})`,
  ])
  return [`${title}:`, ...columns(rows), '']
}

/** Returns the placeholder of a parameter's value; a parameter with a single choice is on if it is given. */
function placeholder({ choices }: DescribedParam): string {
  if (choices === undefined) return ' <number>'
  return choices.length > 1 ? ' <name>' : ''
}

function lossesText(): string[] {
  const labels = { real: 'labels: numbers', sign: 'labels: two classes', count: 'labels: counts >= 0' }
  return [
    ...Object.values(describedLosses).flatMap((loss: DescribedLoss) => [
      `${loss.id}: ${loss.description}`,
      `  ${loss.formula}, with z the score and y the label; ${labels[loss.labels]}`,
      ...parameterLines('  Parameters', loss.params).filter((line) => line !== ''),
      '',
    ]),
    `Without --loss the task decides: ${Object.values(tasks)
      .map(({ id, loss }) => `${id} ${loss}`)
      .join(', ')}.`,
  ]
}

function formatsText(): string[] {
  return [
    ...columns(
      formatNames.map((name) => {
        const { title, extensions, page } = formatEntry(name)
        return [name, `${title} (${extensions.join(', ')}): docs/formats/${page}.md`]
      }),
    ),
    '',
    'OL detects the format from the first bytes; --format NAME names it. Files may be compressed: gzip, zstd, bzip2, xz, brotli.',
  ]
}

function metricsText(): string[] {
  return [
    ...columns([
      [
        'two classes',
        'log loss, AUC, accuracy, precision, recall, F1, confusion matrix, Brier score, calibration',
      ],
      ['classes', 'log loss, accuracy, macro F1, confusion matrix, top-k accuracy'],
      ['numbers', 'RMSE, MAE, R²'],
    ]),
    '',
    'Each is reported over everything, since warm-up (--warm-up) and over the last examples (--window), by weight.',
    'train predicts every example before it learns from it, so these figures estimate the quality on new data. docs/evaluation.md',
  ]
}

function exitCodesText(): string[] {
  return columns(Object.entries(exitDescriptions).map(([code, text]) => [code.padStart(3), text]))
}
