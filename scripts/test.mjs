import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.mjs'
import { prepare, root, run } from './prepare.mjs'

// npm test [-- <arguments of vitest>]; without arguments the format of all files is checked too

prepare()
const node = process.execPath
const types = run(node, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'])
if (types !== 0) process.exit(types)
if (process.argv.length === 2) {
  const style = check()
  if (style !== 0) process.exit(style)
}

const resultFile = join(root, 'node_modules', '.ol-tests.json')
rmSync(resultFile, { force: true })
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const code = run(node, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile}`,
  ...process.argv.slice(2),
])

const { passed, failed } = counts()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = code !== 0 ? code : failed > 0 ? 1 : 0

/** A file that could not be run counts as one failure, and so does a run that ended without a result. */
function counts() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 }
  const result = JSON.parse(readFileSync(resultFile, 'utf8'))
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = result.numFailedTests + broken
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}
