import { pick, type Random } from '../tokenizers/texts.js'

// Inputs that are usual but for their gaps, bad lines, and columns and classes that appear during training.

/** The labels of an input. */
export type LabelSort = 'two numbers' | 'two words' | 'classes' | 'growing classes' | 'real'

export interface MadeInput {
  readonly format: 'csv' | 'vw' | 'jsonl' | 'svmlight'
  readonly text: string
  readonly labels: LabelSort
}

function labelOf(random: Random, sort: LabelSort, e: number): string | number {
  if (sort === 'two numbers') return 2 * random(2) - 1
  if (sort === 'two words') return pick(random, ['yes', 'no'])
  if (sort === 'classes') return 1 + random(3)
  if (sort === 'growing classes') return pick(random, e < 90 ? ['a', 'b'] : ['a', 'b', 'c', 'd'])
  return (random(2000) - 900) / 16
}

const lines = (random: Random, size: number, bad: readonly string[], make: (e: number) => string): string =>
  Array.from({ length: size }, (_, e) => (random(55) === 0 ? pick(random, bad) : make(e))).join('\n')

function csv(random: Random): MadeInput {
  const labels = pick<LabelSort>(random, ['two numbers', 'two words', 'classes', 'growing classes', 'real'])
  const [gaps, quotes] = [random(2) === 0, random(3) === 0]
  const bad = ['', 'x', '1,2,"open', ',,,,,', '1,a,b,c,d,e,f,g']
  const rows = lines(random, 40 + random(400), bad, (e) =>
    [
      labelOf(random, labels, e),
      gaps && random(4) === 0 ? '' : random(1000) / 8,
      gaps && e < 50 ? '' : pick(random, ['red', 'green', 'blue']),
      quotes && random(6) === 0 ? '"a ""b""\nc, d"' : `t${random(40)}`,
      random(3) === 0 ? 0 : random(7),
      gaps && e < 90 ? '' : `k${random(5)}`,
    ].join(','),
  )
  return { format: 'csv', text: `y,n,c,t,z,late\n${rows}`, labels }
}

function vw(random: Random): MadeInput {
  const labels = pick<LabelSort>(random, ['two numbers', 'two numbers', 'classes', 'real'])
  const bad = ['', 'x |a b', '1 |f a:x', '1 1 1 1 1|f', '|only features:2']
  const text = lines(random, 40 + random(400), bad, (e) => {
    const weight = random(5) === 0 ? ` ${1 + random(4)}${random(2) === 0 ? '' : ' 0.5'}` : ''
    const words = Array.from({ length: random(9) }, () => {
      const value = random(2) === 0 ? '' : `:${(random(2000) - 1000) / 64}`
      return `w${random(60)}${value}`
    })
    const rest = random(4) === 0 ? ' |h a b c' : ''
    const tag = random(3) === 0 ? `'t${e}` : ''
    return `${labelOf(random, labels, e)}${weight} ${tag}|f ${words.join(' ')} |g x${random(40)} ${random(30)}:${random(9) / 4}${rest}`
  })
  return { format: 'vw', text, labels }
}

function jsonl(random: Random): MadeInput {
  const labels = pick<LabelSort>(random, ['two numbers', 'two words', 'growing classes', 'real'])
  const bad = ['', '{"y":', '[1]', '{"y":1,"a":{"b":[1,"x"]}}']
  const text = lines(random, 40 + random(300), bad, (e) =>
    JSON.stringify({
      y: labelOf(random, labels, e),
      ...(random(5) === 0 ? {} : { n: random(1000) / 8 }),
      c: pick(random, ['u', 'v', 'w', null]),
      on: random(2) === 0,
      inner: { p: random(9), q: pick(random, ['k', 'l']) },
      ...(e > 70 ? { later: pick(random, ['m', 'n']) } : {}),
      ...(e > 90 ? { number: random(50) } : {}),
      ...(random(4) === 0 ? { list: [random(3), random(4)] } : {}),
    }),
  )
  return { format: 'jsonl', text, labels }
}

function svmlight(random: Random): MadeInput {
  const labels = pick<LabelSort>(random, ['two numbers', 'classes', 'real'])
  const text = lines(random, 40 + random(300), ['', '1 a:b', 'x 1:1'], (e) => {
    const columns = new Set(Array.from({ length: random(8) }, () => 1 + random(50)))
    const features = [...columns].toSorted((a, b) => a - b).map((k) => `${k}:${(random(200) - 100) / 16}`)
    return `${labelOf(random, labels, e)} ${features.join(' ')}`
  })
  return { format: 'svmlight', text, labels }
}

const makers = { csv, vw, jsonl, svmlight }

/** Makes an input of one of these formats. */
export function madeInput(
  random: Random,
  formats: readonly MadeInput['format'][] = ['csv', 'csv', 'vw', 'jsonl', 'svmlight'],
): MadeInput {
  return makers[pick(random, formats)](random)
}
