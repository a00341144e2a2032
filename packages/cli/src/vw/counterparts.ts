import { type Given, NoCounterpart, type VwFlag } from './vw-flag.js'

const value = (ol: string, flag: string, short?: string): VwFlag => ({
  takes: 'value',
  ...(short === undefined ? {} : { short }),
  ol,
  to: ([text]) => [flag, text],
})

const each = (ol: string, flag: string): VwFlag => ({
  takes: 'values',
  ol,
  to: (texts) => texts.flatMap((text) => [flag, text]),
})

const on = (ol: string, ...flags: string[]): VwFlag => ({ takes: 'nothing', ol, to: () => flags })

/** A flag that the command as a whole depends on: see `translate.ts`. */
const whole = (takes: VwFlag['takes'], ol: string, short?: string): VwFlag => ({
  takes,
  ...(short === undefined ? {} : { short }),
  ol,
})

/** A flag of which OL has one value only. */
const only = (text: string, why: string, takes: VwFlag['takes'] = 'value'): VwFlag => ({
  takes,
  ol: `nothing for ${text}, its default; no other value has a counterpart: ${why}`,
  to: ([given]) => {
    if (Number(given) !== Number(text)) throw new NoCounterpart(`${given}: ${why}`)
    return []
  },
})

/** Returns `text` with each `\x` and two hex digits replaced by the character, as in names of namespaces. */
function decoded(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})/gi, (written, digits: string) => {
    const code = Number.parseInt(digits, 16)
    if (code === 0 || code > 0x7f)
      throw new NoCounterpart(`${text}: OL takes no byte ${written} apart from its character`)
    return String.fromCharCode(code)
  })
}

/** Every character of the values: each of them stands for the namespaces that start with it. */
const characters = (texts: readonly string[]): string => texts.map(decoded).join('')

/** A flag of interactions; each has as many namespaces as `size` says. */
const crosses = (size?: number, short?: string): VwFlag => ({
  takes: 'values',
  ...(short === undefined ? {} : { short }),
  ol: '`--interactions NAMESPACES`',
  to: (texts) =>
    texts.flatMap((text) => {
      const namespaces = decoded(text)
      if (size !== undefined && Buffer.byteLength(namespaces) !== size)
        throw new NoCounterpart(`${text}: expected ${size} namespaces, one character each`)
      return ['--interactions', withoutColumns(namespaces)]
    }),
})

/** Returns the same namespaces with each wildcard at the end: OL reads a colon between names as columns. */
function withoutColumns(namespaces: string): string {
  if (!/[^:]:[^:]/.test(namespaces)) return namespaces
  return [...namespaces].sort((a, b) => Number(a === ':') - Number(b === ':')).join('')
}

/**
 * A penalty. The models of several classes share its clock in Vowpal Wabbit, so that each of K models applies it K times to
 * an example. FTRL has no such clock.
 */
const penalty = (flag: string): VwFlag => ({
  takes: 'value',
  ol: `\`${flag} N\`; with \`--oaa K\`, but not \`--ftrl\`, N times K, as Vowpal Wabbit applies it for each of the models`,
  to: ([text], given) => {
    const models = given.has('ftrl') ? 1 : Number(given.get('oaa')?.at(-1) ?? 1)
    return [flag, models === 1 ? text : String(Number((Number(text) * models).toPrecision(12)))]
  },
})

/** `N:=S`: each namespace whose first character is in S becomes N. */
function redefinition(text: string): { readonly name: string; readonly from: string | undefined } {
  const [, to, from] = /^(.?).*?:=(.*)$/s.exec(decoded(text)) ?? []
  return { name: to === '' ? ' ' : to, from }
}

function renames(text: string): string[] {
  const { name, from } = redefinition(text)
  if (from === undefined) throw new NoCounterpart(`${text}: expected N:=S`)
  if (from.includes(':'))
    throw new NoCounterpart(`${text}: OL renames single namespaces, and has no wildcard`)
  if (from === '')
    throw new NoCounterpart(
      `${text}: Vowpal Wabbit 9.11 changes nothing with it, although its help names the default namespace`,
    )
  return [...from].flatMap((character) => ['--rename-namespaces', `${character}:${name}`])
}

/**
 * Returns the namespaces of the input that have one of these names after --redefine. Vowpal Wabbit renames namespaces
 * before it ignores or keeps them; OL uses the names in the input.
 */
function beforeRenames(texts: readonly string[], given: Given): string {
  const names = characters(texts)
  const renamed = new Map<string, string>()
  for (const { name, from = '' } of (given.get('redefine') ?? []).map(redefinition))
    for (const character of from) renamed.set(character, name)
  const others = [...names].filter((character) => !renamed.has(character))
  const old = [...renamed].flatMap(([character, name]) => (names.includes(name) ? [character] : []))
  return [...others, ...old].join('')
}

function losses(text: string): readonly string[] {
  if (text === 'classic') return ['--loss', 'squared']
  if (['squared', 'logistic', 'hinge', 'quantile', 'expectile', 'poisson'].includes(text))
    return ['--loss', text]
  throw new NoCounterpart(`${text}: see docs/rules.md for the losses of OL`)
}

function classWeights(texts: readonly string[], given: Given): readonly string[] {
  const loss = given.get('loss_function')?.at(-1) ?? 'squared'
  if (!given.has('oaa') && loss !== 'logistic' && loss !== 'hinge')
    throw new NoCounterpart(`${texts.join(' ')}: labels of ${loss} loss are numbers, not classes`)
  const pairs = texts.flatMap((text) => text.split(','))
  return ['--class-weight', pairs.map((pair) => pair.replace(/:([^:]*)$/, '=$1')).join(',')]
}

/** Returns what is left of 1 without the rounding of 1 - x, which nobody would write. */
function complement(text: string): string {
  return String(Number((1 - Number(text)).toPrecision(12)))
}

/** Adds what Vowpal Wabbit adds to a frequency that is too small: 1 to a factor up to 1; the least of a number is 1. */
function progress(text: string): string {
  if (!text.includes('.')) return Number(text) < 1 ? '1' : text
  const factor = Number(text)
  return `x${factor <= 1 ? factor + 1 : text}`
}

/** The probability of each class in place of the class: nothing where no predictions are written. */
function probabilities(given: Given): readonly string[] {
  if (!given.has('predictions')) return []
  if (given.has('testonly')) return ['--probabilities']
  throw new NoCounterpart(
    'with -p: a training of OL writes classes and scores; `ol-cli predict --probabilities` writes probabilities of a model',
  )
}

/** The sign of the score as prediction: nothing where no predictions are written. */
function signs(given: Given): readonly string[] {
  if (!given.has('predictions')) return []
  throw new NoCounterpart('with -p: OL writes scores, whose signs are the classes')
}

/** The flags that OL has, in the order of `vw --help`. */
export const counterparts: Readonly<Record<string, VwFlag>> = {
  progress: {
    takes: 'value',
    short: 'P',
    ol: '`--progress N`, or `--progress xN` if N has a decimal point; OL adds 1 to such an N of up to 1',
    to: ([text]) => ['--progress', progress(text)],
  },
  dry_run: whole('nothing', '`--dry-run` of `ol-cli vw`'),
  testonly: whole('nothing', '`ol-cli predict` with `-p`, otherwise `ol-cli test`', 't'),
  passes: value('`--passes N`', '--passes'),
  holdout_off: whole('nothing', 'with `--passes`: `--no-holdout`; with one pass nothing is held out'),
  holdout_period: whole('value', 'with `--passes`: `--holdout-every N`; default 10'),
  holdout_after: whole('value', '`--holdout-after N`'),
  early_terminate: whole('value', 'with `--passes`: `--patience-passes N`; default 3'),
  examples: value('`--examples N`: of each pass; empty lines do not count', '--examples'),
  save_per_pass: {
    takes: 'nothing',
    ol: 'with `-f MODEL`: `--save-passes`, whose files are MODEL.pass1, MODEL.pass2, ...',
    to: (_, given) => (given.has('final_regressor') ? ['--save-passes'] : []),
  },
  classweight: {
    takes: 'values',
    ol: '`--class-weight LABEL=WEIGHT,...`, with `--oaa`, logistic or hinge loss: the reported losses are not weighted',
    to: classWeights,
  },
  loss_function: {
    takes: 'value',
    ol: '`--loss NAME`; `classic` is `--loss squared --update plain`',
    to: ([text]) => losses(text),
  },
  quantile_tau: value('`--quantile TAU`', '--quantile'),
  expectile_q: {
    takes: 'value',
    ol: "`--expectile 1-Q`: OL's is the weight of errors of scores below the label, as with quantiles",
    to: ([text]) => ['--expectile', complement(text)],
  },
  logistic_min: only('-1', 'labels of logistic loss are -1 and 1'),
  logistic_max: only('1', 'labels of logistic loss are -1 and 1'),
  l1: penalty('--l1'),
  l2: penalty('--l2'),
  min_prediction: whole('value', '`--clip MIN,MAX`, with both ends'),
  max_prediction: whole('value', '`--clip MIN,MAX`, with both ends'),
  named_labels: whole('value', '`--classes NAME,NAME,...`, with `--oaa`'),
  hash: value('`--hash strings`, `--hash all`', '--hash'),
  hash_seed: value('`--hash-seed N`', '--hash-seed'),
  ignore: {
    takes: 'values',
    ol: '`--ignore-namespaces` with the characters of all: each is the first of a name, before `--redefine`; nothing with `--keep`, which overrides it',
    to: (texts, given) => {
      const names = beforeRenames(texts, given)
      return given.has('keep') || names === '' ? [] : ['--ignore-namespaces', names]
    },
  },
  keep: {
    takes: 'values',
    ol: '`--keep-namespaces` with the characters of all: each is the first of a name, before `--redefine`',
    to: (texts, given) => {
      const names = beforeRenames(texts, given)
      if (names === '') throw new NoCounterpart(`${texts.join(' ')}: --redefine leaves no such namespace`)
      return ['--keep-namespaces', names]
    },
  },
  redefine: {
    takes: 'values',
    ol: '`--rename-namespaces OLD:NEW`, for each character of OLD',
    to: (texts) => texts.flatMap(renames),
  },
  bit_precision: value('`--bits N`', '--bits', 'b'),
  noconstant: on('`--no-constant`', '--no-constant'),
  constant: { ...only('0', 'weights of OL start at 0'), short: 'C' },
  ngram: each('`--ngrams N`', '--ngrams'),
  skips: {
    takes: 'values',
    ol: '`--skips N`, with `--ngram`',
    to: (texts, given) => {
      if (!given.has('ngram'))
        throw new NoCounterpart('has a counterpart with --ngram only: it skips words of n-grams')
      return texts.flatMap((text) => ['--skips', text])
    },
  },
  interactions: crosses(),
  permutations: on('`--permutations`', '--permutations'),
  quadratic: crosses(2, 'q'),
  cubic: crosses(3),
  data: whole('value', 'FILE', 'd'),
  cache: { ...on('`--cache`', '--cache'), short: 'c' },
  cache_file: {
    takes: 'values',
    ol: '`--cache FILE`',
    to: ([file, ...others]) => {
      if (others.length > 0) throw new NoCounterpart(`${others[0]}: OL has one cache for all inputs`)
      return ['--cache', file]
    },
  },
  json: on('`--format vwjson`', '--format', 'vwjson'),
  quiet: on('`--quiet`', '--quiet'),
  driver_output_off: on('`--quiet`', '--quiet'),
  final_regressor: whole('value', '`--output FILE`', 'f'),
  strict_parse: on('`--strict`', '--strict'),
  predictions: whole('value', '`--predictions FILE`; with `-t` `ol-cli predict --output FILE`', 'p'),
  learning_rate: value('`--learning-rate N`', '--learning-rate', 'l'),
  power_t: value('`--power-t N`', '--power-t'),
  decay_learning_rate: only('1', 'rates of OL do not change from pass to pass'),
  initial_t: value('`--initial-t N`', '--initial-t'),
  initial_regressor: whole('values', '`--initial-model FILE`, with `-t` `--model FILE`: a model of OL', 'i'),
  initial_weight: only('0', 'weights of OL start at 0'),
  coin: whole('nothing', '`--rule coin`'),
  ftrl: whole('nothing', '`--rule ftrl`'),
  ftrl_alpha: value('`--alpha N`', '--alpha'),
  ftrl_beta: value('`--beta N`', '--beta'),
  sgd: whole('nothing', '`--adaptive off --normalized off --update plain`'),
  adaptive: whole(
    'nothing',
    '`--adaptive on`; `--invariant` and `--normalized` are off unless you name them',
  ),
  invariant: whole(
    'nothing',
    '`--update invariant`; `--adaptive` and `--normalized` are off unless you name them',
  ),
  normalized: whole(
    'nothing',
    '`--normalized on`; `--adaptive` and `--invariant` are off unless you name them',
  ),
  oaa: whole('value', '`--classes K`'),
  probabilities: {
    takes: 'nothing',
    ol: 'with `-t` and `-p` `ol-cli predict --probabilities`: the class, then the probability of each; nothing without `-p`',
    to: (_, given) => probabilities(given),
  },
  binary: {
    takes: 'nothing',
    ol: 'nothing without `-p`: OL reports the error rate besides the loss',
    to: (_, given) => signs(given),
  },
  link: {
    takes: 'value',
    ol: '`--link NAME`; `poisson` is `--link exp`',
    to: ([text], given) => {
      if (given.has('oaa')) throw new NoCounterpart('with --oaa: the scores of classes have no link in OL')
      return ['--link', text === 'poisson' ? 'exp' : text]
    },
  },
}
