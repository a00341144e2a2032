import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitDescriptions } from '@ol/cli'
import { describe, expect, test } from 'vitest'
import { bin, feed, ol, olProcess, root, sample, temporaryFolder, temporarySize } from './run.js'

const folder = temporaryFolder()
const commands = ['train', 'search', 'test', 'predict', 'inspect', 'info']
// tables are padded to their widest cell
const docs = ['cli.md', 'reading.md']
  .map((page) => readFileSync(join(root, 'docs', page), 'utf8').replace(/ +/g, ' '))
  .join('\n')
const logistic = [sample, '--label', 'y', '--loss', 'logistic']

describe('help', () => {
  test.each(commands)('%s --help: usage and examples on stdout, exit 0', (command) => {
    const ran = ol([command, '--help'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toContain(`Usage: ol-cli ${command}`)
    expect(ran.stdout).toMatch(/Examples:\n {2}ol-cli /)
  })

  test('the main help names the commands and the exit codes; without a command it is on stderr, exit 2', () => {
    const ran = ol(['--help'])
    expect(ran.code).toBe(0)
    for (const command of commands) expect(ran.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
    for (const [code, words] of Object.entries(exitDescriptions))
      expect(ran.stdout).toContain(`${code}  ${words}`)
    expect(ol([])).toMatchObject({ code: 2, stdout: '' })
    expect(ol(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('docs/cli.md names every flag and every exit code', () => {
    const flags = commands.flatMap((command) => ol([command, '--help']).stdout.match(/--[a-z][a-z-]+/g) ?? [])
    const missing = [...new Set(flags)].filter(
      (flag) => !docs.includes(`${flag} `) && !docs.includes(`${flag}\``),
    )
    expect(missing).toEqual([])
    for (const [code, words] of Object.entries(exitDescriptions))
      expect(docs.replaceAll('`', '')).toContain(`| ${code} | ${words} |`)
  })
})

describe('wrong usage: exit 2 before anything is read', () => {
  const missing = folder.path('missing.csv')
  test.each<[args: readonly string[], says: RegExp]>([
    [['train', missing, '--quantil', '0.3'], /unknown option '--quantil'\n\(Did you mean --quantile\?\)/],
    [
      ['train', missing, '-q', '--label', 'y'],
      /'-q, --interactions <namespaces>' needs a value but .* --label\n/,
    ],
    [['train', missing, '--label', '-o', 'm.ol'], /'--label <column>' needs a value but .* -o\n/],
    [['train', missing, '--epochs', '3'], /unknown option '--epochs'\n\(Did you mean --passes\?\)/],
    [
      ['train', missing, '--model', 'm.ol'],
      /unknown option '--model'\n\(-o FILE saves the model; ol-cli train -i/,
    ],
    [['trian', missing], /unknown command 'trian'\n\(Did you mean train\?\)/],
    [['train', missing, '--rule', 'nagg'], /'nagg' is invalid.*did you mean nag\?/],
    [['train', missing, '--loss', 'logit'], /'logit' is invalid/],
    [['train', missing, '--bits', '31'], /--bits.*>= 1 and <= 30.*"31"/],
    [['train', missing, '--bits', '2.5'], /--bits.*a whole number.*"2.5"/],
    [['train', missing, '--learning-rate', 'fast'], /--learning-rate.*Expected a number.*"fast"/],
    [['train', missing, '--learning-rate', '0'], /a number > 0.*for --learning-rate but received 0/],
    [['train', missing, '--decay', '0.5'], /--decay is not a parameter of nag.*ng, sgd/],
    [['train', missing, '--quantile', '0.5'], /--quantile is not a parameter of auto with squared loss/],
    [['train', missing, '--clip', '3'], /--clip.*MIN,MAX.*"3"/],
    [['train', missing, '--clip', '3,1'], /--clip.*MIN < MAX/],
    [['train', missing, '--ignore', 'a,,b'], /--ignore.*"a,,b"/],
    [['train', missing, '--progress', 'x1'], /--progress.*> 1/],
    [['train', missing, '--delimiter', ';;'], /delimiter.*";;"/],
    [['train', '-', '--passes', '2'], /--passes needs files/],
    [['train', missing, '--json', '--predictions', '-'], /--json and --predictions -/],
    [['test', missing], /required option '-m, --model <file>'/],
    [['predict', missing, '-m', missing, '--json'], /write the predictions to a file with --output FILE/],
    [['info', 'extra'], /too many arguments/],
    [['info', '--backend', 'gpu'], /'gpu' is invalid/],
  ])('%j', (args, says) => {
    const ran = ol(args)
    expect(ran.stderr).toMatch(says)
    expect(ran.stderr).not.toMatch(/^\s+at /m)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
  })

  test('an OL_BACKEND that does not exist', () => {
    const ran = olProcess(['info'], { env: { OL_BACKEND: 'gpu' } })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/OL_BACKEND but received "gpu" \(OL_PARAMETER\)/)
  })
})

describe('outputs', () => {
  test('an output that cannot be created: exit 73 before training', () => {
    const nowhere = join(folder.path('no-such-folder'), 'x')
    for (const args of [
      ['-o', nowhere],
      ['-o', folder.path('')],
      ['--predictions', nowhere],
    ]) {
      const ran = ol(['train', ...logistic, '--quiet', ...args])
      expect(ran).toMatchObject({ code: 73, stdout: '' })
      expect(ran.stderr).toMatch(/^ol-cli: /)
    }
  })

  test('an output that is an input is refused', () => {
    const data = folder.put('data.vw', '1 | a\n')
    for (const flag of ['-o', '--predictions']) expect(ol(['train', data, flag, data]).code).toBe(2)
    expect(readFileSync(data, 'utf8')).toBe('1 | a\n')
  })

  test('a flag with two values: the last one counts, which a warning says', () => {
    const args = ['train', ...logistic, '-b', '8', '--bits', '9', '--ignore', 'age', '--ignore', 'job']
    const ran = ol([...args, '--rule', 'nag', '--rule', 'nag'])
    expect(ran.stderr.match(/warning: .* is given twice.*/g)).toEqual([
      'warning: --bits is given twice: 9 is used, and 8 is ignored',
    ])
    expect(ran.code).toBe(0)
    expect(ol([...args, '--quiet']).stderr).toBe('')
  })

  test('a flag with and without no-: the last one counts, which a warning says', () => {
    const data = folder.put('negated.csv', '1,0\n2,1\n')
    const args = ['convert', '--to', 'vw', data]
    const ran = ol([...args, '--header', '--no-header'])
    expect(ran.stderr).toContain(
      '--header and --no-header are given: --no-header is used, and --header is ignored',
    )
    expect(ran.stdout).toBe(ol([...args, '--no-header']).stdout)
    expect(ol([...args, '--no-header', '--no-header']).stderr).not.toContain('warning')
  })

  test.runIf(existsSync('/dev/full'))('a full disk: exit 74', () => {
    const ran = ol(['train', ...logistic, '--quiet', '--predictions', '/dev/full'])
    expect(ran.code).toBe(74)
    expect(ran.stderr).toMatch(/^ol-cli: \/dev\/full: the file cannot be written: ENOSPC/)
  })

  test('a reader that has seen enough: quiet, exit 0', () => {
    const model = folder.path('head.ol')
    expect(ol(['train', ...logistic, '-o', model, '--quiet']).code).toBe(0)
    const line = `"$0" "$1" predict "$2" "$2" "$2" "$2" -m "$3" | head -n 1; echo "exit \${PIPESTATUS[0]}"`
    const ran = spawnSync('bash', ['-c', line, process.execPath, bin, sample, model], { encoding: 'utf8' })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toMatch(/^(no|yes) 0\.\d+\nexit 0\n$/)
  })
})

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s: a report of what was learned, no model, exit %i', async (signal, exit) => {
    const model = folder.path(`${signal}.ol`)
    const child = spawn(process.execPath, [
      bin,
      'train',
      '--json',
      '-o',
      model,
      '--predictions',
      folder.path(signal),
    ])
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
    })
    feed(child, '1 | a\n2 | b\n'.repeat(200_000))
    // standard input stays open: the command waits for more
    // predictions stand in a temporary file until the end
    while (temporarySize(folder.path(signal)) < 1 << 16) await sleep(20)
    child.kill(signal)
    expect(await ended).toBe(exit)
    expect(JSON.parse(out).examples).toBeGreaterThan(0)
    expect(err).toMatch(new RegExp(`ol-cli: ${signal} after \\d+ examples; .* was not written`))
    expect(existsSync(model)).toBe(false)
    expect(readFileSync(folder.path(signal)).length).toBeGreaterThan(0)
    child.stdin.destroy()
  })
})
