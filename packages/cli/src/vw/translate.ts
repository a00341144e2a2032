import { ruleFlags } from './rule-flags.js'
import { vwArguments } from './vw-arguments.js'
import { type Given, NoCounterpart } from './vw-flag.js'
import { vwFlags } from './vw-flags.js'

/** A command line of Vowpal Wabbit in OL. */
export interface Translation {
  /** arguments of `ol-cli` */
  readonly argv: readonly string[]
  /** flags that were left out, each with the reason why nothing is lost */
  readonly notes: readonly string[]
  /** flags without a counterpart, each with the reason; with one of them nothing should run */
  readonly errors: readonly string[]
}

/** Flags that a command without training has, next to the files' flags; the model knows the others. */
const without = {
  test: new Set(['progress', 'quiet', 'driver_output_off', 'json', 'strict_parse']),
  predict: new Set(['quiet', 'driver_output_off', 'json', 'strict_parse', 'link', 'probabilities', 'binary']),
} as const

/** Flags that are not left out without training, but mean the command itself. */
const ofCommand = new Set(['testonly', 'data', 'initial_regressor', 'predictions', 'dry_run'])

/** Translates the arguments of `vw` into arguments of `ol-cli`. */
export function translate(args: readonly string[]): Translation {
  const { given, files, errors: wrong } = vwArguments(args)
  const notes: string[] = []
  const errors = [...wrong]
  for (const name of given.keys()) {
    const { harmless, missing } = vwFlags[name]
    if (harmless !== undefined) notes.push(`--${name} is left out: ${harmless}`)
    if (missing !== undefined) errors.push(`--${name} has no counterpart: ${missing}`)
  }
  /** Returns flags, or none and the reason among the errors. */
  const attempt = (make: () => readonly string[], flag = ''): readonly string[] => {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof NoCounterpart)) throw error
      errors.push(`${flag}${error.message}`)
      return []
    }
  }
  const own = (names: Iterable<string>): readonly string[] =>
    [...names].flatMap((name) =>
      attempt(() => vwFlags[name].to?.(given.get(name) ?? [], given) ?? [], `--${name} `),
    )
  const inputs = [...(given.get('data') ?? []), ...files, ...(given.has('json') ? [] : ['--format', 'vw'])]
  const [model, ...others] = given.get('initial_regressor') ?? []
  if (others.length > 0) errors.push('--initial_regressor has no counterpart for several models')
  const output = given.get('predictions')?.at(-1)
  const saved = given.get('final_regressor')?.at(-1)
  if (given.has('testonly')) {
    const command = output === undefined ? 'test' : 'predict'
    if (model === undefined)
      errors.push('--testonly has a counterpart with a model only (-i): OL tests no weights of 0')
    const kept = [...given.keys()].filter((name) => without[command].has(name))
    for (const name of given.keys()) {
      if (vwFlags[name].ol !== undefined && !kept.includes(name) && !ofCommand.has(name))
        notes.push(`--${name} is left out: nothing is learned, and the model has its own options`)
    }
    const written = output === undefined ? [] : predictions('--output', output, given)
    return { argv: [command, ...inputs, '--model', model ?? '', ...own(kept), ...written], notes, errors }
  }
  const argv = [
    'train',
    ...inputs,
    ...(model === undefined ? [] : ['--initial-model', model]),
    ...attempt(() => ruleFlags(given)),
    ...attempt(() => clip(given)),
    ...own(given.keys()),
    ...holdout(given),
    ...(output === undefined ? [] : predictions('--predictions', output, given)),
    ...(saved === undefined ? [] : ['--output', saved]),
  ]
  return { argv, notes, errors }
}

/** Plain lines of scores, as Vowpal Wabbit writes; with classes, their probabilities or a link what OL writes of them. */
function predictions(flag: string, path: string, given: Given): readonly string[] {
  const other = ['link', 'oaa', 'probabilities'].some((name) => given.has(name))
  const plain = other ? [] : ['--raw']
  const target = path === '/dev/stdout' || path === 'stdout' ? '-' : path
  return [flag, target, '--prediction-format', 'plain', ...plain]
}

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

/** The holdout, by default every tenth example of several passes; three passes without a better one end the run. */
function holdout(given: Given): readonly string[] {
  const last = (name: string): string | undefined => given.get(name)?.at(-1)
  const several = Number(last('passes') ?? 1) > 1
  if (given.has('holdout_off')) return several ? ['--no-holdout'] : []
  const after = last('holdout_after')
  const behind = after !== undefined && Number(after) !== 0
  if (!several) return behind ? ['--holdout-after', after] : []
  return [
    ...(behind ? ['--holdout-after', after] : ['--holdout-every', last('holdout_period') ?? '10']),
    ...['--patience-passes', last('early_terminate') ?? '3'],
  ]
}
