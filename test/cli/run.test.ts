import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bank, ol, olProcess, temporaryFolder } from './run.js'

// The thread that the tests run commands on says what a process says, for every command and every way to end.

const folder = temporaryFolder()
const data = bank(50)
const paths = { DATA: data, MODEL: folder.path('model.ol'), OUT: folder.path('out'), FOLDER: folder.path('') }
const table = readFileSync(data)
const seconds = /("?seconds"?[ :]+|^Trained .* in |^Tested .* in )[\d.e-]+/gm
/** The memory that is left, which moves from one run to the next. */
const left = /("left":|memory +)[\d.]+( [KMGT]iB)?/g
const steady = (text: string): string => text.replace(seconds, '$1_').replace(left, '$1_')

test.each<[line: string, input?: string | Uint8Array]>([
  ['train DATA --label y --loss logistic -o MODEL'],
  ['train DATA --label y --loss logistic --predictions - --quiet'],
  ['train --label y --loss logistic --json', table],
  ['train --format vw --json', '1 | \u00e4\nx | b\n'],
  ['train --format vw'],
  ['train DATA --rule nagg'],
  ['train DATA --label nothing'],
  ['train DATA --label age -o FOLDER/none/model.ol'],
  ['test DATA -m MODEL'],
  ['test DATA -m FOLDER/none.ol'],
  ['predict DATA -m MODEL'],
  ['predict - -m MODEL', table],
  ['predict DATA -m MODEL -o OUT'],
  ['inspect MODEL --names DATA'],
  ['info'],
  ['info --json --backend fallback'],
  ['search DATA --label y --loss logistic --passes 1 --grid learning-rate=1,2 --quiet --json'],
  ['convert DATA --label y --labels sign --to vw'],
  ['stats DATA --labels sign'],
  ['experiment list'],
  ['datasets list --data FOLDER'],
  ['help train'],
  ['--version'],
  ['--bogus'],
  ['trian'],
])('ol-cli %s', (line, input = '') => {
  const args = Object.entries(paths)
    .reduce((text, [name, path]) => text.replaceAll(name, path), line)
    .split(' ')
  const runs = [olProcess, ol].map((run) => {
    rmSync(paths.OUT, { force: true })
    const { stdout, stderr, ...ended } = run(args, { input })
    return { ...ended, stdout: steady(stdout), stderr: steady(stderr) }
  })
  expect(runs[1]).toEqual(runs[0])
})
