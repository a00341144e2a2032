import { Learner } from '@ol/core'
import { load, train } from '@ol/pipeline'
import { isFull } from '../../packages/spec/test/grid.js'
import { pick, type Random } from '../tokenizers/texts.js'
import { type MadeInput, madeInput } from './made-inputs.js'
import {
  base64,
  encode,
  machine,
  mustBeSame,
  names,
  type Options,
  optionsFor,
  plainest,
  scoresOf,
} from './random-options.js'
import { type FuzzTarget, isRefused, outcomeOf } from './target.js'

// Random options together, over several models, and over the same data in other units.

/** A training that continues is the same from a model in memory and from its bytes. */
const continuingTarget: FuzzTarget = {
  name: 'options of continuing',
  async run(random) {
    const input = madeInput(random)
    const options = optionsFor(random, input)
    const { passes, holdout } = options
    const lines = input.text.split('\n')
    const header = input.format === 'csv' ? 1 : 0
    const at = header + random(lines.length - header)
    const first = encode(lines.slice(0, at).join('\n'))
    const rest = encode([...lines.slice(0, header), ...lines.slice(at)].join('\n'))
    const run = (how: Options, saved: boolean) =>
      outcomeOf(async () => {
        const { model } = await train(first, { ...options, ...how } as never)
        const { backend, ...reading } = how
        const initialModel = saved ? model.toBytes() : model
        const from = { initialModel, passes, holdout, ...reading, ...(saved ? { backend } : {}) }
        const more = await train(rest, from as never)
        const { seconds: _, backend: _b, ...report } = more.report
        return { model: base64(more.model.toBytes()), report, scores: await scoresOf(more.model, first) }
      })
    const expected = await run(plainest, false)
    const how = machine(random)
    const saved = random(2) === 0
    mustBeSame(await run(how, saved), expected, () => JSON.stringify({ ...options, ...how, saved, at }))
    return isRefused(expected) ? expected.code : 'the same'
  },
}

/** Models of shards come to one model, whatever trained them. */
const mergingTarget: FuzzTarget = {
  name: 'options of merging',
  async run(random) {
    const input = madeInput(random)
    const options = optionsFor(random, input)
    const bytes = encode(input.text)
    const of = 2 + random(2)
    const run = (how: Options) =>
      outcomeOf(async () => {
        const own = { backend: how.backend as never }
        const models: Learner<number | string>[] = []
        for (let number = 1; number <= of; number++) {
          const { model } = await train(bytes, { ...options, ...how, shard: { number, of } } as never)
          models.push(Learner.fromBytes<number | string>(model.toBytes(), own))
        }
        const merged = Learner.merge(models).toBytes()
        return { model: base64(merged), scores: await scoresOf(await load(merged, own), bytes) }
      })
    const expected = await run(plainest)
    const how = machine(random)
    mustBeSame(await run(how), expected, () => JSON.stringify({ ...options, ...how, of }))
    return isRefused(expected) ? expected.code : 'the same'
  },
}

/** A table of 2^22 slots takes seconds; the few inputs of the short run have no collisions in 2^18 either. */
const tableBits = isFull || process.env.OL_FUZZ_MINUTES !== undefined ? 22 : 18

const unitless = ['auto', 'auto-small', 'nag', 'ng', 'std', 'vw', 'snag'] as const

/** The input with the numbers of its column n in units of 2 ** exponent. */
function inUnits({ format, text }: MadeInput, exponent: number): string {
  const scaled = (n: string) => Number(n) * 2 ** exponent
  if (format === 'jsonl') return text.replaceAll(/"n":([0-9.]+)/g, (_, n) => `"n":${scaled(n)}`)
  const [header, ...rows] = text.split('\n')
  return [
    header,
    ...rows.map((row) => row.replace(/^([^,]*),([0-9.]+),/, (_, y, n) => `${y},${scaled(n)},`)),
  ].join('\n')
}

/** Returns options under which nothing else than the rule knows units: no collisions, no shrinking, no choice by content. */
function unitOptions(random: Random, input: MadeInput): Options {
  const {
    l2: _,
    learningRate: _l,
    names: _n,
    maxFeatures: _m,
    holdout,
    ...options
  } = optionsFor(random, input)
  return {
    ...options,
    rule: pick(random, [undefined, ...unitless]),
    bits: pick(random, ['grow', tableBits]),
    ...(Object.hasOwn(holdout ?? {}, 'merge') ? {} : { holdout }),
  }
}

/** Units of a column change no prediction. */
const unitsTarget: FuzzTarget = {
  name: 'options of units',
  async run(random) {
    const input = madeInput(random, ['csv', 'jsonl'])
    const options = unitOptions(random, input)
    const exponent = pick(random, [-20, -3, 1, 7, 30])
    const run = (text: string) =>
      outcomeOf(async () => {
        const { model, report } = await train(encode(text), {
          ...options,
          backend: pick(random, names),
        } as never)
        return { loss: report.averageLoss, scores: await scoresOf(model, encode(text)) }
      })
    const expected = await run(input.text)
    const what = () => JSON.stringify({ ...options, exponent, format: input.format })
    mustBeSame(await run(inUnits(input, exponent)), expected, what)
    return isRefused(expected) ? expected.code : 'the same'
  },
}

export const continuingTargets: readonly FuzzTarget[] = [continuingTarget, mergingTarget, unitsTarget]
