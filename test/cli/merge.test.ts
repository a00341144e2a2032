import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ol, temporaryFolder } from './run.js'

const { path } = temporaryFolder()
const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(path(name)))
    .digest('hex')
const options = ['--rule', 'nag', '--loss', 'logistic', '-b', '8', '--quiet']

function run(...args: string[]): string {
  const { code, stdout, stderr } = ol(args)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}

function failing(...args: string[]): string {
  const { code, stderr } = ol(args)
  expect(code).not.toBe(0)
  return stderr
}

const lossOf = (model: string): number =>
  (JSON.parse(run('test', path('test.vw'), '-m', path(model), '--json')) as { averageLoss: number })
    .averageLoss

beforeAll(() => {
  let seed = 1
  const next = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const lines = (count: number): string =>
    Array.from({ length: count }, () => {
      const [a, b, c] = [next(), next() * 100, Math.floor(next() * 30)]
      const label = a - b / 100 + (c % 3 === 0 ? 0.3 : 0) + (next() - 0.5) / 5 > 0 ? 1 : -1
      return `${label} | a:${a} b:${b} c${c}\n`
    }).join('')
  writeFileSync(path('train.vw'), lines(4000))
  writeFileSync(path('test.vw'), lines(2000))
})

describe('ol-cli merge', () => {
  const files = [1, 2, 3, 4].map((k) => `shard.${k}.ol`)

  it('merges shards in the order of their names; slices of them make the same bytes', () => {
    files.forEach((file, k) => {
      run('train', path('train.vw'), '--shard', `${k + 1}/4`, '-o', path(file), ...options)
    })
    const paths = files.map(path)
    const printed = run('merge', ...paths, '-o', path('merged.ol'))
    expect(printed).toContain(`sha256 ${sha256('merged.ol')}`)
    run('merge', ...paths.toReversed(), '-o', path('again.ol'))
    expect(sha256('again.ol')).toBe(sha256('merged.ol'))
    run('merge', '--sort-by-checksum', ...paths, '-o', path('sums.ol'))
    run('merge', '--sort-by-checksum', ...paths.toReversed(), '-o', path('sums2.ol'))
    expect(sha256('sums2.ol')).toBe(sha256('sums.ol'))
    for (const k of [1, 2, 3, 4])
      run('split', path(`shard.${k}.ol`), '--slices', '3', '-o', path(`slice.${k}.#`))
    for (const j of [1, 2, 3])
      run('merge', ...[1, 2, 3, 4].map((k) => path(`slice.${k}.${j}`)), '-o', path(`merged.slice.${j}`))
    run('merge', ...[1, 2, 3].map((j) => path(`merged.slice.${j}`)), '-o', path('joined.ol'))
    expect(sha256('joined.ol')).toBe(sha256('merged.ol'))
    // a single slice of each is merged, and then is all there is to join
    for (const k of [1, 2, 3, 4])
      run('split', path(`shard.${k}.ol`), '--slices', '1', '-o', path(`only.${k}.#`))
    run('merge', ...[1, 2, 3, 4].map((k) => path(`only.${k}.1`)), '-o', path('only'))
    run('merge', path('only'), '-o', path('only.ol'))
    expect(sha256('only.ol')).toBe(sha256('merged.ol'))
    expect(lossOf('merged.ol')).toBeLessThan(Math.max(...files.map(lossOf)))
  })

  it('names the files of models that cannot be merged', () => {
    const [first, second] = files.map(path)
    run('train', path('test.vw'), ...options, '-b', '9', '-o', path('a.ol'))
    expect(failing('merge', first, path('a.ol'), '-o', path('x.ol'))).toMatch(
      /model 1 is \S+a\.ol, model 2 is \S+shard\.1\.ol: .* bits is 9 in model 1 and 8 in model 2/,
    )
    writeFileSync(path('cut.ol'), readFileSync(second).subarray(0, 900))
    expect(failing('merge', first, path('cut.ol'), '-o', path('x.ol'))).toMatch(/cut\.ol: .*OL_MODEL_FORMAT/)
    expect(failing('merge', first, path('slice.2.1'), '-o', path('x.ol'))).toMatch(
      /slice\.2\.1 is a slice and \S+shard\.1\.ol is none/,
    )
    writeFileSync(path('cut'), readFileSync(path('slice.1.1')).subarray(0, 900))
    expect(failing('merge', path('cut'), path('slice.2.1'), '-o', path('x.ol'))).toMatch(
      /cut: .*OL_SLICE_FORMAT/,
    )
    expect(failing('merge', first, second, first, '-o', path('x.ol'))).toMatch(/shard\.1\.ol is given twice/)
  })

  it('learns on with shares for further rounds', () => {
    files.forEach((file, k) => {
      run(
        'train',
        path('train.vw'),
        '--shard',
        `${k + 1}/4`,
        '-i',
        path('merged.ol'),
        '--share',
        '4',
        '-o',
        path(`2${file}`),
        '--quiet',
      )
    })
    run('merge', ...files.map((file) => path(`2${file}`)), '-o', path('second.ol'))
    expect(lossOf('second.ol')).toBeLessThan(lossOf('merged.ol') * 1.01)
    expect(failing('merge', path('merged.ol'), path('nothing.ol'), '-o', path('x.ol'))).toContain(
      'OL_FILE_MISSING',
    )
    run('split', path('merged.ol'), '--shares', '4', '-o', path('share.#.ol'))
    run('merge', ...[1, 2, 3, 4].map((k) => path(`share.${k}.ol`)), '-o', path('whole.ol'))
    expect(lossOf('whole.ol')).toBeCloseTo(lossOf('merged.ol'), 6)
  })

  it('learns shards on threads: the same bytes, and rounds weighed by a merge holdout', () => {
    const whole = ['train', path('train.vw'), '--parallel', '2', ...options]
    run(...whole, '-o', path('threads.ol'))
    for (const k of [1, 2])
      run('train', path('train.vw'), '--shard', `${k}/2`, '-o', path(`half.${k}.ol`), ...options)
    run('merge', path('half.1.ol'), path('half.2.ol'), '-o', path('halves.ol'))
    expect(sha256('threads.ol')).toBe(sha256('halves.ol'))
    const two = ['train', '--progress', '--parallel=1', '--rounds', '2', '--jury', '1/20', ...options]
    run(...two, '--examples', '3000', path('train.vw'), `-o${path('rounds.ol')}`)
    expect(JSON.parse(run('inspect', path('rounds.ol'), '--json'))).toMatchObject({ examples: 6000 })
    expect(lossOf('rounds.ol')).toBeLessThan(lossOf('merged.ol') * 1.01)
    expect(failing(...whole)).toContain('--parallel needs -o')
    expect(failing(...whole, '-o', path('x.ol'), '--checkpoint', path('x'))).toContain(
      '--parallel excludes --checkpoint',
    )
    expect(failing(...whole, '-o', path('x.ol'), '--cache', path('x'))).toContain('excludes --cache')
    expect(failing(...whole, '-o', path('train.vw'))).toContain(
      'train.vw is an input and would be overwritten',
    )
    expect(failing('train', path('train.vw'), '--rounds', '2', ...options)).toContain(
      '--rounds needs --parallel',
    )
  })

  it('prints the messages of the shards on threads, and ends like them', () => {
    writeFileSync(path('bad.vw'), '1 | a\n-1 | b\n1 | a:nan\n')
    const command = ['train', path('bad.vw'), '--parallel', '1', ...options, '-o', path('x.ol')]
    const { code, stderr } = ol(command)
    expect(code).toBe(0)
    expect(stderr).toMatch(/bad\.vw \(shard 1\/1\):3:7: .*\n.*1 line skipped/)
    expect(ol([...command, '--strict'])).toMatchObject({ code: 65 })
    expect(readdirSync(path('.')).filter((name) => name.includes('shards'))).toEqual([])
  })

  it('weighs the lanes of a mixture by a merge holdout that no shard has learned from', () => {
    const mixture = [
      '--rule',
      'nag',
      '--learning-rate',
      'auto',
      '--loss',
      'logistic',
      '-b',
      '8',
      '--quiet',
      '--merge-holdout',
      '1/20',
    ]
    for (const k of [1, 2, 3, 4])
      run('train', path('train.vw'), '--shard', `${k}/4`, '-o', path(`auto.${k}.ol`), ...mixture)
    run('merge', ...[1, 2, 3, 4].map((k) => path(`auto.${k}.ol`)), '-o', path('auto.ol'))
    const examples = [1, 2, 3, 4].map((k) => {
      const printed = run(
        'holdout',
        path('auto.ol'),
        path('train.vw'),
        '--shard',
        `${k}/4`,
        '--merge-holdout',
        '1/20',
      )
      writeFileSync(path(`holdout.${k}.json`), printed)
      return (JSON.parse(printed) as { examples: number }).examples
    })
    const whole = JSON.parse(run('holdout', path('auto.ol'), path('train.vw'), '--jury', '1/20')) as {
      examples: number
    }
    expect(examples.reduce((sum, n) => sum + n)).toBe(whole.examples)
    expect(whole.examples).toBeGreaterThan(100)
    const weigh = (from: string, to: string) => {
      const results = [1, 2, 3, 4].map((k) => path(`holdout.${k}.json`))
      run('merge', path(from), '--holdout-results', ...results, '-o', path(to))
    }
    weigh('auto.ol', 'weighed.ol')
    expect(sha256('weighed.ol')).not.toBe(sha256('auto.ol'))
    // a result of the model before is of another model than this one
    const results = [1, 2, 3, 4].map((k) => path(`holdout.${k}.json`))
    expect(
      failing('merge', path('weighed.ol'), '--holdout-results', ...results, '-o', path('x.ol')),
    ).toContain('is of another (OL_MERGE_SETTINGS)')
    copyFileSync(path('auto.ol'), path('in-place.ol'))
    weigh('in-place.ol', 'in-place.ol')
    expect(sha256('in-place.ol')).toBe(sha256('weighed.ol'))
    expect(lossOf('weighed.ol')).toBeLessThan(lossOf('auto.ol') * 1.05)
    expect(
      failing('merge', path('merged.ol'), '--holdout-results', path('auto.ol'), '-o', path('x.ol')),
    ).toContain('ol-cli holdout')
  })

  it('overwrites none of its inputs, and reports the skipped lines', () => {
    const [data, model, shares] = ['kept.vw', 'kept.1.ol', 'kept.2.ol'].map(path)
    writeFileSync(data, `${readFileSync(path('test.vw'), 'utf8')}not a line\n`)
    run('train', path('test.vw'), ...options, '--jury', '1/20', '-o', model)
    run('train', path('test.vw'), ...options, '--jury', '1/20', '-o', shares)
    const before = ['kept.vw', 'kept.1.ol'].map(sha256)
    const holdout = ['holdout', model, data, '--jury', '1/20']
    for (const args of [
      [...holdout, '-o', data],
      [...holdout, '-o', model],
      ['merge', model, shares, '-o', model],
      ['split', model, '--shares', '2', '-o', path('kept.#.ol')],
    ])
      expect(failing(...args)).toContain('would be overwritten')
    expect(['kept.vw', 'kept.1.ol'].map(sha256)).toEqual(before)
    const { stdout, stderr } = ol(holdout)
    expect(JSON.parse(stdout)).toMatchObject({ skippedLines: 1 })
    expect(stderr).toContain('1 line skipped')
  })

  it('works with a cache of its own, and continues from a checkpoint', () => {
    const shard = [path('train.vw'), '--shard', '2/4', ...options]
    run('train', ...shard, '--cache', path('own.olcache'), '-o', path('cached.ol'))
    expect(sha256('cached.ol')).toBe(sha256('shard.2.ol'))
    run('train', ...shard, '--cache', path('own.olcache'), '-o', path('cached.ol'))
    expect(sha256('cached.ol')).toBe(sha256('shard.2.ol'))
    run(
      'train',
      ...shard,
      '--checkpoint',
      path('own.ckpt'),
      '--checkpoint-every',
      '300',
      '-o',
      path('checked.ol'),
    )
    run('train', '--resume', path('own.ckpt'), '-o', path('resumed.ol'), '--quiet')
    expect(sha256('resumed.ol')).toBe(sha256('shard.2.ol'))
  })

  it('refuses impossible merges, with a reason', () => {
    expect(failing('train', path('train.vw'), '--shard', '5/4', ...options)).toContain('--shard')
    expect(failing('train', path('train.vw'), '--shard', '2/4', '--cache', ...options)).toMatch(
      /cache of a shard/,
    )
    expect(failing('train', path('train.vw'), '--share', '4', ...options)).toContain('--share needs -i')
    expect(
      failing('train', path('train.vw'), '--merge-holdout', '1/20', '--holdout', '0.1', ...options),
    ).toContain('exclude each other')
    expect(failing('split', path('merged.ol'), '-o', path('x.#'))).toContain('--shares and --slices')
    const { code, stderr } = ol(['train', '--shard', '1/2', ...options], { input: '1 | a\n-1 | b\n' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/once/)
    run(
      'train',
      path('train.vw'),
      '--rule',
      'nag',
      '--loss',
      'hinge',
      '-b',
      '8',
      '--quiet',
      '-o',
      path('hinge.ol'),
    )
    expect(failing('merge', path('merged.ol'), path('hinge.ol'), '-o', path('x.ol'))).toMatch(
      /loss is "hinge" in model 1.*OL_MERGE_SETTINGS/,
    )
    const coins = [1, 2].map((k) => path(`coin.${k}.ol`))
    const coin = ['train', path('train.vw'), '--rule', 'coin', '--loss', 'logistic', '-b', '8', '--quiet']
    for (const file of coins) run(...coin, '-o', file)
    expect(failing('merge', ...coins, '-o', path('x.ol'))).toContain('OL_MERGE_RULE')
    expect(failing('merge', coins[0], coins[0], '-o', path('x.ol'))).toContain('is given twice')
  })
})
