import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { losses, rules } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { bank, json, ol, olProcess, sample, sampleLines, temporaryFolder, trainSample } from './run.js'

const folder = temporaryFolder()
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('train', () => {
  test('prints one JSON object with the promised keys, and nothing on stderr', () => {
    const model = folder.path('keys.ol')
    const ran = ol([...trainSample, '-o', model, '--json'])
    expect(ran.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(ran.stderr).toBe('')
    const report = json(ran)
    expect(report).toMatchObject({
      command: 'train',
      rule: 'nag',
      loss: 'logistic',
      examples: 4521,
      weightSum: 4521,
      labelled: 4521,
      skippedLines: 0,
      badLines: {},
      diverged: 0,
      model: { path: model, sha256: sha256(model) },
    })
    expect(['native', 'fallback']).toContain(report.backend)
    expect(report.features).toBeGreaterThan(4521 * 10)
    expect(report.averageLoss).toBeLessThan(0.3)
    expect(report.errorRate).toBeLessThan(0.11)
    expect(report.seconds).toBeGreaterThan(0)
  })

  test('a loss of real labels has no error rate', () => {
    const report = json(ol(['train', '--rule', 'nag', sample, '--label', 'balance', '--json']))
    expect(report).not.toHaveProperty('errorRate')
    expect(report.loss).toBe('squared')
  })

  test('without flags: a summary on stderr, nothing on stdout', () => {
    const ran = ol(trainSample)
    expect(ran).toMatchObject({ code: 0, stdout: '' })
    expect(ran.stderr).toMatch(/^Trained on 4,521 rows of .*bank\.csv\.gz in \d+\.\d s$/m)
    expect(ran.stderr).toMatch(/^accuracy +\d\d\.\d\d% +\d\d\.\d\d% +88\.28%$/m)
    expect(ran.stderr).not.toContain('since')
    expect(ran.stderr.split('\n').length).toBeLessThanOrEqual(41)
  })

  test('--progress prints a table at powers of two, --verbose every figure of the report', () => {
    const ran = ol([...trainSample, '--progress', '--verbose'])
    expect(ran).toMatchObject({ code: 0, stdout: '' })
    const rows = ran.stderr.split('\n').filter((line) => /^\d\.\d{6} /.test(line))
    expect(rows.map((row) => Number(row.split(/ +/)[2]))).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
    ])
    expect(ran.stderr).toMatch(/^ +log +since +example/m)
    expect(ran.stderr).toMatch(/^examples +4521$/m)
    expect(ran.stderr).toMatch(/^backend +(native|fallback)$/m)
    expect(ran.stderr).toMatch(/^accuracy +0\.\d+ +0\.\d+ +0\.\d+$/m)
  })

  test('--progress sets the rows, --quiet leaves everything out', () => {
    const rows = (stderr: string): string[] =>
      stderr.split('\n').flatMap((line) => (/^\d\.\d{6} /.test(line) ? [line.split(/ +/)[2]] : []))
    expect(rows(ol([...trainSample, '--progress', '1000']).stderr)).toEqual(['1000', '2000', '3000', '4000'])
    expect(rows(ol([...trainSample, '--progress', 'x10']).stderr)).toEqual(['1', '10', '100', '1000'])
    expect(ol([...trainSample, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  // every rule with every loss is compared without the command line around it: test/backends
  test.each(Object.values(losses).map(({ id, labels }) => [id, labels === 'sign' ? 'y' : 'duration']))(
    '%s loss: both backends write the same bytes',
    (loss, label) => {
      const [a, b] = ['auto', 'fallback'].map((backend) => {
        const model = folder.path(`${backend}.ol`)
        const flags = ['--label', label, '--loss', loss, '-b', '12', '--backend', backend]
        json(ol(['train', '--rule', 'nag', bank(300), ...flags, '-o', model, '--json']))
        return sha256(model)
      })
      expect(a).toBe(b)
    },
  )

  test('going on with a model is the same as never having stopped', () => {
    const [header, ...rows] = sampleLines()
    const part = (name: string, from: number, to: number): string =>
      folder.put(name, [header, ...rows.slice(from, to)].join('\n'))
    const whole = folder.path('whole.ol')
    const halves = folder.path('halves.ol')
    const flags = ['--label', 'y', '--loss', 'logistic', '--quiet']
    expect(ol(['train', '--rule', 'nag', part('all.csv', 0, 2000), ...flags, '-o', whole]).code).toBe(0)
    expect(ol(['train', '--rule', 'nag', part('first.csv', 0, 700), ...flags, '-o', halves]).code).toBe(0)
    expect(ol(['train', part('second.csv', 700, 2000), '-i', halves, '-o', halves, '--quiet']).code).toBe(0)
    expect(sha256(halves)).toBe(sha256(whole))
  })

  test('several files are one input, standard input another, gzip or not', () => {
    const [header, ...rows] = sampleLines()
    const a = folder.put('a.csv', `${[header, ...rows.slice(0, 1000)].join('\n')}\n`)
    const b = folder.put('b.csv', `${[header, ...rows.slice(1000)].join('\n')}\n`)
    const models = [
      ol([...trainSample, '-o', folder.path('gz.ol'), '--quiet']),
      ol(['train', '--rule', 'nag', a, b, ...trainSample.slice(4), '-o', folder.path('two.ol'), '--quiet']),
      ol(['train', '--rule', 'nag', ...trainSample.slice(4), '-o', folder.path('stdin.ol'), '--quiet'], {
        input: readFileSync(sample),
      }),
      ol(['train', '--rule', 'nag', '-', ...trainSample.slice(4), '-o', folder.path('dash.ol'), '--quiet'], {
        input: sampleLines().join('\n'),
      }),
    ]
    expect(models.map(({ code, stderr }) => [code, stderr])).toEqual(models.map(() => [0, '']))
    const sums = ['gz.ol', 'two.ol', 'stdin.ol', 'dash.ol'].map((name) => sha256(folder.path(name)))
    expect(new Set(sums).size).toBe(1)
  })

  test('--predictions writes the predictions made before learning', () => {
    const out = folder.path('progressive.txt')
    expect(ol([...trainSample, '--predictions', out, '--raw', '--quiet']).code).toBe(0)
    const scores = readFileSync(out, 'utf8').trimEnd().split('\n').map(Number)
    const labels = sampleLines()
      .slice(1)
      .map((line) => (line.endsWith('"yes"') ? 1 : -1))
    expect(scores).toHaveLength(labels.length)
    const loss = scores.reduce((sum, z, i) => sum + Math.log1p(Math.exp(-labels[i] * z)), 0) / labels.length
    expect(json(ol([...trainSample, '--json'])).averageLoss).toBeCloseTo(loss, 12)
  })

  test('--passes learns each example again and reports each pass', () => {
    const once = json(ol([...trainSample, '--json']))
    const twice = json(ol([...trainSample, '--passes', '2', '--no-holdout', '--json']))
    expect(twice.examples).toBe(2 * 4521)
    const passes = twice.passes as number[]
    expect(passes).toHaveLength(2)
    expect(passes[0]).toBeCloseTo(once.averageLoss as number, 12)
    expect((passes[0] + passes[1]) / 2).toBeCloseTo(twice.averageLoss as number, 12)
    expect(passes[1]).toBeLessThan(passes[0])
  })

  test('multiplying the numeric columns by 1000 moves no prediction by more than 1e-6', () => {
    const numeric = new Set([0, 5, 9, 11, 12, 13, 14])
    const [header, ...rows] = sampleLines()
    const scaled = rows.map((row) =>
      row
        .split(';')
        .map((field, i) => (numeric.has(i) ? String(Number(field) * 1000) : field))
        .join(';'),
    )
    const scores = [rows, scaled].map((lines, i) => {
      const out = folder.path(`scale${i}.txt`)
      const data = folder.put(`scale${i}.csv`, [header, ...lines].join('\n'))
      const flags = ['--label', 'y', '--loss', 'logistic', '--quiet']
      expect(ol(['train', '--rule', 'nag', data, ...flags, '--raw', '--predictions', out]).code).toBe(0)
      return readFileSync(out, 'utf8').trimEnd().split('\n').map(Number)
    })
    const most = scores[0].reduce((worst, z, i) => Math.max(worst, Math.abs(z - scores[1][i])), 0)
    expect(most).toBeLessThan(1e-6)
  })
})

test('every flag that makes a model is in the model, and in how it reads', () => {
  const model = folder.path('flags.ol')
  const flags = [
    '--loss',
    'logistic',
    '--rule',
    'ng',
    '--update',
    'plain',
    '-b',
    '9',
    '--precision',
    'float64',
  ]
  flags.push('--clip', '-3,3', '--link', 'glf1', '--learning-rate', '0.7', '--decay', '0.25')
  flags.push('--hash', 'all', '--hash-seed', '7', '--no-constant', '--positive', 'yes', '--label', 'y')
  flags.push('--ignore', 'age,job', '--categorical', 'day', '--weight', 'campaign')
  expect(ol(['train', '--rule', 'nag', sample, ...flags, '-o', model, '--quiet']).code).toBe(0)
  const { options, input } = json(ol(['inspect', model, '--json']))
  expect(options).toMatchObject({
    rule: 'ng',
    loss: 'logistic',
    update: 'plain',
    bits: 9,
    precision: 'float64',
    clip: [-3, 3],
    link: 'glf1',
    constant: false,
    hash: 'all',
    hashSeed: 7,
    learningRate: 0.7,
    decay: 0.25,
  })
  expect(input).toMatchObject({ hash: 'all', hashSeed: 7, constant: false, positive: 'yes', delimiter: ';' })
  const { columns } = input as { columns: { name: string; role: string }[] }
  const roles = Object.fromEntries(columns.map(({ name, role }) => [name, role]))
  expect(roles).toMatchObject({
    age: 'ignore',
    job: 'ignore',
    day: 'categorical',
    campaign: 'weight',
    y: 'label',
  })
})

test('interactions learn what no single feature can, and are kept in the model', () => {
  const xor = [0, 1, 2, 3].map((i) => `${(i & 1) === i >> 1 ? -1 : 1} |left x${i & 1} |right y${i >> 1}\n`)
  const data = folder.put('xor.vw', xor.join('').repeat(100))
  const model = folder.path('xor.ol')
  const flags = ['--loss', 'logistic', '--json']
  expect(json(ol(['train', '--rule', 'nag', data, ...flags])).averageLoss).toBeGreaterThan(0.5)
  const learned = json(
    ol(['train', '--rule', 'nag', data, ...flags, '-q', 'lr', '--ngrams', 'l2', '-o', model]),
  )
  expect(learned.averageLoss).toBeLessThan(0.15)
  expect(json(ol(['test', data, '-m', model, '--json'])).errorRate).toBe(0)
  expect(json(ol(['test', data, '-m', model, '--hash-seed', '0', '--json'])).errorRate).toBe(0)
  expect(json(ol(['test', data, '-m', model, '--ignore-namespaces', 'r', '--json'])).errorRate).toBe(0.5)
})

test('columns of text are words', () => {
  const data = folder.put('text.csv', 'y,words\nham,see you soon\nspam,win a prize\nham,soon home\n')
  const model = folder.path('text.ol')
  expect(
    ol(['train', '--rule', 'nag', data, '--loss', 'logistic', '--text', 'words', '-o', model, '--quiet'])
      .code,
  ).toBe(0)
  const { weights } = json(ol(['inspect', model, '--names', data, '--json']))
  const names = (weights as { names: string[] }[]).flatMap((weight) => weight.names)
  expect(names.sort()).toEqual(
    [
      'Constant',
      ...['a', 'home', 'prize', 'see', 'soon', 'win', 'you'].map((word) => `words=${word}`),
    ].sort(),
  )
})

test('examples without labels are refused, with how many there are', () => {
  const ran = ol(['train', '--rule', 'nag', '--json'], { input: '| a\n| b\n' })
  expect(ran).toMatchObject({ code: 65, stdout: '' })
  expect(ran.stderr).toMatch(/standard input: expected labels but none of the 2 examples has one.*OL_LABEL/)
})

test('inspect begins with features; --verbose adds options and lanes at the end', () => {
  const model = folder.path('first.ol')
  expect(ol(['train', sample, '--label', 'y', '--quiet', '-o', model]).code).toBe(0)
  const { stdout } = ol(['inspect', model, '--top', '3'])
  expect(stdout).toMatch(/^name +importance +weight +baseline +scale\nduration +0\.\d+ /)
  expect(stdout).not.toMatch(/invariant|pruned/)
  const verbose = ol(['inspect', model, '--top', '3', '--verbose']).stdout
  expect(ol(['inspect', model, '--as', 'csv', '--verbose'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/--verbose and csv exclude each other/),
  })
  expect(verbose.slice(0, 200)).toBe(stdout.slice(0, 200))
  expect(verbose).toMatch(/^options .*update "invariant"[\s\S]*^ *rate +scaling +weight +lane$/m)
})

describe('info', () => {
  test('names the version, the backend and the tables', () => {
    const facts = json(ol(['info', '--json']))
    expect(facts).toMatchObject({ command: 'info', runtime: `Node.js ${process.versions.node}` })
    expect((facts.rules as { id: string }[]).map(({ id }) => id)).toEqual(Object.keys(rules))
    expect((facts.losses as { id: string }[]).map(({ id }) => id)).toEqual(Object.keys(losses))
    expect(json(ol(['info', '--json', '--backend', 'fallback'])).backend).toBe('fallback')
    expect(json(olProcess(['info', '--json'], { env: { OL_BACKEND: 'fallback' } })).backend).toBe('fallback')
    expect(ol(['help', 'rule', 'nag']).stdout).toContain('Ross, Mineiro, Langford')
    const lines = ol(['info']).stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(10)
    for (const fact of [/^ol-cli +\d/, /^backend +(native|fallback), /, /^memory .*B left of .*B/])
      expect(lines).toContainEqual(expect.stringMatching(fact))
  })
})

describe('a holdout', () => {
  const flags = [...trainSample, '--no-cache', '--json', '--quiet']

  test('with several passes is one example of ten, and flags say otherwise', () => {
    const model = folder.path('held.ol')
    const usual = json(ol([...flags, '--passes', '3', '-o', model, '--save-passes']))
    const { losses, best, examples } = usual.holdout as { losses: number[]; best: number; examples: number }
    expect(examples).toBe(453)
    expect(losses[best - 1]).toBe(Math.min(...losses))
    expect(sha256(folder.path(`held.pass${best}.ol`))).toBe(sha256(model))
    expect(json(ol([...flags, '--passes', '3', '--holdout', '0.1'])).holdout).toEqual(usual.holdout)
    const tenth = json(ol([...flags, '--passes', '3', '--holdout-every', '10']))
    expect(tenth.holdout).toMatchObject({ examples: 452 })
    expect(json(ol([...flags, '--passes', '2', '--no-holdout']))).not.toHaveProperty('holdout')
    expect(json(ol([...flags, '--holdout', sample])).holdout).toMatchObject({ examples: 4521, best: 1 })
    expect(json(ol([...flags, '--holdout-after', '4000'])).holdout).toMatchObject({ examples: 521 })
    expect(json(ol([...flags, '--examples', '100']))).toMatchObject({ examples: 100 })
  })

  test.each([
    [['--holdout', '1.5'], /--holdout: expected a share > 0 and < 1, or a FILE/],
    [['--holdout', '0.1', '--holdout-every', '5'], /--holdout and --holdout-every exclude each other/],
    [['--patience-passes', '2'], /--patience-passes needs --passes/],
    [['--save-passes'], /--save-passes needs -o MODEL/],
    [['--regret', '--holdout', '0.1'], /--regret compares all examples/],
  ])('%j', (wrong, message) => {
    const ran = ol([...flags, ...wrong])
    expect([ran.code, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toMatch(message)
  })
})

test('the report of test has the names of the classes, as the report of train has', () => {
  const data = `x,y\n${Array.from({ length: 40 }, (_, i) => `${i % 7},${i % 7 > 3 ? 'survived' : 'died'}`).join('\n')}\n`
  const model = folder.path('names.ol')
  const trained = ol(['train', '-', '--label', 'y', '-o', model], { input: data })
  const tested = ol(['test', '-', '-m', model], { input: data })
  for (const { code, stderr } of [trained, tested]) {
    expect(code).toBe(0)
    expect(stderr).toMatch(/label \\ predicted +died +survived +recall\ndied .*\nsurvived /)
  }
  expect(tested.stderr).toContain('positive class survived (by the model)')
  const verbose = ol(['test', '-', '-m', model, '--verbose'], { input: data })
  expect(verbose.stderr).toContain('-1 is "died", +1 is "survived" (by the model)')
})
