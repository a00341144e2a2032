import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'

export const domains = ['books', 'dvd', 'electronics', 'kitchen'] as const

export const heavyTails: Experiment = {
  id: 'omd-heavy-tails',
  title: 'Figure 1: the heavy tails of words',
  paper: papers.orabona,
  datasets: domains,
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    const available = domains.filter((id) => find(datasetOf(id), runner.data).state !== 'missing')
    runner.expect(available.length)
    const sets = await Promise.all(
      available.map(async (id) => ({
        id,
        counts: [...(await runner.facts(id)).counts].sort((a, b) => b - a),
      })),
    )
    return {
      tables: [
        {
          title: 'Documents with a word',
          columns: [
            { name: 'data', align: 'left' },
            { name: 'words' },
            { name: 'in one document only' },
            { name: 'in at most five' },
            { name: 'in more than a hundred' },
          ],
          rows: sets.map(({ id, counts }) => {
            const share = (fits: (count: number) => boolean): string =>
              `${((100 * counts.filter(fits).length) / counts.length).toFixed(1)}%`
            return [
              id,
              String(counts.length),
              share((count) => count === 1),
              share((count) => count <= 5),
              share((count) => count > 100),
            ]
          }),
        },
      ],
      figures: [
        {
          title: 'Documents with a word, over the rank of the word',
          x: { label: 'rank', scale: 'log' },
          y: { label: 'documents', scale: 'log' },
          series: sets.map(({ id, counts }) => ({
            name: id,
            points: thinned(counts),
            style: 'line' as const,
          })),
        },
      ],
      notes: [
        'A few words are in most documents and most words are in one: what second-order learners with a diagonal matrix are made for. The paper shows two of the sets.',
      ],
    }
  },
}

/** Points at ranks that grow by 3%: all that a picture can show. */
function thinned(counts: readonly number[]): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = []
  for (let rank = 1; rank <= counts.length; rank = Math.max(rank + 1, Math.round(rank * 1.03)))
    points.push([rank, counts[rank - 1]])
  points.push([counts.length, counts[counts.length - 1]])
  return points
}
