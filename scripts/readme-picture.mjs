import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lossRatios } from '../bench/quality/page.mjs'
import { root } from './prepare.mjs'

// node scripts/readme-picture.mjs [--check]: draws the picture of README.md, for light and for dark pages, from the numbers that
// docs/results/quality.json keeps. After a build.

const { figureSvg, paperLook } = await import(new URL('../packages/figures/dist/index.js', import.meta.url))

const looks = {
  light: { text: '#1f2328', frame: '#8c959f', grid: '#e4e7eb', colors: ['#0072b2', '#d55e00'] },
  dark: { text: '#e6edf3', frame: '#6e7681', grid: '#2b3138', colors: ['#58a6ff', '#f0883e'] },
}
/** Ratios beyond these limits are drawn at the edge. */
const [least, most] = [0.01, 10]

const others = lossRatios(JSON.parse(readFileSync(join(root, 'docs', 'results', 'quality.json'), 'utf8')))
// the first on top
const rows = others.map(({ name, ratios }, k) => ({ name, ratios, y: others.length - 1 - k }))
/** Spreads the points of a row vertically, so that few hide others. */
const spread = (i) => 0.5 * (((i * 0.618034) % 1) - 0.5)
const inside = (ratio) => Math.min(most, Math.max(least, ratio))
const geometric = (values) => Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length)

const figure = {
  title: 'Loss of OL divided by the loss of other programs, on public tables',
  x: {
    label: 'loss of OL / loss of the other program (left of 1, OL loses less)',
    scale: 'log',
    min: least,
    max: most,
  },
  y: { label: '', scale: 'category', names: [...rows].reverse().map(({ name }) => name) },
  series: [
    {
      name: 'one table',
      style: 'points',
      color: 0,
      points: rows.flatMap(({ ratios, y }) => ratios.map((ratio, i) => [inside(ratio), y + spread(i)])),
    },
    {
      name: 'geometric mean',
      style: 'points',
      color: 1,
      points: rows.map(({ ratios, y }) => [geometric(ratios), y]),
    },
    {
      name: 'equal losses',
      style: 'line',
      color: 1,
      dashed: true,
      points: [
        [1, 0],
        [1, rows.length - 1],
      ],
    },
  ],
}
for (const [name, look] of Object.entries(looks)) {
  const file = join(root, 'docs', 'pictures', `quality-${name}.svg`)
  const svg = `${figureSvg(figure, { ...paperLook, ...look, ground: undefined, minorGrid: 'none' })}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, svg)
  else if (readFileSync(file, 'utf8') !== svg) {
    console.error(`${file} is not what docs/results/quality.json says: run node scripts/readme-picture.mjs`)
    process.exitCode = 1
  }
}
