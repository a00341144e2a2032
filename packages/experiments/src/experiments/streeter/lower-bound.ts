import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { shortNumber } from '../../report/experiment-report.js'
import { part } from '../../run/part.js'
import { logGrid, lowest } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { passOver } from '../made-data.js'

/** The target of the first coordinate, which steps overshoot in both directions. */
const small = 1e-6

/**
 * Returns the problem of length T from the family of Theorem 1: one coordinate with T rounds of |w - small|, which
 * needs a small rate, then T^(1/3) coordinates with T^(1/3) rounds of |w - 1| each, which need a large rate. The best
 * point of the box [0, 1] has no loss, so regret is loss.
 */
function ravine(T: number): Dataset {
  const builder = new DatasetBuilder()
  const n = Math.round(Math.cbrt(T))
  for (let t = 0; t < T; t++) {
    builder.feature(0, 1)
    builder.end(small)
  }
  for (let i = 1; i <= n; i++) {
    for (let t = 0; t < n; t++) {
      builder.feature(i, 1)
      builder.end(1)
    }
  }
  return builder.build('ravine', n + 1, n + 1)
}

const options = { loss: 'absolute', clip: 'none', lower: 0, upper: 1, precision: 'float64' } as const

/** Regret of the three learners on a problem of the family. */
const regrets = part('lower-bound', ({ T }: { T: number }) => {
  const data = ravine(T)
  const rates = logGrid(1e-3, 1e3, 49)
  const constant = passOver(
    data,
    { rule: 'sgd', loss: 'absolute', clip: 'none', update: 'plain' },
    { learningRate: logGrid(1e-5, 1, 49) },
  )
  const global = passOver(data, { rule: 'ogd-global', diameter: 1, ...options }, { learningRate: rates })
  const coordinate = passOver(
    data,
    { rule: 'ogd-coordinate', ...options },
    { learningRate: [1, Math.SQRT1_2] },
  )
  const regret = (losses: readonly number[]): number => losses[lowest(losses)] * data.size
  return {
    T: data.size,
    constant: regret(constant.loss),
    global: regret(global.loss),
    coordinate: coordinate.loss[0] * data.size,
  }
})

export const lowerBound: Experiment = {
  id: 'streeter-lower-bound',
  title: 'Theorem 1: problems on which one rate for all coordinates must lose',
  paper: papers.streeter,
  datasets: [],
  parts: [regrets],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    const lengths = [1e2, 3e2, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5]
    runner.expect(lengths.length)
    const runs = await Promise.all(lengths.map((T) => runner.part(regrets, { T }, `${T} rounds`)))
    const line = (
      name: string,
      value: (run: (typeof runs)[number]) => number,
      color: number,
      dashed: boolean,
    ) => ({
      name,
      points: runs.map((run) => [run.T, value(run)] as const),
      style: dashed ? ('line' as const) : ('both' as const),
      color,
      dashed,
    })
    const slope = (value: (run: (typeof runs)[number]) => number): string => {
      const [a, b] = [runs[2], runs[runs.length - 1]]
      return (Math.log(value(b) / value(a)) / Math.log(b.T / a.T)).toFixed(3)
    }
    return {
      tables: [
        {
          title: 'Regret',
          columns: [
            { name: 'rounds' },
            { name: 'constant rate, best in hindsight' },
            { name: 'one adaptive rate, best factor in hindsight' },
            { name: 'a rate for each coordinate' },
          ],
          rows: [
            ...runs.map((run) => [
              String(run.T),
              shortNumber(run.constant),
              shortNumber(run.global),
              shortNumber(run.coordinate),
            ]),
            [
              'exponent',
              slope((run) => run.constant),
              slope((run) => run.global),
              slope((run) => run.coordinate),
            ],
          ],
        },
      ],
      figures: [
        {
          title: 'Regret over rounds',
          x: { label: 'rounds T', scale: 'log' },
          y: { label: 'regret', scale: 'log' },
          series: [
            line('constant rate, best in hindsight', (run) => run.constant, 0, false),
            line('one adaptive rate, best factor', (run) => run.global, 1, false),
            line('a rate for each coordinate', (run) => run.coordinate, 2, false),
            line('T^(2/3)', (run) => run.T ** (2 / 3), 3, true),
            line('T^(1/2)', (run) => Math.sqrt(run.T), 6, true),
          ],
        },
      ],
      notes: [
        'One coordinate with T rounds of |w - 1e-6|, then T^(1/3) coordinates with T^(1/3) rounds of |w - 1| each; the box is [0, 1]. The best point loses nothing, so that regret is loss.',
        'Rules: sgd with a constant rate, ogd-global with D = 1 (both with the best of 49 rates for each length), ogd-coordinate as it stands.',
        'Theorem 1: one rate that does not grow has regret of at least the order T^(2/3) whatever the rate; with a rate for each coordinate it is of the order T^(1/2).',
      ],
    }
  },
}
