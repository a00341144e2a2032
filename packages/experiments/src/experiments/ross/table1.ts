import { datasetOf } from '../../datasets/datasets.js'
import { find, foundOf } from '../../datasets/find-dataset.js'
import type { ReportCell } from '../../report/experiment-report.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type RossSet, rossSets } from './ross-published.js'

export const table1: Experiment = {
  id: 'table1',
  title: 'Table 1: size, features and scale range of the data sets',
  paper: papers.ross,
  datasets: rossSets.map((set) => set.dataset),
  run,
}

async function run({ runner }: ExperimentContext): Promise<Findings> {
  const rows: ReportCell[][] = []
  for (const set of rossSets) rows.push(await row(set))
  return {
    tables: [
      {
        title: 'Data sets',
        columns: [
          { name: 'data', align: 'left' },
          { name: 'size, paper' },
          { name: 'size' },
          { name: 'features, paper' },
          { name: 'numeric columns' },
          { name: 'with categories' },
          { name: 'scale range, paper' },
          { name: 'scale range' },
          { name: 'data there', align: 'left' },
        ],
        rows,
      },
    ],
    figures: [],
    notes: [
      'The scale of a feature is its largest absolute value; the range covers the numeric columns.',
      'The paper counts the header of Bank as an example, and the survey weight of Census, which its description says to ignore, as a feature. Its counts leave the categorical columns out; the learners had them (see table2).',
    ],
  }

  async function row(set: RossSet): Promise<ReportCell[]> {
    const { size, features, scales } = set.table1
    const found = find(datasetOf(set.dataset), runner.data)
    const range = `[${scales[0]}, ${scales[1]}]`
    if (found.state === 'missing')
      return [
        set.dataset,
        String(size),
        'n.a.',
        String(features),
        'n.a.',
        'n.a.',
        range,
        'n.a.',
        found.description,
      ]
    const facts = await runner.facts(set.dataset)
    const used = facts.scales.filter((scale) => scale > 0)
    return [
      set.dataset,
      String(size),
      { text: String(facts.size), value: facts.size },
      String(features),
      { text: String(used.length), value: used.length },
      { text: String(facts.features), value: facts.features },
      range,
      { text: `[${Math.min(...used)}, ${Math.max(...used)}]` },
      foundOf(datasetOf(set.dataset), runner.data, facts.size).description,
    ]
  }
}
