import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root, sample, temporaryFolder } from './run.js'

// Every program of the README and of the documentation runs, as it stands there, in a folder where only the sample and the packages are.
// Their commands: test/docs/console.test.ts.

const folder = temporaryFolder()
mkdirSync(folder.path('data-sample'))
copyFileSync(sample, folder.path('data-sample/bank.csv.gz'))
mkdirSync(folder.path('node_modules/@ol'), { recursive: true })
for (const name of ['core', 'pipeline', 'reader'])
  symlinkSync(join(root, 'packages', name), folder.path(`node_modules/@ol/${name}`), 'junction')

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const pages = [
  'docs/start.md',
  'docs/library.md',
  'docs/pipeline.md',
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
]

function blocks(language: string, page: string = readme): string[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap((match) =>
    match[1] === language ? [match[2]] : [],
  )
}

function run(command: string, args: readonly string[]) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return spawnSync(command, args, {
    cwd: folder.path('.'),
    encoding: 'utf8',
    input: '',
    env: { ...process.env, PATH: path },
    maxBuffer: 2 ** 28,
  })
}

test('the README has programs, and commands with their output', () => {
  expect(blocks('console').join('').match(/^\$ /gm)?.length).toBeGreaterThanOrEqual(5)
  expect(blocks('ts').length).toBeGreaterThanOrEqual(2)
})

const programs = [readme, ...pages.map((page) => readFileSync(join(root, page), 'utf8'))].flatMap((page) =>
  blocks('ts', page),
)

/** The output of the programs, one after another in one process: to load the packages takes longer than most of them. */
const ran = { stderr: '', printed: [] as string[] }
const end = '--- end of a program ---\n'

beforeAll(() => {
  programs.forEach((block, i) => {
    // the examples have no types to strip: they are JavaScript, too
    writeFileSync(folder.path(`example${i + 1}.mjs`), block)
  })
  const each = programs.map((_, i) => `await import('./example${i + 1}.mjs')\nprocess.stdout.write(end)\n`)
  writeFileSync(folder.path('all.mjs'), `const end = ${JSON.stringify(end)}\n${each.join('')}`)
  const { stderr, stdout } = run(process.execPath, [folder.path('all.mjs')])
  ran.stderr = stderr
  // nothing is after the last end, or what a program printed until it failed
  ran.printed = stdout.split(end).slice(0, -1)
})

test.each(programs.map((_, i) => i + 1))('TypeScript example %i', (i) => {
  expect(ran.printed.length, ran.stderr).toBeGreaterThanOrEqual(i)
  expect(ran.printed[i - 1]).not.toMatch(/undefined|NaN|false/)
})

test('the programs write nothing to standard error', () => expect(ran.stderr).toBe(''))

test.each(blocks('ts').map((block, i) => [i + 1, block]))(
  'TypeScript example %i of the README runs in the clone, where the root links the packages',
  (_, block) => {
    // imports are resolved from where it starts; the files that it writes are not the clone's
    const input = `process.chdir(${JSON.stringify(folder.path('.'))})\n${block}`
    const ran = spawnSync(process.execPath, ['--input-type=module'], { cwd: root, encoding: 'utf8', input })
    expect([ran.stderr, ran.status]).toEqual(['', 0])
  },
)

test('the program of the README that trains, saves, loads and predicts has five lines', () => {
  const program = blocks('ts').find((block) => block.includes('@ol/pipeline')) ?? ''
  expect(program.trimEnd().split('\n')).toHaveLength(5)
  const lines = ran.printed[programs.indexOf(program)].trimEnd().split('\n')
  expect(lines).toHaveLength(4521)
  expect(lines[0]).toBe('no')
})

test('npm run demo and npm test are scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [, name] of readme.matchAll(/^npm (?:run )?(\w+)$/gm))
    expect(Object.keys(scripts)).toContain(name)
})
