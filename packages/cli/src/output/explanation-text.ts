import type { ExplainedExample } from '@ol/pipeline'
import { csvField, short } from './importance-lines.js'
import { oneLine } from './plain.js'
import { textTable } from './text-table.js'

/** A line of an explanation: a feature, or another part of the score. */
interface Line {
  readonly kind: string
  readonly name: string
  readonly collisions?: readonly string[] | undefined
  readonly value?: number
  readonly weight?: number
  readonly contribution: number
}

const parts: Readonly<Record<string, string>> = {
  initial: 'initial prediction',
  labels: 'mean of the labels',
  rule: 'the change of the sum by the rule',
  clip: 'range of predictions',
  mixture: 'mixing of the lanes, which is not a sum',
  stack: 'stack of the lanes',
  curve: 'curve over the score',
  rounding: 'rounding',
}

/** Returns the lines in the order of the sum. */
function linesOf({ features, derived = [], further }: ExplainedExample): Line[] {
  return [
    ...features.map((feature) => ({
      kind: 'feature',
      ...feature,
      name: feature.name ?? `#${feature.index}`,
    })),
    ...derived.map(({ columns, contribution }) => ({
      kind: 'derived',
      name: columns.length === 1 ? `bins of ${columns[0]}` : columns.join(' x '),
      contribution,
    })),
    ...further.map(({ part, contribution }) => ({ kind: part, name: parts[part], contribution })),
  ]
}

/** Returns an explanation for people: the largest contributions first. */
export function explanationText(example: ExplainedExample, first: boolean): string {
  const { tag, line, score, prediction, predicted, probability, class: label, against } = example
  const where = [line === undefined ? '' : `line ${line}`, oneLine(tag ?? '')]
    .filter((text) => text !== '')
    .join(', ')
  const named = (name: number | string): string => oneLine(String(name))
  const whose =
    label === undefined
      ? `score ${short(score)}`
      : against === undefined
        ? `score of class ${named(label)} ${short(score)}`
        : `log odds of class ${named(label)} against ${named(against)} ${short(score)}`
  const chance = probability === undefined ? '' : `, probability ${short(probability)}`
  const what =
    predicted === undefined
      ? `prediction ${typeof prediction === 'number' ? short(prediction) : prediction}`
      : `class ${named(predicted)}${chance}`
  const head = `${where === '' ? 'example' : where}: ${what}, ${whose}`
  const rows = linesOf(example)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ name, value, weight, contribution, collisions = [] }) => [
      short(contribution),
      value === undefined ? '' : Number.isNaN(value) ? 'missing' : short(value),
      weight === undefined ? '' : short(weight),
      [name, ...collisions.map((other) => `(shares its slot with ${other})`)].join(' '),
    ])
  const heads = ['contribution', 'value', 'weight', 'name']
  const lines = textTable([heads, ...rows], ['right', 'right', 'right', 'left'])
  return `${first ? '' : '\n'}${[head, ...lines].join('\n')}\n`
}

export const explanationColumns = 'line,tag,class,kind,name,collisions,value,weight,contribution\n'

/** Returns an explanation as lines of CSV, in the order of the sum; the last is the score. */
export function explanationCsv(example: ExplainedExample): string {
  const { line, tag, class: label, score } = example
  const lines: Line[] = [...linesOf(example), { kind: 'score', name: '', contribution: score }]
  return lines
    .map(({ kind, name, collisions = [], value, weight, contribution }) =>
      [line, tag, label, kind, name, collisions.join(' | '), shown(value), weight, contribution]
        .map(csvField)
        .join(','),
    )
    .map((text) => `${text}\n`)
    .join('')
}

function shown(value: number | undefined): number | string | undefined {
  return value !== undefined && Number.isNaN(value) ? 'missing' : value
}
