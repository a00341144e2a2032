import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { root } from './prepare.mjs'

// npm run sizes [-- --parts]: the bytes that a page loads for some imports, minified and compressed (gzip), after a build.
// --parts: the bytes of each folder before compression. Exit code 1 if a program exceeds its bound.

/** Programs by their purpose, each with the maximum of compressed bytes. */
const programs = {
  'a lean learner of one rule': {
    bytes: 33_900,
    text: "import { leanLearner, nag } from '@ol/core/lean'; export const Learner = leanLearner(nag)",
  },
  'one rule with VW and CSV text': {
    bytes: 46_500,
    text: "import { csvText, leanLearner, nag, vwText } from '@ol/core/lean'; export const Learner = leanLearner(nag); export { csvText, vwText }",
  },
  'one rule with its files': {
    bytes: 66_700,
    text: "import { fromBytes, leanLearner, nag, toBytes } from '@ol/core/lean'; export const Learner = leanLearner(nag); export { fromBytes, toBytes }",
  },
  'a learner': { bytes: 150_200, text: "export { Learner } from '@ol/core'" },
  'a learner and the reader': {
    bytes: 244_300,
    text: "export { Learner } from '@ol/core'; export { read } from '@ol/reader'",
  },
  'files to models (pipeline)': { bytes: 269_400, text: "export { train } from '@ol/pipeline'" },
}

/** Returns the size of a program for browsers, of all chunks, and of its modules. */
async function sizeOf(text) {
  const entry = join(root, 'packages', 'pipeline', 'entry.mjs')
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'esm', minify: true })
    const chunks = output.filter(({ type }) => type === 'chunk')
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
    const code = chunks.map((chunk) => chunk.code)
    return {
      bytes: code.reduce((sum, one) => sum + Buffer.byteLength(one), 0),
      compressed: code.reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length, 0),
      modules: modules.map(([path, { renderedLength }]) => ({ path, bytes: renderedLength })),
    }
  } finally {
    await build.close()
  }
}

/** Returns the bytes of modules by package and folder, the largest first. */
function partsOf(modules) {
  const parts = new Map()
  for (const { path, bytes } of modules) {
    const part = path
      .slice(root.length + 1)
      .split('/dist/')
      .join(' ')
      .split('/')
      .slice(0, 2)
      .join('/')
    parts.set(part, (parts.get(part) ?? 0) + bytes)
  }
  return [...parts].sort((a, b) => b[1] - a[1])
}

const { values } = parseArgs({ options: { parts: { type: 'boolean', default: false } } })
const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(10)
console.log('  minified      gzip     bound  kB')
for (const [name, program] of Object.entries(programs)) {
  const { bytes, compressed, modules } = await sizeOf(program.text)
  console.log(`${kilobytes(bytes)}${kilobytes(compressed)}${kilobytes(program.bytes)}  ${name}`)
  if (values.parts) for (const [part, own] of partsOf(modules)) console.log(`${kilobytes(own)}  ${part}`)
  if (compressed > program.bytes) process.exitCode = 1
}
