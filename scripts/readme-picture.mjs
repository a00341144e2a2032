import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// node scripts/readme-picture.mjs [--check]: draws the picture of README.md, for light and for dark pages, from the numbers that
// docs/results/figure1.md keeps. After a build.

const { figureSvg, paperLook } = await import(new URL('../packages/figures/dist/index.js', import.meta.url))

const looks = {
  light: { text: '#1f2328', frame: '#8c959f', grid: '#e4e7eb', colors: ['#0072b2', '#d55e00', '#9a6a8c'] },
  dark: { text: '#e6edf3', frame: '#6e7681', grid: '#2b3138', colors: ['#58a6ff', '#f0883e', '#bc8cbf'] },
}

const rows = recorded()
const series = (name, column, more) => ({
  name,
  points: rows.map((cells) => [cells[0], cells[column]]),
  style: 'both',
  ...more,
})
const figure = {
  title: 'Loss of OL and of AdaGrad, by the unit of a feature',
  x: { label: 'unit of the first of two features', scale: 'log' },
  y: { label: 'average loss (log)', scale: 'log', min: 0.03, max: 1000 },
  series: [
    series('NAG, one rate', 1, { color: 0, dashed: false }),
    series('NAG, best rate for each unit', 2, { color: 0, dashed: true }),
    series('auto, the default of OL', 3, { color: 2, dashed: false }),
    series('AdaGrad, the same one rate', 4, { color: 1, dashed: false }),
    series('AdaGrad, best rate for each unit', 5, { color: 1, dashed: true }),
  ],
}
for (const [name, look] of Object.entries(looks)) {
  const file = join(root, 'docs', 'pictures', `units-${name}.svg`)
  const svg = `${figureSvg(figure, { ...paperLook, ...look, ground: undefined, minorGrid: 'none', height: 230 })}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, svg)
  else if (readFileSync(file, 'utf8') !== svg) {
    console.error(`${file} is not what docs/results/figure1.md says: run node scripts/readme-picture.mjs`)
    process.exitCode = 1
  }
}

/** Returns the rows of the first table of numbers: unit, and the loss of each learner. */
function recorded() {
  const page = readFileSync(join(root, 'docs', 'results', 'figure1.md'), 'utf8')
  const [, table] = /\n\| scale [^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(page)
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|').slice(1, -1).map(Number))
}
