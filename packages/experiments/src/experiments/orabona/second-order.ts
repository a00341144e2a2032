import type { RuleId } from '@ol/spec'
import type { Dataset } from '../../data/dataset.js'
import { divisors } from '../../data/normalize.js'
import { find } from '../../datasets/find.js'
import { readDataset } from '../../datasets/read.js'
import { datasetOf } from '../../datasets/table.js'
import { type Cell, meanCell } from '../../report/report.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { rescaled } from '../learning.js'
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

export const secondOrder: Experiment = {
  id: 'omd-second-order',
  title: 'Section 6: first order, diagonal and full second order',
  paper: papers.orabona,
  datasets: ['bank', 'shuttle', ...domains],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const there = (id: string): boolean => find(datasetOf(id), runner.data).state !== 'missing'
    const text = domains.filter(there)
    const numbers = ['bank', 'shuttle'].filter(there)
    const textRows = await columns(text, [...firstOrder, ...diagonal], async (id, seed) => {
      const { data } = await readDataset(datasetOf(id), runner.data)
      return firstOf(data, data.size, seed)
    })
    const numberRows = await columns(numbers, [...firstOrder, ...diagonal, ...full], async (id, seed) => {
      const { data } = await readDataset(datasetOf(id), runner.data)
      const part = firstOf(data, numericSize, seed)
      const signed = id === 'shuttle' ? { ...part, labels: part.labels.map((y) => (y === 1 ? 1 : -1)) } : part
      return rescaled(
        signed,
        divisors(signed, 'max').map((d) => 1 / d),
      )
    })
    const table = (title: string, ids: readonly string[], rows: Cell[][]): Findings['tables'][number] => ({
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

    async function columns(
      ids: readonly string[],
      learners: readonly (readonly [string, RuleId])[],
      dataOf: (id: string, seed: number) => Promise<Dataset>,
    ): Promise<Cell[][]> {
      const rows = learners.map(([name]): Cell[] => [name])
      for (const id of ids) {
        const shares = learners.map((): number[] => [])
        for (const seed of seeds) {
          const data = await dataOf(id, seed)
          learners.forEach(([, rule], k) => {
            shares[k].push(mistakesOf(data, { rule, loss: 'hinge' }))
          })
        }
        shares.forEach((values, k) => {
          rows[k].push(meanCell(values, 4))
        })
      }
      return rows
    }
  },
}
