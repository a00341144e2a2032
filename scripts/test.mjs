import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { begin, build, checkNode, install, plan, root, run, start, step } from './prepare.mjs'

// npm test [-- <arguments of vitest>]; without arguments the format of all files is checked too
// npm run test:full: all cases of all grids, of which npm test takes some (packages/spec/test/grid.ts)

const [first, ...others] = process.argv.slice(2)
const full = first === '--full'
const wanted = full ? others : process.argv.slice(2)
if (full) process.env.OL_TEST_GRID = 'full'
const all = wanted.length === 0
const node = process.execPath
const started = performance.now()

plan(all ? 4 : 3)
checkNode()
step('install the packages', install)
// while the build runs, which at times leaves a processor idle
const checking = all ? start(node, [join(root, 'scripts', 'check.mjs')]) : undefined
step('compile the addon and TypeScript', () => {
  build()
  const types = run(node, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'])
  if (types !== 0) process.exit(types)
})
if (checking !== undefined) {
  begin('check format, lint and layers')
  const style = await checking
  if (style !== 0) process.exit(style)
}
const time = full ? 'an hour' : 'seven minutes'
begin(all ? `run every test: ${time} on 2 processors` : 'run these tests')

const resultFile = join(root, 'node_modules', '.ol-tests.json')
rmSync(resultFile, { force: true })
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const code = run(node, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile}`,
  ...wanted,
])

const { passed, failed } = counts()
console.log(
  `${passed} passed, ${failed} failed, ${Math.round((performance.now() - started) / 1000)} s in all`,
)
process.exitCode = code !== 0 ? code : failed > 0 ? 1 : 0

/** A file that could not run counts as one failure, like a run that ended without a result. */
function counts() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 }
  const result = JSON.parse(readFileSync(resultFile, 'utf8'))
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = result.numFailedTests + broken
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}
