import { evaluate, predict, train } from '@ol/pipeline'
import { pick } from '../tokenizers/texts.js'
import { madeInput } from './made-inputs.js'
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

// Random options together, on random inputs: what they come to depends on nothing else.

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
    return { model: base64(model.toBytes()), rest, reading, tested }
  })
}

/** A training is the same whatever the backend, the threads and the chunks. */
const trainingTarget: FuzzTarget = {
  name: 'options of a training',
  async run(random) {
    const input = madeInput(random)
    const options = optionsFor(random, input)
    const bytes = encode(input.text)
    const expected = await outcome(bytes, { ...options, ...plainest })
    const how = machine(random)
    mustBeSame(await outcome(bytes, { ...options, ...how }), expected, () =>
      JSON.stringify({ ...options, ...how }),
    )
    return isRefused(expected) ? expected.code : 'the same'
  },
}

/** Objects are predicted as the lines of JSON that say the same. */
const objectTarget: FuzzTarget = {
  name: 'options of objects',
  async run(random) {
    const input = madeInput(random, ['jsonl'])
    const options = { ...optionsFor(random, input), backend: pick(random, names) }
    const lines = input.text.split('\n')
    const trained = await outcomeOf(() => train(encode(input.text), options as never))
    if (isRefused(trained)) return trained.code
    const { model } = trained
    const good: string[] = []
    for await (const { line } of predict(encode(input.text), { model, onBad: 'skip' }))
      good.push(lines[(line as number) - 1])
    const objects = good.map((line) => {
      const { y: _, ...features } = JSON.parse(line)
      return { features }
    })
    const ofLines = await scoresOf(model, encode(good.join('\n')))
    mustBeSame(await scoresOf(model, objects), ofLines, () => JSON.stringify(options))
    return 'the same'
  },
}

export const combinationTargets: readonly FuzzTarget[] = [trainingTarget, objectTarget]
