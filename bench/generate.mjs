// Generates files for benchmarks: the same bytes for the same arguments, on every machine.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** Uniform in [0, 1): mulberry32. */
export function uniform(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Skewed towards small numbers, like the frequencies of words and categories. */
const skewed = (random, count) => Math.floor(count * random() ** 3)

/** A word of three syllables and a digit for each number below 83,349. */
function wordOf(id) {
  const syllable = (n) => syllables[n % syllables.length]
  return syllable(id) + syllable(Math.floor(id / 21)) + syllable(Math.floor(id / 441)) + (id % 9)
}

const syllables = 'ba de fi go hu ja ke li mo nu pa re si to vu wa ze chi str ion ing'.split(' ')

/** 75 features with a value each; `nameOf` writes the feature's name. */
function text(random, nameOf) {
  let score = 0
  let line = ''
  for (let i = 0; i < 75; i++) {
    const id = skewed(random, 50_000)
    const value = random()
    score += value * (((id * 7919) % 13) - 6)
    line += ` ${nameOf(id)}:${value.toFixed(6)}`
  }
  return `${score + 20 * (random() - 0.5) > 0 ? 1 : -1} |f${line}\n`
}

/** 54 columns of numbers, as in covtype: ten of them in different units, the others 0 or 1. */
function numbers(random) {
  let score = 0
  const fields = []
  for (let column = 0; column < 54; column++) {
    const value = column < 10 ? Math.floor(random() * 10 ** (1 + (column % 4))) : random() < 0.1 ? 1 : 0
    score += column < 10 ? value / 10 ** (1 + (column % 4)) : value
    fields.push(value)
  }
  return { fields, label: score + random() }
}

/**
 * A function that makes lines for each kind of data, and the number of features of its lines; the labels depend on the
 * features, so that there is something to learn.
 */
export const kinds = {
  /** numbered features, as in rcv1 */
  ids: { features: 75, line: (random) => text(random, String) },
  /** the same with words as names */
  names: { features: 75, line: (random) => text(random, wordOf) },
  /** 39 categories in five namespaces, as in click prediction */
  ctr: {
    features: 39,
    line(random) {
      let score = 0
      let line = ''
      for (let column = 0; column < 39; column++) {
        const id = skewed(random, 10 + 400 * column)
        score += ((id * 31 + column) % 7) - 3
        if (column % 8 === 0) line += ` |${'abcde'[column / 8]}`
        line += ` c${column}=${id.toString(36)}x${(id * 2654435761) >>> 0}`
      }
      return `${score + 20 * (random() - 0.5) > 0 ? 1 : -1}${line}\n`
    },
  },
  /** 54 numbers of very different scales in each line */
  dense: {
    features: 54,
    line(random) {
      let score = 0
      let line = ''
      for (let column = 0; column < 54; column++) {
        const value = random() - 0.3
        score += value * ((column % 7) - 3)
        line += ` n${column}:${(value * 10 ** ((column % 9) - 4)).toPrecision(6)}`
      }
      return `${score + 2 * (random() - 0.5) > 0 ? 1 : -1} |${line}\n`
    },
  },
  /** a CSV of numbers, the label in the last column */
  table: {
    features: 54,
    line(random) {
      const { fields, label } = numbers(random)
      return `${fields.join(',')},${label.toFixed(3)}\n`
    },
  },
}

/** Writes `examples` lines of a kind to a file. */
export async function generate(kind, examples, file) {
  const random = uniform(1)
  const out = createWriteStream(file)
  let text = ''
  for (let i = 0; i < examples; i++) {
    text += kinds[kind].line(random)
    if (text.length > 1 << 20) {
      if (!out.write(text)) await once(out, 'drain')
      text = ''
    }
  }
  out.end(text)
  await once(out, 'close')
}
