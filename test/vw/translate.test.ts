import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { vwFlags } from '../../packages/cli/src/vw/vw-flags.js'
import { json, ol, temporaryFolder } from '../cli/run.js'

interface Known {
  readonly takes: 'nothing' | 'value' | 'values'
  readonly short?: string
}

/**
 * The flags that `vw --help` of the PyPI package lists (see record.py), and the ones that the program `vw` takes
 * besides.
 */
const known: Readonly<Record<string, Known>> = {
  ...(JSON.parse(readFileSync(new URL('flags.json', import.meta.url), 'utf8')) as Record<string, Known>),
  onethread: { takes: 'nothing' },
}
const { path, put } = temporaryFolder()

/** Returns the translated command, without the name of the program. */
function translated(...args: string[]): string {
  const { code, stdout, stderr } = ol(['vw', '--dry-run', ...args])
  if (code !== 0) throw new Error(stderr)
  return stdout.trim().replace(/^ol-cli /, '')
}

describe('the table of flags', () => {
  it('has every flag of Vowpal Wabbit, and no other', () => {
    expect(Object.keys(vwFlags).sort()).toEqual(Object.keys(known).sort())
  })

  it.each(Object.entries(known))(
    'knows %s as Vowpal Wabbit does, and one fate for it',
    (name, { takes, short }) => {
      const { ol: counterpart, harmless, missing, ...flag } = vwFlags[name]
      expect([flag.takes, flag.short]).toEqual([takes, short])
      expect([counterpart, harmless, missing].filter((text) => text !== undefined).length).toBe(1)
      expect(flag.to === undefined || counterpart !== undefined).toBe(true)
    },
  )

  it('never leaves a flag without a counterpart unnamed', () => {
    for (const [name, { takes, harmless, missing }] of Object.entries(vwFlags)) {
      if (harmless === undefined && missing === undefined) continue
      const { code, stderr } = ol([
        'vw',
        '--dry-run',
        '-d',
        'x',
        `--${name}`,
        ...(takes === 'nothing' ? [] : ['1']),
      ])
      expect(code, name).toBe(missing === undefined ? 0 : 2)
      expect(stderr).toContain(`--${name} `)
    }
  })
})

describe('a command line of Vowpal Wabbit', () => {
  const start = 'train x.vw --format vw --label-scale none'
  const squared = `${start} --loss squared`
  it.each([
    ['-d x.vw', `${squared} --rule vw`],
    [
      'x.vw -qab --quadratic=cd --cubic abc',
      `${squared} --rule vw --interactions ab --interactions cd --interactions abc`,
    ],
    [
      '-d x.vw --ignore ab c --redefine z:=xy',
      `${squared} --rule vw --ignore-namespaces abc --rename-namespaces x:z --rename-namespaces y:z`,
    ],
    [
      '-d x.vw --keep user --keep \\x69 -q \\x75i --redefine y:=\\x75',
      `${squared} --rule vw --keep-namespaces seri --interactions ui --rename-namespaces u:y`,
    ],
    // Vowpal Wabbit ignores and keeps what has been renamed
    ['-d x.vw --ignore a --redefine d:=a', `${squared} --rule vw --rename-namespaces a:d`],
    [
      '-d x.vw --redefine d:=ab --ignore d c',
      `${squared} --rule vw --rename-namespaces a:d --rename-namespaces b:d --ignore-namespaces dcab`,
    ],
    [
      '-d x.vw --redefine d:=a --keep dx',
      `${squared} --rule vw --rename-namespaces a:d --keep-namespaces dxa`,
    ],
    ['-d x.vw --keep u --ignore u', `${squared} --rule vw --keep-namespaces u`],
    [
      '-d x.vw --cubic u:i --interactions a:bc: --interactions a::b --cubic :ui',
      `${squared} --rule vw --interactions ui: --interactions :ui --interactions abc:: --interactions a::b`,
    ],
    ['-d x.vw --loss_function classic', `${start} --rule vw --update plain --loss squared`],
    [
      '-d x.vw --loss_function expectile --expectile_q 0.1',
      `${start} --rule vw --loss expectile --expectile 0.9`,
    ],
    [
      '-d x.vw --sgd',
      `${squared} --rule vw --adaptive off --normalized off --update plain --learning-rate 10`,
    ],
    ['-d x.vw --adaptive --normalized -l2', `${squared} --rule vw --update plain --learning-rate 2`],
    ['-d x.vw --invariant --adaptive', `${squared} --rule vw --normalized off --learning-rate 10`],
    ['-d x.vw --coin --ftrl_alpha 2', `${squared} --rule coin --outliers keep --alpha 2`],
    [
      '-d x.vw --ftrl --loss_function logistic',
      `${start} --rule ftrl --alpha 0.5 --beta 1 --l1 0 --l2 0 --loss logistic`,
    ],
    ['-d x.vw --oaa 3 --named_labels a,b,c', `${squared} --rule vw --classes a,b,c`],
    ['-d x.vw --min_prediction -1 --max_prediction 2', `${squared} --rule vw --clip -1,2`],
    [
      '-d x.vw -P 10 -p /dev/stdout -f m.ol',
      `${squared} --rule vw --progress 10 --predictions - --prediction-format plain --raw --output m.ol`,
    ],
    [
      '-d x.vw -P 1.5 --passes 3 --holdout_off -c',
      `${squared} --rule vw --progress x1.5 --passes 3 --cache --no-holdout`,
    ],
    ['-d x.vw -P 0.5', `${squared} --rule vw --progress x1.5`],
    ['-d x.vw -P 1.0', `${squared} --rule vw --progress x2`],
    ['-d x.vw -P 0', `${squared} --rule vw --progress 1`],
    ['-d x.vw --onethread --binary --invert_hash w.txt', `${squared} --rule vw`],
    ['-d x.vw --oaa 3 --probabilities', `${squared} --rule vw --classes 3`],
    ['-d x.vw --oaa 3 --l1 0.1 --l2 2', `${squared} --rule vw --classes 3 --l1 0.3 --l2 6`],
    [
      '-d x.vw --ftrl --oaa 3 --l1 0.1 --l2 2',
      `${squared} --rule ftrl --alpha 0.5 --beta 1 --clip vw --classes 3 --l1 0.1 --l2 2`,
    ],
    [
      '-t -i m.ol -d x.vw --probabilities -p out',
      'predict x.vw --format vw --model m.ol --probabilities --output out --prediction-format plain',
    ],
    ['-t -i m.ol -d x.vw --probabilities --binary', 'test x.vw --format vw --model m.ol'],
    ['-d x.vw --passes 3', `${squared} --rule vw --passes 3 --holdout-every 10 --patience-passes 3`],
    [
      '-d x.vw --passes 3 --holdout_period 7 --early_terminate 2 --examples 50 --save_per_pass -f m.ol',
      `${squared} --rule vw --passes 3 --examples 50 --save-passes --holdout-every 7 --patience-passes 2 --output m.ol`,
    ],
    ['-d x.vw --holdout_after 90', `${squared} --rule vw --holdout-after 90`],
    [
      '-d x.vw --loss_function logistic --classweight 1:2,-1:0.5',
      `${start} --rule vw --loss logistic --class-weight 1=2,-1=0.5`,
    ],
    ['-d x.vw --passes 1 --holdout_off', `${squared} --rule vw --passes 1`],
    ['-i m.ol -d x.vw -l 0.1', 'train x.vw --format vw --initial-model m.ol --learning-rate 0.1'],
    ['-t -i m.ol -d x.vw', 'test x.vw --format vw --model m.ol'],
    [
      '-t -i m.ol -d x.vw -p out',
      'predict x.vw --format vw --model m.ol --output out --prediction-format plain --raw',
    ],
  ])('%s', (args, expected) => {
    expect(translated(...args.split(' '))).toBe(expected)
  })

  it.each([
    [['--classweight', '1:2'], /--classweight 1:2: labels of squared loss are numbers/],
    [['--min_prediction', '1'], /together only/],
    [['-C', '0.5'], /--constant 0.5: weights of OL start at 0/],
    [['--redefine', 'a:=:'], /no wildcard/],
    [['--redefine', 'a:='], /--redefine a:=: Vowpal Wabbit 9.11 changes nothing/],
    [['--oaa', '3', '--link', 'logistic'], /--link with --oaa: the scores/],
    [['--coin', '--ftrl'], /exclude each other/],
    [['--coin', '--power_t', '1'], /--power_t has no counterpart with --coin/],
    [['--normalized', '--power_t', '1'], /units of the features/],
    [['--sgd', '--initial_t', '0'], /nothing would be learned/],
    [['--loss_function', 'cubic'], /--loss_function cubic: see/],
    [['--quadd', 'ab'], /--quadd: Vowpal Wabbit 9.11 has no such flag/],
    [['-t'], /with a model only/],
    [['--cb', '2', '--bfgs'], /--cb has no counterpart.*\n.*--bfgs has no counterpart/],
    [['-q'], /--quadratic: expected a value/],
    [['-q', 'abc'], /--quadratic abc: expected 2 namespaces/],
    [['--cubic', 'ab'], /--cubic ab: expected 3 namespaces/],
    [['--keep', 'a', '--redefine', 'd:=a'], /--keep a: --redefine leaves no such namespace/],
    [['--keep', '\\xC3'], /--keep .*OL takes no byte/],
    [['-l', '1', '-l', '2'], /--learning_rate: expected one value, but received 1 and 2/],
    [['--skips', '1'], /--skips has a counterpart with --ngram only/],
    [['--binary', '-p', 'out'], /--binary with -p: OL writes scores/],
    [
      ['--oaa', '3', '--probabilities', '-p', 'out'],
      /--probabilities with -p: .*ol-cli predict --probabilities/,
    ],
  ])('%j is refused', (args, reason) => {
    const { code, stdout, stderr } = ol(['vw', '-d', 'x', ...args])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(reason)
  })

  it('runs: prints the command on stderr, trains, tests, and predicts', () => {
    const data = put('t.vw', '1 | a:2 b\n-1 | a:-1 c\n1 | b c:0.5\n')
    const model = path('t.ol')
    const trained = ol(['vw', '-d', data, '--loss_function', 'logistic', '-f', model, '-P', '1'])
    expect(trained.code).toBe(0)
    expect(trained.stderr).toMatch(/^ol-cli train .* --rule vw --loss logistic/)
    expect(json(ol(['info', '--json'])).version).toBeDefined()
    const predicted = ol([
      'vw',
      '-t',
      '-i',
      model,
      '-d',
      data,
      '-p',
      '/dev/stdout',
      '--loss_function',
      'logistic',
    ])
    expect(predicted.code).toBe(0)
    expect(predicted.stderr).toContain('--loss_function is left out')
    expect(predicted.stdout.trim().split('\n').map(Number).every(Number.isFinite)).toBe(true)
    expect(ol(['vw', '-t', '-i', model, '-d', data]).code).toBe(0)
    expect(ol(['vw', '-d', path('none.vw')]).code).toBe(66)
  })
})
