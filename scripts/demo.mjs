import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { begin, hasAddon, plan, prepare, prepareCommands, root, run } from './prepare.mjs'

// Trains on the bundled sample, predicts with the model, and shows each command before it runs.

const data = 'data-sample/bank.csv.gz'
const out = 'demo-out'
const model = `${out}/bank.ol`
const predictions = `${out}/predictions.txt`
const heading = process.stdout.isTTY === true ? (text) => `\x1b[1m${text}\x1b[0m` : (text) => text

const quick = !hasAddon()
if (quick) {
  console.error(`The plan, about half a minute in a fresh clone: [1/3] install the packages, [2/3] compile TypeScript, [3/3] learn, predict and look
at the model. The C++ addon is not needed for it and comes with \`npm run build\`: the same results, faster.`)
  plan(3)
  prepareCommands()
  begin('learn, predict and look at the model')
} else prepare()
mkdirSync(join(root, out), { recursive: true })

show('Learn who subscribes: 4,521 clients of a bank, one at a time, each predicted before it is learned.')
command(['train', data, '--label', 'y', '-o', model])
console.log(`
Accuracy falls towards the end of the file: its rows are in the order of time, and the clients of the last months said yes far more
often. That is drift in the data, no fault of the run; docs/guides/drift.md says what to do about it.`)

show('Predict with the saved model: the probability that each client subscribes.')
command(['predict', data, '--model', model, '--output', predictions])
const lines = readFileSync(join(root, predictions), 'utf8').trimEnd().split('\n')
console.log(
  `The first 5 of ${lines.length} predictions in ${predictions}:\n  ${lines.slice(0, 5).join('\n  ')}`,
)

show('See what the model learned: the features that move its predictions most.')
command(['inspect', model, '--top', '5'])

show('Try next')
console.log(`  npx ol-cli train YOUR.csv --label COLUMN -o your.ol    your own data: CSV, TSV, VW text or svmlight, also gzipped
  npx ol-cli test ${data} --model ${model}
  npx ol-cli train --help
${quick ? '  npm run build                                          the C++ addon, too: the same results, faster\n' : ''}  npm test
The model and the predictions are in ./${relative(root, join(root, out))}; README.md says more.`)

function show(text) {
  console.log(`\n${heading(text)}`)
}

function command(args) {
  console.log(`$ npx ol-cli ${args.join(' ')}\n`)
  const code = run(process.execPath, [join(root, 'packages', 'cli', 'bin', 'ol-cli.js'), ...args])
  if (code !== 0) process.exit(code)
}
