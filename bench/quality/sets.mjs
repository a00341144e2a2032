// The sets that collect.py wrote into a folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the sets of a folder whose names are among `only`; labels are read when they are requested. */
export function setsOf(folder, only) {
  const path = join(folder, 'sets.json')
  if (!existsSync(path)) throw new Error(`${path}: no such file; collect.py makes it`)
  const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
  const unknown = only?.find((name) => !all.some(([one]) => one === name))
  if (unknown !== undefined) throw new Error(`no set "${unknown}" in ${path}`)
  return all
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([name, set]) => ({ ...set, name, folder, path: join(folder, set.file) }))
}

/**
 * Returns the labels of a set: numbers from 0 for classes, with `names` in the order of sorted text; otherwise real
 * numbers.
 */
export function labelsOf({ folder, name, task }) {
  const lines = readFileSync(join(folder, 'labels', `${name}.txt`), 'utf8')
    .split('\n')
    .slice(0, -1)
  if (task === 'regression') return { labels: Float64Array.from(lines, Number) }
  const names = [...new Set(lines)].sort()
  const number = new Map(names.map((text, k) => [text, k]))
  return { labels: Float64Array.from(lines, (line) => number.get(line)), names, K: names.length }
}
