/** Names of commands in other programs for the same command here. */
export const commandAliases: Readonly<Record<string, readonly string[]>> = {
  train: ['fit'],
  test: ['evaluate', 'score'],
}

/** Words that people try, with what they mean here. */
const meant: Readonly<Record<string, string>> = {
  learn: 'train',
  update: 'train',
  partial_fit: 'train',
  eval: 'test',
  validate: 'test',
  infer: 'predict',
  inference: 'predict',
  predict_proba: 'predict',
  apply: 'predict',
  tune: 'search',
  sweep: 'search',
  grid: 'search',
  optimize: 'search',
  daemon: 'serve',
  server: 'serve',
  run: 'serve',
  show: 'inspect',
  features: 'inspect',
  importance: 'inspect',
  weights: 'inspect',
  model: 'inspect',
  summary: 'stats',
  describe: 'stats',
  profile: 'stats',
  shap: 'explain',
  why: 'explain',
  compress: 'distill',
  shrink: 'distill',
  combine: 'merge',
  average: 'merge',
  transform: 'convert',
  export: 'convert',
  version: '--version',
  bench: 'experiment',
}

/** Returns the command of a name that is an alias, or the name. */
export function commandOf(name: string): string {
  return Object.entries(commandAliases).find(([, aliases]) => aliases.includes(name))?.[0] ?? name
}

/** Returns a hint about an unknown command; undefined: only similar names are suggested. */
export function unknownCommandHint(name: string): string | undefined {
  const command = Object.hasOwn(meant, name) ? meant[name] : undefined
  if (command !== undefined) return `(Did you mean ${command}?)`
  return /[./\\]/.test(name) ? `(To learn from a file: ol-cli train ${name} --label COLUMN)` : undefined
}

/** Flags that people try with the commands that learn, and their counterparts here. */
const meantFlags: Readonly<Record<string, string>> = {
  '--model': '-o FILE saves the model; ol-cli train -i FILE continues training one',
  '--epochs': 'Did you mean --passes?',
  '--iterations': 'Did you mean --passes?',
  '--lr': 'Did you mean --learning-rate?',
  '--eta': 'Did you mean --learning-rate?',
  '--target': 'Did you mean --label?',
  '--sep': 'Did you mean --delimiter?',
  '--drop': 'Did you mean --ignore?',
  '--exclude': 'Did you mean --ignore?',
  '--algorithm': 'Did you mean --rule?',
  '--optimizer': 'Did you mean --rule?',
  '--objective': 'Did you mean --loss?',
  '--quadratic': 'Did you mean --interactions?',
}

/** Returns a hint about an unknown flag; undefined: only similar names are suggested. */
export function unknownFlagHint(flag: string, command: string): string | undefined {
  const [name] = flag.split('=')
  if (!['train', 'search'].includes(command) || !Object.hasOwn(meantFlags, name)) return undefined
  return `(${meantFlags[name]})`
}
