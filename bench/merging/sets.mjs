// The input of bench/merging.mjs: rows in a random order, the last rows held out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sets as all, writeRows } from '../auto/sets.mjs'
import { generate } from '../generate.mjs'

const named = (name) => all.find((set) => set.name === name)

/** A holdout cannot weight lanes if there are derived features. */
const plain = ['--expand', 'off']

/** `held`: rows held out; `holdout`: one in n rows is in the merge holdout; `rounds`: flags of three rounds, of a single rate or none. */
export const sets = [
  {
    name: 'Covertype, class 2',
    held: 100_000,
    source: named('Covertype, class 2'),
    flags: ['--label', '-1', '--positive', '2', ...plain],
    holdout: 100,
    rounds: [[], ['--rule', 'nag', '--learning-rate', '8']],
  },
  {
    name: 'Census',
    held: 40_000,
    source: named('Census'),
    flags: ['--label', '-1', ...plain],
    holdout: 50,
    rounds: [[]],
  },
  { name: 'Clicks (generated)', held: 100_000, examples: 600_000, flags: [...plain], holdout: 100 },
]

/** Writes the rows of a set into two files of a folder, and returns their paths; undefined: its file is missing. */
export async function filesOf({ source, held, examples }, data, folder) {
  const [train, test] = ['train', 'test'].map((name) => join(folder, name))
  if (source !== undefined && !existsSync(join(data, source.files[0]))) return undefined
  const path = source === undefined ? join(folder, 'clicks.vw') : writeRows(source, data, folder, 1).path
  if (source === undefined) await generate('ctr', examples, path)
  const rows = readFileSync(path, 'latin1').split('\n').slice(0, -1)
  const write = (file, part) => writeFileSync(file, `${part.join('\n')}\n`, 'latin1')
  write(train, rows.slice(0, -held))
  write(test, rows.slice(-held))
  return { train, test, rows: rows.length - held }
}
