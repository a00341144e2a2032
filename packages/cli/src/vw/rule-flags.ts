import { type Given, NoCounterpart } from './vw-flag.js'

// Which rule of OL a command line of Vowpal Wabbit means, and what its defaults are there.

const updates = ['sgd', 'adaptive', 'normalized', 'invariant'] as const
const learners = ['coin', 'ftrl'] as const

/**
 * Returns the flags of the rule, and of the loss where none is named. A model that is trained further has all that is not
 * named.
 */
export function ruleFlags(given: Given): readonly string[] {
  const named = learners.filter((name) => given.has(name))
  const parts = updates.filter((name) => given.has(name))
  const goesOn = given.has('initial_regressor')
  if (named.length > 1) throw new NoCounterpart(`--${named.join(' and --')} exclude each other`)
  const common = goesOn
    ? []
    : ['--label-scale', 'none', ...(given.has('loss_function') ? [] : ['--loss', 'squared'])]
  const classic = given.get('loss_function')?.at(-1) === 'classic'
  if (named.length > 0) {
    if (parts.length > 0) throw new NoCounterpart(`--${parts[0]} has no counterpart with --${named[0]}`)
    const lost = ['learning_rate', 'power_t', 'initial_t'].find((name) => given.has(name))
    if (lost !== undefined) throw new NoCounterpart(`--${lost} has no counterpart with --${named[0]}`)
    return [...common, ...(named[0] === 'coin' ? coin(given) : ftrl(given, goesOn)), ...classes(given)]
  }
  return [...common, ...(goesOn ? [] : ['--rule', 'vw']), ...update(given, parts, classic), ...classes(given)]
}

function coin(given: Given): readonly string[] {
  if (given.has('l1') || given.has('l2'))
    throw new NoCounterpart('--l1 and --l2 have no counterpart with --coin')
  return given.has('initial_regressor') ? [] : ['--rule', 'coin', '--outliers', 'keep']
}

/** FTRL-Proximal, with the defaults and the range of predictions of Vowpal Wabbit. */
function ftrl(given: Given, goesOn: boolean): readonly string[] {
  if (goesOn) return []
  return [
    '--rule',
    'ftrl',
    ...(given.has('ftrl_alpha') ? [] : ['--alpha', '0.5']),
    ...(given.has('ftrl_beta') ? [] : ['--beta', '1']),
    ...(given.has('l1') ? [] : ['--l1', '0']),
    ...(given.has('l2') ? [] : ['--l2', '0']),
    ...(/^(logistic|poisson)$/.test(given.get('loss_function')?.at(-1) ?? '') || bounded(given)
      ? []
      : ['--clip', 'vw']),
  ]
}

const bounded = (given: Given): boolean => given.has('min_prediction') || given.has('max_prediction')

/** The parts of gd: where one is named, those that are not named are off, and the rate is 10 unless both units are on. */
function update(given: Given, parts: readonly string[], classic: boolean): readonly string[] {
  if (given.has('ftrl_alpha') || given.has('ftrl_beta'))
    throw new NoCounterpart('--ftrl_alpha and --ftrl_beta have counterparts with --ftrl and --coin only')
  if (parts.length === 0) return classic ? ['--update', 'plain'] : []
  const on = (name: string): boolean => parts.includes(name)
  const power = Number(given.get('power_t')?.at(-1) ?? 0.5)
  if (on('normalized') && !on('adaptive') && power !== 0.5)
    throw new NoCounterpart(
      '--power_t has no counterpart with --normalized alone: the step of Vowpal Wabbit then depends on the units of the features',
    )
  const start = given.get('initial_t')?.at(-1)
  if (!on('normalized') && !on('adaptive') && start !== undefined && Number(start) === 0)
    throw new NoCounterpart(
      '--initial_t 0 has no counterpart with --sgd or --invariant alone: nothing would be learned',
    )
  return [
    ...(on('adaptive') ? [] : ['--adaptive', 'off']),
    ...(on('normalized') ? [] : ['--normalized', 'off']),
    ...(on('invariant') && !classic ? [] : ['--update', 'plain']),
    ...(given.has('learning_rate') || (on('adaptive') && on('normalized')) ? [] : ['--learning-rate', '10']),
  ]
}

function classes(given: Given): readonly string[] {
  const count = given.get('oaa')?.at(-1)
  const names = given.get('named_labels')?.at(-1)
  if (count === undefined && names === undefined) return []
  if (count === undefined) throw new NoCounterpart('--named_labels has a counterpart with --oaa only')
  return ['--classes', names ?? count]
}
