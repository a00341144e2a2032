import { evaluate, type Model, predict, train } from '@ol/pipeline'
import { type RuleId, rules } from '@ol/spec'
import { backends } from '../backends/machine.js'
import { pick, type Random } from '../tokenizers/lines.js'
import { type MadeInput, madeInput } from './made-inputs.js'
import { type FuzzTarget, isRefused, outcomeOf } from './target.js'

// Random options together, on random inputs: what they come to depends on nothing else.

type Options = Record<string, unknown>

const names = backends().map(({ name }) => name)
// the number of examples that a rule refuses depends on how many come at once
const allRules = (Object.keys(rules) as RuleId[]).filter((rule) => rules[rule].maxExamples === undefined)
const usual: readonly RuleId[] = ['auto', 'auto-small', 'nag', 'adagrad', 'vw', 'sgd', 'std', 'arow']

/** Options that some of the runs have, in percent, and what they may be. */
const sometimes: Readonly<Record<string, readonly [percent: number, ...values: unknown[]]>> = {
  precision: [20, 'float64'],
  passes: [15, 2],
  holdout: [15, { every: 7 }, { share: 0.2 }, { after: 80 }, { jury: 5 }, false],
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
  update: [5, 'plain', 'invariant'],
  keepLanes: [5, true],
  maxFeatures: [4, 20],
}

function optionsFor(random: Random, { format, labels }: MadeInput): Options {
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

/** All that a training leaves, without what depends on the machine, or the code of its error. */
async function outcome(input: Uint8Array, options: Options): Promise<unknown> {
  return outcomeOf(async () => {
    const { model, report, reading } = await train(input, options as never)
    const { seconds: _, backend: _b, ...rest } = report
    const { threads, chunkBytes } = options as { threads?: number; chunkBytes?: number }
    const tested = await outcomeOf(async () => {
      const run = await evaluate(input, { model, threads, chunkBytes })
      const { seconds: _s, backend: _t, ...own } = run.report
      return own
    })
    return { model: Buffer.from(model.toBytes()).toString('base64'), rest, reading, tested }
  })
}

function mustBeSame(found: unknown, expected: unknown, what: () => string): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  if (a === b) return
  let at = 0
  while (a[at] === b[at]) at++
  throw new Error(
    `${what()}: ${a.slice(Math.max(0, at - 80), at + 80)} is not ${b.slice(Math.max(0, at - 80), at + 80)}`,
  )
}

/** A training is the same whatever the backend, the threads and the chunks. */
const trainingTarget: FuzzTarget = {
  name: 'options of a training',
  async run(random) {
    const input = madeInput(random)
    const options = optionsFor(random, input)
    const bytes = new TextEncoder().encode(input.text)
    const expected = await outcome(bytes, { ...options, backend: 'fallback', threads: 1 })
    const how = {
      backend: pick(random, names),
      threads: 1 + random(4),
      chunkBytes: pick(random, [1 + random(300), 1 + random(5000)]),
    }
    mustBeSame(await outcome(bytes, { ...options, ...how }), expected, () =>
      JSON.stringify({ ...options, ...how }),
    )
    return isRefused(expected) ? expected.code : 'the same'
  },
}

async function scoresOf(model: Model, input: never): Promise<string[]> {
  const found: string[] = []
  for await (const { line: _, tag: _t, ...prediction } of predict(input, { model }))
    found.push(JSON.stringify(prediction))
  return found
}

/** Objects are predicted as the lines of JSON that say the same. */
const objectTarget: FuzzTarget = {
  name: 'options of objects',
  async run(random) {
    const input = madeInput(random, ['jsonl'])
    const options = { ...optionsFor(random, input), backend: pick(random, names) }
    const lines = input.text.split('\n')
    const trained = await outcomeOf(() => train(new TextEncoder().encode(input.text), options as never))
    if (isRefused(trained)) return trained.code
    const { model } = trained
    const good: string[] = []
    for await (const { line } of predict(new TextEncoder().encode(input.text), { model }))
      good.push(lines[(line as number) - 1])
    const objects = good.map((line) => {
      const { y: _, ...features } = JSON.parse(line)
      return { features }
    })
    const ofLines = await scoresOf(model as never, new TextEncoder().encode(good.join('\n')) as never)
    mustBeSame(await scoresOf(model as never, objects as never), ofLines, () => JSON.stringify(options))
    return 'the same'
  },
}

export const combinationTargets: readonly FuzzTarget[] = [trainingTarget, objectTarget]
