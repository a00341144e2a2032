import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
let cli = path('../packages/cli/bin/ol-cli.js')
const tools = path('tools/')
const venv = path('.venv/')

/** The Python with the other tools: from `--install`, or from the path. */
const python = () => (existsSync(`${venv}bin/python`) ? `${venv}bin/python` : 'python3')

/** Measures the command line of this file instead of the repository's. */
export function useCli(file) {
  cli = resolve(file)
}

/** Runs ol-cli, unmeasured; throws its error output if it fails. */
export function olCli(args) {
  const done = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
}

/** Installs the other tools from PyPI into bench/.venv. */
export function install() {
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', venv],
    [`${venv}bin/python`, '-m', 'pip', 'install', '--quiet', '--requirement', `${tools}requirements.txt`],
  ])
    if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${command} failed`)
}

/** Returns the versions of the available tools. */
export function versions() {
  const asked = readFileSync(`${tools}requirements.txt`, 'utf8').trim().split('\n')
  const code =
    'import importlib.metadata as m, json, sys\nd = {}\nfor n in sys.argv[1:]:\n  try: d[n] = m.version(n)\n  except Exception: pass\nprint(json.dumps(d))'
  const done = spawnSync(python(), ['-c', code, ...asked.map((line) => line.split('==')[0])], {
    encoding: 'utf8',
  })
  return { node: process.versions.node, ...(done.status === 0 ? JSON.parse(done.stdout) : {}) }
}

/**
 * Runs a driver on a workload in a separate process, and returns {wall, processor, memory, seconds, loss, features}:
 * wall-clock and processor seconds of the entire process, bytes, and seconds within the process. With `prepare`, makes
 * the files that the run needs (a cache, a model), and returns {absent} with the reason if the tool is missing. A slow
 * tool gets the head of the file.
 */
export function measure(driver, workload, file, { prepare = false }) {
  const head = driver.slow !== undefined && file.features > driver.slow ? headOf(file, driver.slow) : file
  const command = driver.tool === 'ol' ? commandOfOl : commandOfPython
  const args = command(driver, workload, head, prepare)
  if (args === undefined) return {}
  const done = run(args)
  if (done.status !== 0) {
    const gone = /ModuleNotFoundError: (.*)|ENOENT|not installed/.exec(done.stderr)
    if (prepare && gone !== null) return { absent: gone[1] ?? gone[0] }
    throw new Error(`${driver.name} on ${workload.name} ended with ${done.status}:\n${done.stderr}`)
  }
  const said = JSON.parse(done.stdout)
  if (said.examples !== head.examples)
    throw new Error(`${driver.name} read ${said.examples} of ${head.examples} examples of ${workload.name}`)
  const { wall, processor, memory } = done
  const loss =
    workload.classes === undefined ? (said.averageLoss ?? said.loss) : (said.errorRate ?? said.loss)
  return { wall, processor, memory, seconds: said.seconds, loss, features: head.features }
}

/** Without Python, processor time and memory of another process are unknown. */
function run(args) {
  const options = { encoding: 'utf8', maxBuffer: 1 << 26 }
  const measured = spawnSync('python3', [`${tools}measure.py`, ...args], options)
  if (measured.error === undefined && measured.status === 0) return JSON.parse(measured.stdout)
  const started = performance.now()
  const { status, stdout, stderr, error } = spawnSync(args[0], args.slice(1), options)
  if (error !== undefined) return { status: 127, stderr: error.message }
  return { status, stdout, stderr, wall: (performance.now() - started) / 1000 }
}

function commandOfOl(driver, workload, file, prepare) {
  if (driver.defaults)
    return prepare ? undefined : [process.execPath, cli, 'train', file.path, '--json', '--quiet']
  const { bits = 18, rule = 'nag', backend = 'native', flags = [], input, task = 'train', threads } = driver
  const common = ['--json', '--quiet', '--backend', backend]
  if (threads !== undefined) common.push('--threads', String(threads))
  const cache = input === 'cache' ? ['--cache', `${file.path}.olcache`] : ['--no-cache']
  // a mixture of several classes mixes class probabilities
  const loss = workload.classes !== undefined && rule.startsWith('auto') ? 'softmax' : 'logistic'
  const learner = ['--rule', rule, '--loss', loss, '--bits', String(bits), ...flags]
  if (workload.classes !== undefined) learner.push('--classes', String(workload.classes))
  for (const pair of workload.crosses ?? []) learner.push('-q', pair)
  const model = `${file.path}.ol`
  if (task === 'test' && !prepare)
    return [process.execPath, cli, 'test', file.path, '--model', model, ...common]
  const save = task === 'test' ? ['--output', model] : []
  if (!prepare || task === 'test' || input === 'cache')
    return [process.execPath, cli, 'train', file.path, ...learner, ...cache, ...save, ...common]
  return undefined
}

function commandOfPython(driver, workload, file, prepare) {
  const { tool, bits = 18, input, task } = driver
  const { crosses, classes, name } = workload
  const job = { file: file.path, bits, input, task, crosses, classes, dense: name === 'dense', prepare }
  return [python(), `${tools}${tool}.py`, JSON.stringify(job)]
}

/** Writes the head of a file, with about this many features, to a file next to it. */
function headOf(file, features) {
  const examples = Math.max(1000, Math.floor((features * file.examples) / file.features))
  const path = `${file.path}.${examples}.vw`
  if (!existsSync(path)) {
    const lines = readFileSync(file.path, 'latin1').split('\n', examples)
    writeFileSync(path, `${lines.join('\n')}\n`, 'latin1')
  }
  return { path, examples, features: (file.features * examples) / file.examples }
}
