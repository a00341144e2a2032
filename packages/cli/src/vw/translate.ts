import { ruleFlags } from './rule-flags.js'
import { vwArguments } from './vw-arguments.js'
import { type Given, NoCounterpart } from './vw-flag.js'
import { vwFlags } from './vw-flags.js'

/** What a command line of Vowpal Wabbit is in OL. */
export interface Translation {
  /** arguments of `ol-cli` */
  readonly argv: readonly string[]
  /** flags that were left out, each with the reason why nothing is lost */
  readonly notes: readonly string[]
  /** flags without a counterpart, each with the reason; with one of them nothing should run */
  readonly errors: readonly string[]
}

/** Flags of a run; all others say what the model is, which a saved model knows. */
const ofRun = new Set(['progress', 'quiet', 'driver_output_off', 'json', 'strict_parse'])

/** Translates the arguments of `vw` into those of `ol-cli`. */
export function translate(args: readonly string[]): Translation {
  const { given, files, errors: wrong } = vwArguments(args)
  const notes: string[] = []
  const errors = [...wrong]
  const last = (name: string): string | undefined => given.get(name)?.at(-1)
  const data = [...(given.get('data') ?? []), ...files]
  const flags: string[] = []
  const testing = given.has('testonly')
  for (const [name, values] of given) {
    const { harmless, missing, to } = vwFlags[name]
    if (harmless !== undefined) notes.push(`--${name} is left out: ${harmless}`)
    if (missing !== undefined) errors.push(`--${name} has no counterpart: ${missing}`)
    try {
      const own = to?.(values, given) ?? []
      if (testing && !ofRun.has(name) && own.length > 0)
        notes.push(`--${name} is left out: the model has its own`)
      else flags.push(...own)
    } catch (error) {
      if (!(error instanceof NoCounterpart)) throw error
      errors.push(`--${name} ${error.message}`)
    }
  }
  const format = given.has('json') ? [] : ['--format', 'vw']
  const attempt = (make: () => readonly string[]): readonly string[] => {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof NoCounterpart)) throw error
      errors.push(error.message)
      return []
    }
  }
  const model = last('initial_regressor')
  if (testing) {
    const output = last('predictions')
    if (model === undefined) errors.push('--testonly needs a model (-i): OL tests no model of weights 0')
    if (given.has('final_regressor'))
      errors.push('--final_regressor has no counterpart with --testonly: nothing is learned')
    const head = output === undefined ? ['test'] : ['predict', '--output', toStandard(output)]
    return { argv: [...head, ...data, '--model', model ?? '', ...format, ...flags], notes, errors }
  }
  const written = last('predictions')
  const argv = [
    'train',
    ...data,
    ...format,
    ...(model === undefined ? [] : ['--initial-model', model]),
    ...attempt(() => ruleFlags(given)),
    ...attempt(() => clip(given)),
    ...flags,
    ...attempt(() => holdout(given)),
    ...(written === undefined ? [] : ['--predictions', toStandard(written)]),
    ...(last('final_regressor') === undefined ? [] : ['--model', last('final_regressor') ?? '']),
  ]
  if ((given.get('initial_regressor')?.length ?? 0) > 1)
    errors.push('--initial_regressor has no counterpart for several models')
  return { argv, notes, errors }
}

const toStandard = (path: string): string => (path === '/dev/stdout' || path === 'stdout' ? '-' : path)

function clip(given: Given): readonly string[] {
  const [low] = given.get('min_prediction') ?? []
  const [high] = given.get('max_prediction') ?? []
  if (low === undefined && high === undefined) return []
  if (low === undefined || high === undefined)
    throw new NoCounterpart(
      '--min_prediction and --max_prediction have a counterpart together only: a range has two ends (--clip MIN,MAX)',
    )
  return ['--clip', `${low},${high}`]
}

function holdout(given: Given): readonly string[] {
  const passes = Number(given.get('passes')?.at(-1) ?? 1)
  if (passes > 1 && !given.has('holdout_off'))
    throw new NoCounterpart('--passes has a counterpart with --holdout_off only: OL holds nothing out')
  return []
}
