import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generate, kinds } from './generate.mjs'
import { olCli } from './measure.mjs'

/**
 * Writes the file of a workload once, as VW text; undefined if its data are missing. Counts features without the
 * constant and with the products of `crosses`.
 */
export async function prepareFile(workload, features, data, folder) {
  const path = join(folder, `${workload.kind ?? workload.name}-${features}.vw`)
  if (workload.kind !== undefined) {
    const examples = Math.ceil(features / kinds[workload.kind].features)
    if (!existsSync(path)) await generate(workload.kind, examples, path)
  } else {
    if (data === undefined || !existsSync(join(data, workload.file))) return undefined
    olCli(['convert', join(data, workload.file), ...workload.convert, '--to', 'vw', '--quiet', '-o', path])
  }
  const { lines, pieces } = await count(path, workload.crosses ?? [])
  const size = { examples: lines, features: pieces, bytes: statSync(path).size }
  return { path, ...size, size }
}

/**
 * Counts lines and features of VW text as the scripts here write it: namespaces of one letter, and a space before every
 * feature.
 */
async function count(path, crosses) {
  let lines = 0
  let pieces = 0
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 22 })) {
    const whole = (rest + chunk).split('\n')
    rest = whole.pop()
    for (const line of whole) {
      const sizes = new Map()
      for (const space of line.split('|').slice(1)) {
        const names = space.trimEnd().split(' ').length - 1
        sizes.set(space[0], names)
        pieces += names
      }
      for (const [a, b] of crosses) pieces += (sizes.get(a) ?? 0) * (sizes.get(b) ?? 0)
    }
    lines += whole.length
  }
  return { lines, pieces }
}
