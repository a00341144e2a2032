import { beforeAll, describe, expect, test } from 'vitest'
import { json, ol, sample, sampleLines, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const auto = folder.path('auto.ol')
const pruned = folder.path('pruned.ol')
const single = folder.path('single.ol')

interface Lane {
  readonly weight: number
  readonly pruned?: boolean
  readonly parameters: { readonly learningRate: number; readonly scaling?: string }
}

interface Inspected {
  readonly lanes: readonly Lane[]
  readonly prunedLanes: readonly Lane[]
  readonly weights: readonly { readonly index: number; readonly weight: number }[]
}

const inspected = (model: string): Inspected =>
  json(ol(['inspect', model, '--json', '--top', '100'])) as unknown as Inspected

/** Rows of the table of lanes: rate, scaling, weight, and whether it is kept. */
const laneRows = (model: string): string[][] =>
  ol(['inspect', model, '--verbose'])
    .stdout.split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((cells) => ['kept', 'pruned'].includes(cells[3]))

beforeAll(() => {
  expect(ol(['train', sample, '--label', 'y', '--expand', 'off', '-o', auto, '--quiet']).code).toBe(0)
  expect(ol(['train', sample, '--label', 'y', '--rule', 'nag', '-o', single, '--quiet']).code).toBe(0)
  const rows = Array.from(
    { length: 33_000 },
    (_, i) => `${(i * 7) % 10 < 5 ? 1 : -1} | a:${(i * 7) % 10} b:${i % 3}`,
  )
  const data = folder.put('long.vw', `${rows.join('\n')}\n`)
  const flags = ['--loss', 'logistic', '--learning-rate', 'auto', '-b', '8', '-o', pruned, '--quiet']
  expect(ol(['train', data, ...flags]).code).toBe(0)
})

describe('inspect of a mixture', () => {
  test('lists lanes with rate, scaling and share of the weight', () => {
    const rows = laneRows(auto)
    const { lanes, prunedLanes } = inspected(auto)
    expect(prunedLanes).toEqual([])
    expect(rows.map(([rate, scaling]) => [rate, scaling])).toEqual(
      lanes.map(({ parameters }) => [String(parameters.learningRate), parameters.scaling]),
    )
    const shares = rows.map((cells) => Number(cells[2]))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3)
    const heaviest = lanes.findIndex(({ weight }) => weight === 1)
    expect(shares[heaviest]).toBe(Math.max(...shares))
  })

  test('marks the lanes that were pruned', () => {
    const { lanes, prunedLanes } = inspected(pruned)
    expect(prunedLanes.length).toBeGreaterThan(0)
    expect(lanes.length + prunedLanes.length).toBe(16)
    expect(prunedLanes.every((lane) => lane.pruned === true)).toBe(true)
    const gone = laneRows(pruned).filter((cells) => cells[3] === 'pruned')
    expect(gone.map(([rate]) => rate)).toEqual(
      [...lanes.filter((lane) => lane.pruned === true), ...prunedLanes].map(({ parameters }) =>
        String(parameters.learningRate),
      ),
    )
    expect(gone.every((cells) => cells[2] === '0')).toBe(true)
  })

  test('has the weights of the distilled model, except for additions to the constant', () => {
    const small = folder.path('small.ol')
    expect(ol(['distill', auto, '-o', small, '--quiet']).code).toBe(0)
    const own = new Map(inspected(small).weights.map(({ index, weight }) => [index, weight]))
    const { weights } = inspected(auto)
    const far = weights.filter(({ index, weight }) => Math.abs(weight / (own.get(index) ?? 0) - 1) > 1e-6)
    expect(weights.length).toBeGreaterThan(40)
    expect(far).toHaveLength(1)
  })

  test('has no lanes without a mixture', () => {
    expect(laneRows(single)).toEqual([])
    expect(json(ol(['inspect', single, '--json']))).not.toHaveProperty('prunedLanes')
  })
})

describe('predict --spread', () => {
  const row = sampleLines().slice(0, 2).join('\n')
  const first = (...flags: string[]): string[] =>
    ol(['predict', '-m', auto, ...flags], { input: row })
      .stdout.trimEnd()
      .split('\n')

  test('adds a column at the end, in each format and form', () => {
    const [plain] = first('--spread')
    const spread = plain.split(' ')[2]
    expect(Number(spread)).toBeGreaterThan(0)
    expect(`${first()[0]} ${spread}`).toBe(plain)
    expect(first('--spread', '--prediction-format', 'csv')).toEqual([
      'line,tag,class,probability,spread',
      `2,,${plain.replaceAll(' ', ',')}`,
    ])
    const [object] = first('--spread', '--prediction-format', 'jsonl')
    expect(JSON.parse(object)).toMatchObject({ spread: Number(spread) })
    expect(first('--spread', '--probabilities')[0].split(' ')[3]).toBe(spread)
    expect(Number(first('--spread', '--raw')[0].split(' ')[1])).toBeGreaterThan(Number(spread))
  })

  test('is refused without a mixture', () => {
    const ran = ol(['predict', sample, '-m', single, '--spread'])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('one mixture, or has replicates, for a spread')
  })
})
