import type { HoldoutOptions, PassEvent } from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { mergeHoldoutFlag } from './merge-holdout-flag.js'
import { integer, number } from './values.js'

/** The flags of `train` about its passes and its holdout set. */
export interface HoldoutFlags {
  readonly passes: number
  /** a share, or a file; false with --no-holdout */
  readonly holdout?: string | boolean
  readonly holdoutEvery?: number
  readonly holdoutAfter?: number
  readonly mergeHoldout?: number
  readonly patiencePasses?: number
  readonly savePasses?: boolean
  readonly output?: string
  readonly regret?: boolean
}

const group = 'Passes:'

export function addHoldoutFlags(command: Command): Command {
  const add = (option: Option): Command => command.addOption(option.helpGroup(group))
  add(
    new Option(
      '--holdout <share>',
      'hold out this share of the examples (0.1), at random places that are the same in each run; OL predicts them without learning, and keeps the model of the pass with the least loss on them; or a FILE of examples to hold out (default: 0.1 with several passes)',
    ),
  )
  add(new Option('--no-holdout', 'learn from every example, and keep the model of the last pass'))
  add(
    new Option('--holdout-every <n>', 'hold out the examples n, 2n, ... of the input').argParser(
      integer(2, 1e15),
    ),
  )
  add(
    new Option('--holdout-after <n>', 'hold out all examples after the first n').argParser(integer(1, 1e15)),
  )
  add(
    mergeHoldoutFlag(
      'hold out one in n examples (1/100), chosen by a hash: the same ones in every shard, for ol-cli holdout to evaluate merged models on',
    ),
  )
  add(
    new Option(
      '--patience-passes <n>',
      'stop after n passes in a row without a smaller loss on the holdout set (default: never)',
    ).argParser(integer(1, 1e6)),
  )
  add(
    new Option(
      '--save-passes',
      'also save the model after each pass: -o MODEL.ol adds MODEL.pass1.ol, MODEL.pass2.ol, ...',
    ),
  )
  return command
}

/** Returns the options that the flags name. */
export function holdoutOptions(flags: HoldoutFlags): {
  readonly holdout: HoldoutOptions | false | undefined
  readonly patiencePasses: number | undefined
  readonly onPass: ((event: PassEvent) => Promise<void>) | undefined
} {
  const { patiencePasses } = flags
  const holdout = holdoutOf(flags)
  if (patiencePasses !== undefined && (holdout === false || (holdout === undefined && flags.passes === 1)))
    throw usageError('--patience-passes needs --passes and examples that are held out')
  return { holdout, patiencePasses, onPass: savingOf(flags) }
}

function holdoutOf({
  holdout,
  holdoutEvery,
  holdoutAfter,
  mergeHoldout,
  regret,
}: HoldoutFlags): HoldoutOptions | false | undefined {
  const given = [
    holdout !== undefined && (holdout === false ? '--no-holdout' : '--holdout'),
    holdoutEvery !== undefined && '--holdout-every',
    holdoutAfter !== undefined && '--holdout-after',
    mergeHoldout !== undefined && '--merge-holdout',
  ].filter((name) => name !== false)
  if (given.length > 1) throw usageError(`${given.join(' and ')} exclude each other: use one of them`)
  if (regret === true && given.length > 0 && holdout !== false)
    throw usageError(`--regret compares all examples: it excludes ${given.join()}`)
  if (holdoutEvery !== undefined) return { every: holdoutEvery }
  if (holdoutAfter !== undefined) return { after: holdoutAfter }
  if (mergeHoldout !== undefined) return { merge: mergeHoldout }
  if (typeof holdout !== 'string') return holdout === false || regret === true ? false : undefined
  if (!/^[-+.\d]*$/.test(holdout)) return { input: holdout }
  const share = number(holdout)
  if (share > 0 && share < 1) return { share }
  throw usageError(`--holdout: expected a share > 0 and < 1, or a FILE, but received ${holdout}`)
}

function savingOf({ savePasses, output }: HoldoutFlags): ((event: PassEvent) => Promise<void>) | undefined {
  if (savePasses !== true) return undefined
  if (output === undefined)
    throw usageError('--save-passes needs -o MODEL: it adds the number of the pass to that name')
  return async ({ pass, model: now }) => now.learner.save(passModel(output, pass))
}

/** Returns the files of the models of the passes, if they are saved. */
export function passModels({ savePasses, output, passes }: HoldoutFlags): string[] {
  if (savePasses !== true || output === undefined) return []
  return Array.from({ length: passes }, (_, k) => passModel(output, k + 1))
}

function passModel(output: string, pass: number): string {
  const [, stem, extension = ''] = /^(.*?)(\.[^./\\]+)?$/s.exec(output) ?? ['', output]
  return `${stem}.pass${pass}${extension}`
}
