// Draws the bundled sample from the whole data set: node data-sample/make.mjs bank-full.csv[.gz]
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

const seed = 20140214
const wanted = 4521

const bytes = readFileSync(process.argv[2])
const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8')
const [header, ...rows] = text.split(/\r?\n/).filter((line) => line !== '')

// selection sampling keeps the order of the rows (Knuth, The Art of Computer Programming, 3.4.2, algorithm S)
const random = mulberry32(seed)
const drawn = []
for (let i = 0; i < rows.length && drawn.length < wanted; i++) {
  if ((rows.length - i) * random() < wanted - drawn.length) drawn.push(rows[i])
}
const out = new URL('bank.csv.gz', import.meta.url)
writeFileSync(out, gzipSync(`${[header, ...drawn].join('\n')}\n`, { level: 9 }))
console.log(`${drawn.length} of ${rows.length} rows`)

/** Uniform in [0, 1): a 32-bit counter, mixed. */
function mulberry32(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
