import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-program.mjs'

/** Runs `ol-cli train` of a checkout on a set, and returns its predictions, made before each row was learned. */
export async function learn(checkout, set, { labels, names, K }, flags, scratch, key) {
  const path = join(scratch, `${key}.txt`)
  const { stdout, wall } = await run(process.execPath, [
    join(checkout, 'packages', 'cli', 'bin', 'ol-cli.js'),
    ...['train', set.path, ...set.flags, ...flags],
    ...['--json', '--raw', '--predictions', path],
  ])
  const report = JSON.parse(stdout)
  if (report.task.task !== set.task)
    throw new Error(`OL reads its labels as ${report.task.task}, not ${set.task}`)
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  rmSync(path)
  if (lines.length !== labels.length) throw new Error(`${lines.length} predictions of ${labels.length} rows`)
  const predictions = numbersOf(set.task, lines, report, names, K)
  return { predictions, report, seconds: report.seconds, wall }
}

function numbersOf(task, lines, report, names, K) {
  if (task === 'regression') return Float64Array.from(lines, Number)
  if (task === 'binary') {
    // the score belongs to the label that means +1 for OL
    const sign = String(report.task.labels[1]) === names[1] ? 1 : -1
    return Float64Array.from(lines, (line) => 1 / (1 + Math.exp(-sign * Number(line))))
  }
  const classes = report.classes.map(String)
  const place = classes.map((name) => names.indexOf(name))
  const all = new Float64Array(lines.length * K)
  lines.forEach((line, e) => {
    // classes that have not appeared yet have no score
    const longest = classes.filter((one) => line.startsWith(`${one} `)).sort((a, b) => b.length - a.length)[0]
    const scores = line.slice(longest.length + 1).split(' ')
    scores.forEach((score, k) => {
      all[e * K + place[k]] = Math.exp(Number(score))
    })
  })
  return all
}
