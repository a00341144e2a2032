import { statSync } from 'node:fs'
import { join } from 'node:path'
import { generate, kinds } from './generate.mjs'
import { measure } from './measure.mjs'
import { prepareFile } from './prepare.mjs'
import { median } from './summary.mjs'
import { sizedDrivers, workloads } from './workloads.mjs'

/** The number of examples that determine the bytes per example of a kind. */
const sampled = 2000

/**
 * Measures the generated kinds of data in files of some sizes, in megabytes; the drivers run in turn. Returns a row for
 * each file: by driver its seconds and its loss; seconds of OL cover the entire process, and Vowpal Wabbit's start when
 * it starts its work; {absent} if Vowpal Wabbit is missing.
 */
export async function measureSizes(megabytes, repeat, folder) {
  const rows = []
  for (const workload of workloads.filter(
    ({ kind, crosses }) => kind !== undefined && crosses === undefined,
  )) {
    const { kind, name } = workload
    const sample = join(folder, `${kind}-sample.vw`)
    await generate(kind, sampled, sample)
    const perExample = statSync(sample).size / sampled
    for (const size of megabytes) {
      const examples = Math.round((size * 1e6) / perExample)
      const file = await prepareFile(workload, examples * kinds[kind].features, undefined, folder)
      const { absent } = measure(sizedDrivers.vw, workload, file, { prepare: true })
      if (absent !== undefined) return { absent }
      const runs = Object.fromEntries(Object.keys(sizedDrivers).map((of) => [of, []]))
      for (let k = 0; k < repeat; k++)
        for (const [of, driver] of Object.entries(sizedDrivers))
          runs[of].push(measure(driver, workload, file, {}))
      const row = { name, size, examples: file.examples }
      for (const [of, all] of Object.entries(runs))
        row[of] = {
          seconds: median(all.map(({ wall, seconds }) => (of === 'vw' ? seconds : wall))),
          loss: all[0].loss,
        }
      rows.push(row)
      console.error(sizesTable([row]).at(-1))
    }
  }
  return { rows }
}

/** Returns the lines of the table. */
export function sizesTable(rows) {
  const ratio = (row, of) => `${(row.vw.seconds / row[of].seconds).toFixed(2)} ×`
  return [
    '| data | MB | examples | `vw`, s | `nag`, s | ratio | defaults, s | ratio | loss, `vw` | `nag` | defaults |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map((row) => {
      const seconds = (of) => row[of].seconds.toPrecision(3)
      const losses = ['vw', 'nag', 'defaults'].map((of) => row[of].loss.toFixed(4))
      return `| ${[row.name, row.size, row.examples.toLocaleString('en'), seconds('vw'), seconds('nag'), ratio(row, 'nag'), seconds('defaults'), ratio(row, 'defaults'), ...losses].join(' | ')} |`
    }),
  ]
}
