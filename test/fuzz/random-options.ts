import { type Model, predict } from '@ol/pipeline'
import { namedRules, type RuleName } from '@ol/spec'
import { backends } from '../backends/machine.js'
import { pick, type Random } from '../tokenizers/texts.js'
import type { MadeInput } from './made-inputs.js'

export type Options = Record<string, unknown>

/** the backends of this machine */
export const names: readonly string[] = backends().map(({ name }) => name)
// the number of examples that a rule refuses depends on how many come at once
const allRules = (Object.keys(namedRules) as RuleName[]).filter(
  (rule) => namedRules[rule].maxExamples === undefined,
)
const usual: readonly RuleName[] = ['auto', 'auto-small', 'nag', 'adagrad', 'vw', 'sgd', 'std', 'arow']

/** Options that some of the runs have, in percent, and what they may be. */
const sometimes: Readonly<Record<string, readonly [percent: number, ...values: unknown[]]>> = {
  precision: [20, 'float64'],
  passes: [15, 2],
  holdout: [15, { every: 7 }, { share: 0.2 }, { after: 80 }, { merge: 5 }, false],
  bootstrap: [8, 2],
  classWeight: [8, 'balanced'],
  prenormalize: [10, 'max', 'square'],
  interactions: [15, ['::'], ['fg'], [['c', 't']], ['in']],
  ngrams: [10, ['2']],
  labelScale: [8, 'none', 'spread'],
  outliers: [10, 'keep', 'bound'],
  learningRate: [10, 'auto', 0.5],
  l2: [5, 0.001],
  clip: [8, 'none', 'vw'],
  hash: [10, 'all'],
  constant: [10, false],
  missingAs: [20, 'absent'],
  update: [5, 'plain', 'invariant'],
  keepLanes: [5, true],
  maxFeatures: [4, 20],
}

/** Returns random options of a training on an input. */
export function optionsFor(random: Random, { format, labels }: MadeInput): Options {
  const options: Options = {
    rule: pick(random, [undefined, pick(random, usual), pick(random, usual), pick(random, allRules)]),
    bits: pick(random, [undefined, 'grow', 6, 8, 12]),
    names: pick(random, [undefined, 'off', 20]),
  }
  if (format === 'csv' || format === 'jsonl') options.label = 'y'
  const two = labels === 'two numbers' || labels === 'two words'
  const tasks = labels === 'real' ? [] : [two ? 'binary' : 'multiclass']
  options.task = pick(random, [undefined, 'regression', ...tasks])
  const losses =
    labels === 'real' ? ['squared', 'absolute', 'huber'] : ['logistic', two ? 'hinge' : 'softmax']
  if (options.task === undefined && random(2) === 0) options.loss = pick(random, losses)
  if (options.rule === undefined || options.rule === 'auto')
    options.expand = pick(random, [undefined, 'auto', 'bins', 'pairs', 'triples'])
  for (const [name, [percent, ...values]] of Object.entries(sometimes))
    if (random(100) < percent) options[name] = pick(random, values)
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** How a run is made, on which no outcome depends: backend, threads and chunks. */
export function machine(random: Random): Options {
  return {
    backend: pick(random, names),
    threads: 1 + random(4),
    chunkBytes: pick(random, [1 + random(300), 1 + random(5000)]),
  }
}

/** The way against which others are held. */
export const plainest: Options = { backend: 'fallback', threads: 1 }

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Throws where two outcomes are not the same as JSON; `what`: the options. */
export function mustBeSame(found: unknown, expected: unknown, what: () => string): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  if (a === b) return
  let at = 0
  while (a[at] === b[at]) at++
  throw new Error(
    `${what()}: ${a.slice(Math.max(0, at - 80), at + 80)} is not ${b.slice(Math.max(0, at - 80), at + 80)}`,
  )
}

/** Returns the predictions of an input as JSON, without lines and tags. */
export async function scoresOf(model: unknown, input: unknown): Promise<string[]> {
  const found: string[] = []
  for await (const { line: _, tag: _t, ...prediction } of predict(input as never, { model: model as Model }))
    found.push(JSON.stringify(prediction))
  return found
}
