import { flagsOf, type VwFlag } from './vw-flag.js'

const full = 'a model of OL always has the full state, and training goes on exactly where it stopped'

/** The flags that can be left out, by reason. */
export const harmless: Readonly<Record<string, VwFlag>> = {
  ...flagsOf('save_resume preserve_performance_counters predict_only_model', { harmless: full }),
  ...flagsOf('kill_cache', { harmless: 'OL regenerates a cache that is not of the same input and options' }),
  ...flagsOf('compressed', { harmless: 'OL detects compressed input by itself' }),
  ...flagsOf('no_stdin no_daemon', { harmless: 'OL reads the files that are named' }),
  ...flagsOf('ring_size= example_queue_limit=', { harmless: 'OL bounds its memory by itself' }),
  ...flagsOf('sparse_weights', { harmless: 'it says how the table is kept, not what is learned' }),
  ...flagsOf('random_seed=', { harmless: 'nothing that OL has counterparts for is random' }),
  ...flagsOf('no_bias_regularization', { harmless: 'Vowpal Wabbit heeds it with --bfgs only' }),
  ...flagsOf('log_level= log_output= limit_output= driver_output=', {
    harmless: 'OL writes progress, errors and skipped lines to stderr',
  }),
  ...flagsOf('invert_hash= readable_model=', {
    harmless:
      'it changes nothing that is learned: `ol-cli inspect MODEL` prints the weights with their names, `ol-cli inspect MODEL --json` for programs',
  }),
  ...flagsOf('onethread', {
    harmless: 'the result of OL is the same with any number of threads (`--threads`)',
  }),
  ...flagsOf('id=', { harmless: 'it is a name in the model file only' }),
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
