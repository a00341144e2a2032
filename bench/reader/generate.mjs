// Writes the generated files of the benchmarks: `node bench/reader/generate.mjs FOLDER [MEGABYTES] [NAME ...]`. The
// bytes depend only on this file and the size, so that results can be compared between machines.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** xorshift32, seeded */
function generator(seed) {
  let x = seed
  return (n) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % n
  }
}

const syllables = 'ba de fi go hu ja ke li mo nu pa re si to vu wa ze chi str ion ing able'.split(' ')

/** Smaller ids are more frequent, like words. */
const skewed = (random, n) => Math.floor(n * (random(1 << 20) / (1 << 20)) ** 3)

/** The files: one line each, with the number of its features (without the constant). */
export const shapes = {
  ids: {
    format: 'vw',
    extension: 'vw',
    description: 'rcv1-like: 75 features per line, integer ids',
    features: 75,
    line(random) {
      let line = random(2) ? '1 |f' : '-1 |f'
      let id = 0
      for (let i = 0; i < 75; i++) {
        id += 1 + skewed(random, 2400)
        line += ` ${id}:0.${String(1 + random(999999)).padStart(6, '0')}`
      }
      return line
    },
  },
  names: {
    format: 'vw',
    extension: 'vw',
    description: 'rcv1-like: 75 features per line, string names',
    features: 75,
    line(random) {
      let line = random(2) ? '1 |f' : '-1 |f'
      for (let i = 0; i < 75; i++) {
        const id = skewed(random, 47000)
        const name =
          syllables[id % 21] + syllables[((id / 21) | 0) % 21] + syllables[((id / 441) | 0) % 21] + (id % 9)
        line += ` ${name}:0.${String(random(1e6)).padStart(6, '0')}`
      }
      return line
    },
  },
  ctr: {
    format: 'vw',
    extension: 'vw',
    description: 'click-through: 39 categorical features per line, in five namespaces',
    features: 39,
    line(random) {
      let line = random(4) ? '-1' : '1'
      for (let i = 0; i < 39; i++)
        line += `${i % 8 === 0 ? ` |${'abcde'[i / 8]}` : ''} ${i.toString(36)}${skewed(random, 1 << 22).toString(16)}`
      return line
    },
  },
  dense: {
    format: 'csv',
    extension: 'csv',
    description: 'dense CSV: 54 numbers and a label',
    features: 54,
    line(random) {
      let line = ''
      for (let i = 0; i < 54; i++) {
        const v = 1 + random(999999)
        line +=
          i % 3 === 0
            ? `${v % 5000 || 7},`
            : i % 3 === 1
              ? `${(v / 1000).toFixed(3)},`
              : `-${(v / 1e6).toFixed(6)},`
      }
      return `${line}${1 + random(7)}`
    },
  },
}

/** Writes one file of at least this many bytes; returns its lines. */
export function generate(path, shape, bytes) {
  const random = generator(0x9e3779b9)
  const file = openSync(path, 'w')
  let written = 0
  let lines = 0
  while (written < bytes) {
    let block = ''
    for (let i = 0; i < 500; i++) block += `${shape.line(random)}\n`
    lines += 500
    written += writeSync(file, block)
  }
  closeSync(file)
  return lines
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, megabytes = '500', ...names] = process.argv.slice(2)
  if (folder === undefined) throw new Error('usage: generate.mjs FOLDER [MEGABYTES] [NAME ...]')
  mkdirSync(folder, { recursive: true })
  for (const name of names.length > 0 ? names : Object.keys(shapes)) {
    const path = join(folder, `${name}.${shapes[name].extension}`)
    const lines = generate(path, shapes[name], Number(megabytes) * 1e6)
    console.log(`${path}: ${lines} lines`)
  }
}
