import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { random } from './pairs.mjs'

const cities = ['oslo', 'rome', 'bern', 'kiel', 'x y', 'a"b', 'Ünï']

/**
 * Writes the same examples in every format: numbers, words, rare words, missing cells, labels of three kinds, and
 * occasional bad lines. Returns the paths by format and task.
 */
export function writeData(folder, examples) {
  const texts = {}
  const add = (name, line) => {
    texts[name] ??= []
    texts[name].push(line)
  }
  const tasks = ['binary', 'multiclass', 'regression']
  for (const task of tasks) add(`csv-${task}`, 'p,q,r,city,word,label')
  const next = random(5)
  for (let k = 0; k < examples; k++) {
    const [p, q, r] = [next() + next() + next() - 1.5, next() * 100, Math.floor(next() * 20)]
    const city = cities[Math.floor(next() ** 2 * cities.length)]
    const word = `w${Math.floor(next() ** -0.6 - 1) % 5000}`
    const y = 2 * p + 3 * (q > 50) + 2 * (city === 'oslo') + (p * q) / 50 + next() - 2
    const labels = {
      binary: y > 2 ? 'yes' : 'no',
      multiclass: ['low', 'middle', 'high'][y < 1 ? 0 : y < 4 ? 1 : 2],
      regression: y.toFixed(3),
    }
    const number = { binary: y > 2 ? 1 : -1, multiclass: y < 1 ? 1 : y < 4 ? 2 : 3, regression: y.toFixed(3) }
    const cell = k % 31 === 7 ? '' : p.toFixed(4)
    for (const task of tasks) {
      if (k % 997 === 5) {
        add(`csv-${task}`, 'bad,line,of,too,many,cells,here')
        add(`vw-${task}`, 'x | a:b:c')
        add(`jsonl-${task}`, '{"label":}')
        add(`svmlight-${task}`, '1 1:2:3')
      }
      add(
        `csv-${task}`,
        `${cell},${q.toFixed(3)},${r},"${city.replaceAll('"', '""')}",${word},${labels[task]}`,
      )
      add(
        `jsonl-${task}`,
        JSON.stringify({
          label: task === 'regression' ? Number(labels[task]) : labels[task],
          p: cell === '' ? null : Number(cell),
          q: Number(q.toFixed(3)),
          place: { city, word },
        }),
      )
      add(
        `vw-${task}`,
        `${number[task]} |a ${cell === '' ? '' : `p:${cell} `}q:${q.toFixed(3)} |b ${word} r:${r} ${city.replaceAll(/[ :|]/g, '_')}`,
      )
      add(`svmlight-${task}`, `${number[task]} 1:${cell || 0} 2:${q.toFixed(3)} ${10 + r}:1`)
    }
  }
  const paths = {}
  for (const [name, lines] of Object.entries(texts)) {
    const text = Buffer.from(`${lines.join('\n')}\n`)
    paths[name] = join(folder, `${name}.${name.split('-')[0]}`)
    writeFileSync(paths[name], text)
    if (!name.startsWith('csv')) continue
    paths[name.replace('csv', 'gz')] = `${paths[name]}.gz`
    writeFileSync(`${paths[name]}.gz`, gzipSync(text, { level: 1 }))
  }
  return paths
}
