import type { RuleId } from '@ol/spec'
import { divisors } from '../../data/normalize.js'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { meanCell, type ReportCell } from '../../report/experiment-report.js'
import { part } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { rescaled } from '../made-data.js'
import { firstOf, mistakesOf } from '../observed.js'
import { domains } from './heavy-tails.js'

const firstOrder: readonly (readonly [string, RuleId])[] = [
  ['Perceptron', 'perceptron'],
  ['PA-I', 'pa1'],
  ['PA-X', 'pax'],
]
const diagonal: readonly (readonly [string, RuleId])[] = [
  ['second-order Perceptron, diagonal', 'sop'],
  ['AROW, diagonal', 'arow'],
  ['AROW as mirror descent, diagonal', 'arow-omd'],
  ['CW, diagonal', 'cw'],
]
const full: readonly (readonly [string, RuleId])[] = [
  ['second-order Perceptron, full', 'sop-full'],
  ['AROW, full', 'arow-full'],
  ['AROW as mirror descent, full', 'arow-omd-full'],
  ['CW, full', 'cw-full'],
]

const numericSize = 5000

/** Share of mistakes of a rule with its defaults on a shuffle. */
const shareOf = part(
  'omd-second-order',
  async ({ id, rule, seed }: { id: string; rule: RuleId; seed: number }, read) => {
    const data = await read(id)
    if (data.numeric === 0) return mistakesOf(firstOf(data, data.size, seed), { rule, loss: 'hinge' })
    const first = firstOf(data, numericSize, seed)
    const signed =
      id === 'shuttle' ? { ...first, labels: first.labels.map((y) => (y === 1 ? 1 : -1)) } : first
    const normed = rescaled(
      signed,
      divisors(signed, 'max').map((d) => 1 / d),
    )
    return mistakesOf(normed, { rule, loss: 'hinge' })
  },
)

export const secondOrder: Experiment = {
  id: 'omd-second-order',
  title: 'Section 6: first order, diagonal and full second order',
  paper: papers.orabona,
  datasets: ['bank', 'shuttle', ...domains],
  parts: [shareOf],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = (id: string): boolean => find(datasetOf(id), runner.data).state !== 'missing'
    const text = domains.filter(available)
    const numbers = ['bank', 'shuttle'].filter(available)
    const textLearners = [...firstOrder, ...diagonal]
    const numberLearners = [...textLearners, ...full]
    runner.expect(seeds.length * (text.length * textLearners.length + numbers.length * numberLearners.length))
    const [textRows, numberRows] = await Promise.all([
      rowsOf(text, textLearners),
      rowsOf(numbers, numberLearners),
    ])
    const table = (
      title: string,
      ids: readonly string[],
      rows: ReportCell[][],
    ): Findings['tables'][number] => ({
      title,
      columns: [{ name: 'learner', align: 'left' }, ...ids.map((name) => ({ name }))],
      rows,
    })
    return {
      seeds,
      tables: [
        table('Share of mistakes on text', text, textRows),
        table(`Share of mistakes on numbers, ${numericSize} examples`, numbers, numberRows),
      ],
      figures: [],
      notes: [
        'One pass, no constant, defaults of the rules (r = 1, C = 1, phi = 1); mean ± standard deviation over the shuffles. Text: counts scaled to unit length. Numbers: Bank, and class 1 of Shuttle against the rest, each feature divided by its largest value.',
        'A full matrix has a row and a column for each feature: it is out of reach for the text, which has 100,000 to 200,000.',
      ],
    }

    function rowsOf(
      ids: readonly string[],
      learners: readonly (readonly [string, RuleId])[],
    ): Promise<ReportCell[][]> {
      return Promise.all(
        learners.map(async ([name, rule]): Promise<ReportCell[]> => {
          const cells = ids.map(async (id) => {
            const description = (seed: number): string => `${id}: ${name}, shuffle ${seed}`
            const shares = seeds.map((seed) =>
              runner.part(shareOf, { id, rule, seed }, description(seed), [id]),
            )
            return meanCell(await Promise.all(shares), 4)
          })
          return [name, ...(await Promise.all(cells))]
        }),
      )
    }
  },
}
