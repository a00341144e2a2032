import { flagsOf, type VwFlag } from './vw-flag.js'

const full = 'a model of OL always has the full state, and training continues exactly where it stopped'

/** The flags that can be left out, by reason. */
export const harmless: Readonly<Record<string, VwFlag>> = {
  ...flagsOf('save_resume preserve_performance_counters predict_only_model', { harmless: full }),
  ...flagsOf('kill_cache', {
    harmless: 'OL regenerates a cache made from another input or with other options',
  }),
  ...flagsOf('compressed', { harmless: 'OL detects compressed input by itself' }),
  ...flagsOf('no_stdin no_daemon', { harmless: 'OL reads the files that you name' }),
  ...flagsOf('ring_size= example_queue_limit=', { harmless: 'OL bounds its memory by itself' }),
  ...flagsOf('sparse_weights', { harmless: 'it changes how the table is stored, not the model' }),
  ...flagsOf('random_seed=', { harmless: 'no feature of Vowpal Wabbit that OL supports is random' }),
  ...flagsOf('no_bias_regularization', { harmless: 'Vowpal Wabbit uses it only with --bfgs' }),
  ...flagsOf('log_level= log_output= limit_output= driver_output=', {
    harmless: 'OL writes progress, errors and skipped lines to stderr',
  }),
  ...flagsOf('invert_hash= readable_model=', {
    harmless:
      'it does not change the model: `ol-cli inspect MODEL` prints the weights with their names, with --json for programs',
  }),
  ...flagsOf('onethread', {
    harmless: 'the result of OL is the same with any number of threads (`--threads`)',
  }),
  ...flagsOf('id=', { harmless: 'it is only a name in the model file' }),
}

const short: Readonly<Record<string, string>> = {
  kill_cache: 'k',
  help: 'h',
  audit: 'a',
  raw_predictions: 'r',
}

/** Returns the flags with their short names. */
export function withShort(flags: Readonly<Record<string, VwFlag>>): Record<string, VwFlag> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      short[name] === undefined ? flag : { ...flag, short: short[name] },
    ]),
  )
}
