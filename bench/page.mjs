import { sizesTable } from './sizes.mjs'
import { cells, headings } from './summary.mjs'

/** Returns the conditions on which the figures depend. */
function conditions({ processor, cores, tier }, repeat, load, tools) {
  return `Medians of ${repeat} runs, ${cores} cores of ${processor} (${tier ?? 'no'} tier), load ${load.map((one) => one.toFixed(1)).join(', ')}; ${tools.join(', ')}.`
}

/** Returns docs/results/benchmarks.md: the method, the machine, and the results. */
export function page({ machine, repeat, load, absent, results }) {
  const tools = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`)
  const lines = [
    '# Benchmarks',
    '',
    '`npm run bench` makes this page: each driver in a process of its own, in turn, from a file of VW text to a model. OL learns with',
    '`--rule nag --loss logistic -b 18` unless its name says otherwise; the others learn with their defaults for a logistic loss.',
    'The first driver of a pair has to have the same loss as its twin to the last bit, else nothing is printed.',
    '',
    conditions(machine, repeat, load, tools),
    '',
    '![Nanoseconds per feature by workload and tool, on a log scale](benchmarks-1.svg)',
    '',
    '- **ns per feature**: within the process, from the start of the work; **whole process**: with starting up; **processor**: of all threads.',
    '- **loss**: mean log loss of predictions made before learning (error rate with classes). LIBLINEAR reads everything first and has none.',
    '- **ratio**: how many times faster OL is than the other driver of the pair, within the process; below 1, OL is slower.',
    '- A slow tool learns the first part of the file, as its name says.',
    '',
  ]
  for (const { workload, what, examples, features, bytes, rows } of results) {
    lines.push(`## ${workload}`, '')
    lines.push(
      `${what[0].toUpperCase()}${what.slice(1)}: ${examples.toLocaleString('en')} examples, ${features.toLocaleString('en')} features, ${(bytes / 1e6).toFixed(0)} MB.`,
      '',
    )
    lines.push(
      `| ${headings.join(' | ')} |`,
      `| ${headings.map((_, k) => (k === 0 || k === headings.length - 1 ? '---' : '--:')).join(' | ')} |`,
    )
    for (const row of rows) lines.push(`| ${cells(row).join(' | ')} |`)
    lines.push('')
  }
  if (absent.length > 0)
    lines.push('Absent from this run:', '', ...absent.map(([name, why]) => `- ${name}: ${why}`), '')
  return `${lines.join('\n').trimEnd()}\n`
}

/** Returns docs/results/file-sizes.md: files of several sizes, with the defaults. */
export function sizesPage({ machine, repeat, load, sized }) {
  const { node, vowpalwabbit } = machine.versions
  return `${[
    '# Files of several sizes, and the defaults',
    '',
    '`npm run bench -- --sizes 5,50,500` makes this page. `nag` is `ol-cli train FILE --rule nag --loss logistic -b 18`, and `defaults` is',
    '`ol-cli train FILE`, which derives crosses if the examples are rows of a table. `vw` is Vowpal Wabbit with its defaults for a',
    'logistic loss. The seconds of OL include the start of its process; the seconds of Vowpal Wabbit leave out the start',
    'of Python. The data are described in [benchmarks.md](benchmarks.md).',
    '',
    conditions(machine, repeat, load.slice(-1), [`node ${node}`, `vowpalwabbit ${vowpalwabbit}`]),
    '',
    'A ratio says how many times faster OL is; below 1, OL is slower. Most of the time of a small file is the start of Node.js and',
    'compiling JavaScript. The loss is the mean log loss of predictions made before learning.',
    '',
    ...sizesTable(sized),
  ].join('\n')}\n`
}
