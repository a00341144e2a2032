import { flagName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { json, ol, sample, temporaryFolder, trainSample } from './run.js'

const folder = temporaryFolder()
const names = ['cat', 'dog', 'eel']

/** Lines of three classes, each with a feature of its own and one that says nothing. */
const vw = Array.from({ length: 90 }, (_, i) => `${names[i % 3]} | is_${names[i % 3]} noise:${(i % 7) - 3}`)
const small = ['-b', '8', '--json', '--quiet']

describe('classes', () => {
  const formats: Record<string, { text: string; flags: string[] }> = {
    vw: { text: vw.join('\n'), flags: ['--format', 'vw'] },
    csv: {
      text: ['kind,x,y', ...vw.map((_, i) => `${names[i % 3]},${i % 3},${i % 7}`)].join('\n'),
      flags: ['--label', 'kind', '--categorical', 'x'],
    },
    jsonl: {
      text: vw.map((_, i) => JSON.stringify({ label: names[i % 3], x: `v${i % 3}` })).join('\n'),
      flags: ['--format', 'jsonl'],
    },
  }
  for (const [format, { text, flags }] of Object.entries(formats)) {
    test(`${format}: names are found, saved, tested and predicted`, () => {
      const data = folder.put(`named.${format}`, `${text}\n`)
      const model = folder.path(`${format}.ol`)
      const trained = json(
        ol(['train', '--rule', 'nag', data, ...flags, '--classes', '3', '-o', model, ...small]),
      )
      expect(trained.classes).toEqual(names)
      const confusion = trained.confusion as number[][]
      expect(confusion.map((row) => row.reduce((sum, weight) => sum + weight, 0))).toEqual([30, 30, 30])
      expect(trained.logLoss).toBeGreaterThan(0)
      const tested = json(ol(['test', data, '--model', model, '--json', '--quiet']))
      expect(tested).toMatchObject({ classes: names, errorRate: 0, examples: 90 })
      const predicted = ol(['predict', data, '--model', model])
        .stdout.split('\n')
        .map((line) => line.split(' '))
      expect(predicted.slice(0, 4).map(([label]) => label)).toEqual(['cat', 'dog', 'eel', 'cat'])
      const [first] = ol(['predict', data, '--model', model, '--probabilities']).stdout.split('\n')
      const [label, ...shares] = first.split(' ')
      expect(label).toBe('cat')
      expect(predicted[0][1]).toBe(shares[0])
      expect(shares.map(Number).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
      const inspected = json(ol(['inspect', model, '--top', '1', '--json']))
      expect(inspected.lanes).toHaveLength(3)
      expect((inspected.weights as { class: string }[]).map((weight) => weight.class)).toEqual(names)
    })
  }

  test('numbers are classes from 1; one that no class has ends a test, and a class never seen gives a warning', () => {
    const text = Array.from({ length: 40 }, (_, i) => `${1 + (i % 3)} ${1 + (i % 3)}:1`).join('\n')
    const data = folder.put('numbers.svm', `${text}\n`)
    const ran = ol(['train', '--rule', 'nag', data, '--classes', '4', ...small])
    expect(json(ran)).toMatchObject({ classes: [1, 2, 3, 4], examples: 40 })
    expect(ran.stderr).toContain('of 4 classes 1 was never seen: 4')
    const model = folder.path('numbers.ol')
    json(ol(['train', '--rule', 'nag', data, '--classes', '4', '-o', model, ...small]))
    const later = folder.put('later.svm', '2 2:1\n5 1:1\n1.5 1:1\n')
    const tested = ol(['test', later, '--model', model, '--json', '--quiet'])
    expect(tested.code).toBe(65)
    expect(tested.stderr).toMatch(
      /later\.svm:2:1: expected one of the 4 classes .* but received 5.*\(OL_LABEL\)/,
    )
  })

  test('a class that appears after schema inference is appended, and one too many is a contradiction', () => {
    const filler = 'a | x y z\nb | y z\n'.repeat(70_000)
    const data = folder.put('late.vw', `${filler}late | w\nlater | w\n`)
    const report = json(ol(['train', '--rule', 'nag', data, '--format', 'vw', '--classes', '4', ...small]))
    expect(report).toMatchObject({ classes: ['a', 'b', 'late', 'later'], skippedLines: 0 })
    expect((report.confusion as number[][])[2].reduce((sum, weight) => sum + weight, 0)).toBe(1)
    const ran = ol(['train', '--rule', 'nag', data, '--format', 'vw', '--classes', '3', ...small])
    expect(ran.code).toBe(65)
    expect(ran.stderr).toMatch(
      /late\.vw:140002:1: expected one of the 3 classes of the option classes .* later/,
    )
  })

  test('more labels than classes, wrong flags', () => {
    const data = folder.put('three.vw', `${vw.join('\n')}\n`)
    const ran = ol(['train', '--rule', 'nag', data, '--format', 'vw', '--classes', '2'])
    expect(ran.code).toBe(65)
    expect(ran.stderr).toContain('expected at most 2 classes but received the labels "cat", "dog", "eel"')
    for (const classes of ['1', 'a', 'a,a', '0'])
      expect(ol(['train', '--rule', 'nag', data, '--classes', classes]).code).toBe(2)
    const memory = ol(['train', '--rule', 'nag', data, '--format', 'vw', '--classes', '4000', '-b', '30'])
    expect(memory.code).toBe(69)
    expect(memory.stderr).toMatch(/2\^30 slots and 4000 lanes of 2 numbers .* needs .* TiB/)
  })

  test('training continues with names, and the fallback writes the same bytes', () => {
    const data = folder.put('whole.vw', `${vw.join('\n')}\n`)
    const first = folder.put('first.vw', `${vw.slice(0, 40).join('\n')}\n`)
    const second = folder.put('second.vw', `${vw.slice(40).join('\n')}\n`)
    const flags = ['--format', 'vw', '--loss', 'logistic', '--classes', '3', ...small]
    const whole = json(ol(['train', '--rule', 'nag', data, ...flags, '-o', folder.path('w.ol')]))
    const slow = json(
      ol(['train', '--rule', 'nag', data, ...flags, '-o', folder.path('f.ol'), '--backend', 'fallback']),
    )
    json(ol(['train', '--rule', 'nag', first, ...flags, '-o', folder.path('1.ol')]))
    const again = ['train', second, '-i', folder.path('1.ol'), '-o', folder.path('2.ol'), '--json', '--quiet']
    const rest = json(ol(again))
    const sha = (report: Record<string, unknown>) => (report.model as { sha256: string }).sha256
    expect(sha(slow)).toBe(sha(whole))
    expect(sha(rest)).toBe(sha(whole))
  })
})

describe('search', () => {
  const data = ['--label', 'y', '--loss', 'logistic']

  test('finds a rate and writes the model that train makes with it', () => {
    const model = folder.path('best.ol')
    const found = json(ol(['search', sample, ...data, '-o', model, '--json']))
    const best = found.best as { averageLoss: number; parameters: { learningRate: number } }
    const rate = String(best.parameters.learningRate)
    const alone = json(
      ol(['train', sample, ...data, '--learning-rate', rate, '-o', folder.path('alone.ol'), '--json']),
    )
    expect(alone.averageLoss).toBe(best.averageLoss)
    expect((found.model as { sha256: string }).sha256).toBe((alone.model as { sha256: string }).sha256)
    expect(found).toMatchObject({ command: 'search', refined: 'learningRate', examples: 4521 })
  })

  test('prints a table and a picture, plain with --ascii', () => {
    const grid = ['--grid', 'learning-rate=0.01:100:6', '--passes', '1']
    const drawn = ol(['search', sample, ...data, ...grid])
    expect(drawn).toMatchObject({ code: 0, stdout: '' })
    expect(drawn.stderr).toMatch(/learning-rate .*average loss +error rate +pass/)
    expect(drawn.stderr).toMatch(/[\u2801-\u28ff]/)
    const plain = ol(['search', sample, ...data, ...grid, '--ascii']).stderr
    expect(plain).toMatch(/\|.*\*/)
    expect([...plain].every((c) => c.charCodeAt(0) < 128)).toBe(true)
  })

  test('classes, several losses and rules: the best is the model that train makes', () => {
    const csv = ['kind,x,y', ...vw.map((_, i) => `${names[i % 3]},${(i % 3) + (i % 5)},${i % 7}`)].join('\n')
    const file = folder.put('search.csv', `${csv}\n`)
    const model = folder.path('best-classes.ol')
    const classes = ['--label', 'kind', '--classes', '3', '-b', '8']
    const lists = ['--loss', 'logistic,hinge', '--rule', 'nag,adagrad']
    const ran = ol(['search', file, ...classes, ...lists, '--passes', '2', '-o', model, '--json'])
    const found = json(ran)
    expect((found.trials as unknown[]).length).toBe(64 + 16)
    const { rule, loss, parameters, errorRate, logLoss, criterion } = found.best as {
      [name: string]: number
    } & { rule: string; loss: string; parameters: Record<string, number | string> }
    expect(criterion).toBe(errorRate)
    const flags = Object.entries(parameters).flatMap(([name, value]) => [
      `--${flagName(name)}`,
      String(value),
    ])
    const own = [...classes, '--rule', rule, '--loss', loss, ...flags, '-o', folder.path('alone-classes.ol')]
    const alone = json(ol(['train', '--rule', 'nag', file, ...own, '--json', '--quiet']))
    expect([alone.errorRate, alone.logLoss]).toEqual([errorRate, logLoss])
    expect((found.model as { sha256: string }).sha256).toBe((alone.model as { sha256: string }).sha256)
    const said = ol(['search', file, ...classes, ...lists, '--passes', '1']).stderr
    expect(said).toMatch(/pass 1: nag, 32 models x 3 classes, 2 numbers each in 2\^8 slots: \d+\.\d KiB/)
    expect(said).toMatch(/pass 1: 64 models, best error rate 0\.\d+/)
    expect(said).toMatch(/rule +loss +learning-rate .*error rate +log loss +pass/)
  })

  test('wrong classes, losses and rules, and a table that does not fit', () => {
    const file = folder.put('three-search.vw', `${vw.join('\n')}\n`)
    const search = (...flags: string[]) => ol(['search', file, '--format', 'vw', ...flags])
    const more = search('--classes', '2')
    expect(more.code).toBe(65)
    expect(more.stderr).toContain('expected at most 2 classes but received the labels "cat", "dog", "eel"')
    const unseen = search('--classes', '4', '--passes', '1')
    expect(unseen.code).toBe(0)
    expect(unseen.stderr).toContain('of 4 classes 1 was never seen')
    const huge = search('--classes', '400', '-b', '30')
    expect(huge.code).toBe(69)
    expect(huge.stderr).toMatch(
      /2\^30 slots and 6400 lanes of 2 numbers .* needs .* TiB, and this machine has/,
    )
    expect(search('--loss', 'logistic,best').code).toBe(2)
    expect(search('--loss', 'logistic,poisson').stderr).toContain('OL_LOSS')
    expect(search('--rule', 'nag,nag').code).toBe(2)
    expect(search('--rule', 'nag,ng', '--radius', '1').code).toBe(2)
    expect(search('--rule', 'nag,adagrad', '--loss', 'hinge', '--quantile', '0.3').code).toBe(2)
  })

  test('wrong usage, and a grid without remaining models', () => {
    expect(ol(['search', '-'], { input: '1 | a' }).code).toBe(2)
    for (const grid of ['learning-rate', 'nothing=1', 'learning-rate=0:1:3', 'learning-rate=a', 'decay=1'])
      expect(ol(['search', sample, ...data, '--grid', grid]).code).toBe(2)
    const wild = ['--rule', 'sgd', '--update', 'plain', '--clip', 'none', '--grid', 'learning-rate=1e8,1e9']
    const ran = ol(['search', sample, '--label', 'balance', ...wild, '--passes', '1'])
    expect(ran.stderr).toContain('OL_DIVERGED')
    expect(ran.code).toBe(65)
  })
})

describe('rates and replicates', () => {
  const train = [...trainSample, '--json', '--quiet']

  test('--learning-rate auto keeps within its bound, and continues unchanged', () => {
    const model = folder.path('auto.ol')
    const auto = json(ol([...train, '--learning-rate', 'auto', '-o', model]))
    // 2.21 is a rate of the mixture, hardly other than the default 2
    const nearly = json(ol([...train, '--learning-rate', '2.21']))
    expect(auto.averageLoss).toBeLessThan(Number(nearly.averageLoss) + Math.log(16) / 4521)
    expect((auto.mixture as unknown[]).length).toBeGreaterThan(0)
    expect(json(ol(['inspect', model, '--json'])).options).toMatchObject({ learningRate: 'auto' })
    const again = ['train', sample, '-i', model, '--json', '--quiet']
    expect(json(ol(again)).averageLoss).toBeLessThan(Number(auto.averageLoss))
    expect(ol([...again, '--learning-rate', '1']).code).toBe(65)
    expect(ol(['train', sample, '--learning-rate', 'best']).code).toBe(2)
  })

  test('--bootstrap has an interval of the loss, and a spread of predictions', () => {
    const model = folder.path('boot.ol')
    const report = json(ol([...train, '--rule', 'nag', '--bootstrap', '10', '-o', model]))
    const { low, high } = report.lossInterval as { low: number; high: number }
    expect(low).toBeLessThan(Number(report.averageLoss))
    expect(high).toBeGreaterThan(Number(report.averageLoss))
    const [line] = ol(['predict', sample, '--model', model, '--spread']).stdout.split('\n')
    const [, p, spread] = line.split(' ').map(Number)
    expect([p > 0, spread > 0, spread < 0.5]).toEqual([true, true, true])
    expect(ol([...train, '--rule', 'nag', '--bootstrap', '10', '--classes', '3']).code).toBe(2)
  })
})
