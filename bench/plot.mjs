import { figureSvg } from '@ol/figures'

const shown = ['OL', 'OL, auto', 'OL in TypeScript', 'Vowpal Wabbit', 'scikit-learn SGDClassifier', 'river']

/** Nanoseconds per feature by workload and tool, as SVG. */
export function plot({ results, machine }) {
  const names = results.map(({ workload }) => workload)
  const series = shown
    .map((name) => ({
      name,
      style: 'points',
      points: results.flatMap(({ rows }, k) => {
        const row = rows.find((one) => one.name === name)
        return row === undefined ? [] : [[k, row.nanoseconds]]
      }),
    }))
    .filter(({ points }) => points.length > 0)
  return figureSvg({
    title: 'Time to learn, nanoseconds per feature',
    x: { label: 'workload', scale: 'category', names },
    y: { label: 'ns per feature (lower is faster)', scale: 'log' },
    series,
    description: `Nanoseconds per feature from text to model on ${machine.processor}`,
  })
}
