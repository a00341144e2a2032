import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { exitDescriptions } from '@ol/cli'
import { Learner, type LearnerOptions } from '@ol/core'
import { describedLosses, describedRules, flagName, formatNames, paramText, suggestion } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { bin, ol, sample, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const brief = ['train', 'test', 'predict', 'search']
const commands = [
  ...brief,
  ...[
    'serve',
    'inspect',
    'explain',
    'distill',
    'merge',
    'split',
    'holdout',
    'info',
    'convert',
    'stats',
    'vw',
  ],
  ...['experiment', 'datasets', 'completion', 'help'],
]

describe('-h', () => {
  it.each(brief)('of %s fits one screen, and names flags and the way to all of them', (command) => {
    const { stdout, code } = ol([command, '-h'])
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines.length).toBeLessThanOrEqual(45)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(110)
    expect(stdout).toContain(`All flags: ol-cli ${command} --help`)
    expect(stdout).toMatch(/^ {2}-m, --model|^ {2}-o, --output/m)
    const all = ol([command, '--help']).stdout
    for (const [flag] of stdout.matchAll(/--[a-z][a-z-]+/g))
      if (flag !== '--help') expect(all).toContain(flag)
  })

  it.each(commands)('of %s ends with 0, on one screen', (command) => {
    const ran = ol([command, '-h'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout.split('\n').length).toBeLessThanOrEqual(45)
  })

  it('of ol-cli names every command, and leaves the exit codes to --help', () => {
    const { stdout } = ol(['-h'])
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
    expect(stdout).not.toContain('Exit codes')
    expect(stdout.split('\n').length).toBeLessThanOrEqual(45)
  })
})

describe('--help', () => {
  it('of train has no rule, and no parameter of one', () => {
    const { stdout } = ol(['train', '--help'])
    for (const { formula } of Object.values(describedRules)) expect(stdout).not.toContain(formula)
    expect(stdout).not.toContain('--aggressiveness')
    expect(stdout).toContain('ol-cli help rules')
  })

  it('has no colour without a terminal', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    expect(ol(['train', '--help']).stdout).not.toMatch(/\u001b/)
  })
})

describe('help', () => {
  it('without a topic is --help, of a command is its --help', () => {
    expect(ol(['help']).stdout).toBe(ol(['--help']).stdout)
    expect(ol(['help', 'predict']).stdout).toBe(ol(['predict', '--help']).stdout)
  })

  it('rules lists every rule that --rule needs', () => {
    const { stdout } = ol(['help', 'rules'])
    for (const { id, title, extends: base } of Object.values(describedRules))
      if (base === undefined) expect(stdout).toMatch(new RegExp(`^ {2}${id} +${title[0]}`, 'm'))
  })

  it.each(Object.keys(describedRules))(
    'rule %s has its formula, paper and parameters with their defaults',
    (id) => {
      const rule = describedRules[id as keyof typeof describedRules]
      const { stdout, code } = ol(['help', 'rule', id])
      expect(code).toBe(0)
      for (const text of [rule.title, rule.description, rule.formula, rule.paper])
        expect(stdout).toContain(text)
      for (const p of rule.params)
        expect(stdout).toMatch(
          new RegExp(`^ {2}--${flagName(p.name)}.*default ${escaped(paramText(p, p.default))}\\)`, 'm'),
        )
    },
  )

  it.each(['nag', 'std', 'auto', 'auto-small', 'adagrad'])(
    'rule %s says how much memory a feature takes',
    (rule) => {
      const { table } = new Learner({ rule, bits: 4 } as LearnerOptions).memory
      expect(ol(['help', 'rule', rule]).stdout).toContain(`  ${table / 2 ** 4} bytes for each feature`)
    },
  )

  it.each(['nag', 'ng'])('rule %s says what differs from its paper, and the flags that restore it', (id) => {
    const { stdout } = ol(['help', 'rule', id])
    expect(stdout).toContain('Unlike the paper: ')
    const said = /Unlike the paper: .*[;.] (--.*) is the algorithm as printed/.exec(stdout)?.[1] ?? ''
    const flags = said.split(' ')
    expect(flags.filter((flag) => flag.startsWith('--'))).toContain('--update')
    const run = ol(['train', sample, '--label', 'y', '--rule', id, ...flags, '--json'])
    expect(run.code).toBe(0)
  })

  it('rules lists the modifiers, with their flags and the rules that take them', () => {
    const { stdout } = ol(['help', 'rules'])
    expect(stdout).toMatch(/^ {2}--l1, --l2, --forget +L1, L2 and forgetting; with nag, ng, /m)
    expect(stdout).toMatch(/^ {2}--average +Averaged weights; with nag, .*, sgd$/m)
  })

  it('rule NAG has the parameters of the rule that extends it, and of its modifiers', () => {
    const { stdout } = ol(['help', 'rule', 'nag'])
    for (const flag of ['--l1', '--l2', '--forget', '--average', '--power-t'])
      expect(stdout).toContain(`  ${flag}`)
  })

  it('losses, formats and exit-codes have every entry of their table', () => {
    const said = ol(['help', 'losses']).stdout
    for (const loss of Object.values(describedLosses)) {
      expect(said).toContain(`${loss.id}: ${loss.description}\n  ${loss.formula}`)
      for (const p of loss.params) expect(said).toContain(`--${flagName(p.name)} `)
    }
    for (const name of formatNames) expect(ol(['help', 'formats']).stdout).toContain(`  ${name} `)
    for (const text of Object.values(exitDescriptions))
      expect(ol(['help', 'exit-codes']).stdout).toContain(text)
  })

  it.each([
    [
      ['help', 'rule', 'adagrd'],
      'there is no rule adagrd (ol-cli help rules lists them): did you mean adagrad?',
    ],
    [['help', 'rule'], 'help rule needs the name of a rule'],
    [['help', 'rules', 'nag'], 'help rules takes no further argument, but received nag'],
    [['help', 'trian'], 'there is no command or topic trian: did you mean train?'],
  ])('%j: exit 2, with what was meant', (args, text) => {
    const ran = ol(args)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(text)
  })
})

describe('names of other programs', () => {
  it.each([
    ['fit', 'train'],
    ['evaluate', 'test'],
    ['score', 'test'],
  ])('%s is %s', (alias, command) => {
    expect(ol([alias, '--help'])).toEqual(ol([command, '--help']))
    expect(ol(['help', alias]).stdout).toBe(ol([command, '--help']).stdout)
  })

  it.each([
    ['tune', '(Did you mean search?)'],
    ['evaluat', '(Did you mean evaluate?)'],
    ['sample.csv', '(To learn from a file: ol-cli train sample.csv --label COLUMN)'],
  ])('%s is unknown, and the command that is meant is named', (name, hint) => {
    const ran = ol([name])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toBe(`ol-cli: unknown command '${name}'\n${hint}\n`)
  })
})

describe('did you mean', () => {
  it.each([
    [['train', '--lable', 'y'], 2, 'Did you mean --label?'],
    [['train', sample, '--rule', 'nga'], 2, 'did you mean nag?'],
    [['train', sample, '--loss', 'logstic'], 2, 'did you mean logistic?'],
    [['train', sample, '--label', 'ages'], 65, 'did you mean age?'],
    [['search', sample, '--rule', 'nag,adagrda'], 2, 'did you mean adagrad?'],
  ])('%j', (args, code, text) => {
    const ran = ol(args)
    expect(ran.code).toBe(code)
    expect(ran.stderr).toContain(text)
  })
})

describe('suggestion', () => {
  const names = ['nag', 'ng', 'adagrad', 'adagrad-full', '1']

  it.each([
    ['nga', ': did you mean nag?'],
    ['Adagrd', ': did you mean adagrad?'],
    ['adagrad-ful', ': did you mean adagrad-full?'],
    ['perceptron', ''],
    ['', ''],
    ['n', ': did you mean ng?'],
    ['y', ''],
  ])('of %j is %j', (given, text) => {
    expect(suggestion(given, names)).toBe(text)
  })
})

describe('completion', () => {
  const words = (...args: readonly string[]): string[] =>
    ol(['completion', '--words', '--', ...args])
      .stdout.split('\n')
      .slice(0, -1)

  it('is of commands, flags, values, rules, topics and columns', () => {
    expect(words('tr')).toEqual(expect.arrayContaining(['train', 'predict', 'help']))
    expect(words('train', '--')).toEqual(
      expect.arrayContaining(['--label', '--aggressiveness', '--no-constant']),
    )
    expect(words('train', '--task', '')).toEqual(['auto', 'binary', 'multiclass', 'regression'])
    expect(words('train', '--rule', '')).toEqual(Object.keys(describedRules))
    expect(words('help', 'rule', '')).toEqual(Object.keys(describedRules))
    expect(words('help', '')).toEqual(expect.arrayContaining(['rules', 'train']))
    expect(words('train', sample, '--label', '')).toContain('poutcome')
    expect(words('train', folder.path('none.csv'), '--label', '')).toEqual([])
    expect(words('train', 'da')).toEqual([])
  })

  it.each(['bash', 'zsh', 'fish'])('the script of %s is one that this shell reads', (shell) => {
    const script = ol(['completion', shell]).stdout
    expect(script).toContain('ol-cli completion --words')
    const path = ['/bin', '/usr/bin'].map((where) => `${where}/${shell}`).find(existsSync)
    if (path === undefined) return
    const checked = spawnSync(path, [shell === 'fish' ? '--no-execute' : '-n'], {
      input: script,
      encoding: 'utf8',
    })
    expect(checked).toMatchObject({ status: 0, stderr: '' })
  })

  it.runIf(existsSync('/bin/bash'))('completes in bash', () => {
    const input = `ol-cli() { '${process.execPath}' '${bin}' "$@"; }
source <(ol-cli completion bash)
COMP_WORDS=(ol-cli train --rule adagrad-c); COMP_CWORD=3; _ol_cli; echo "\${COMPREPLY[*]}"`
    const ran = spawnSync('/bin/bash', ['-s'], { input, encoding: 'utf8' })
    expect(ran.stdout.trim().split(/\s+/)).toEqual(['adagrad-cmd', 'adagrad-cmd-dense'])
  })
})

function escaped(text: number | string): string {
  return String(text).replace(/[.+]/g, '\\$&')
}
