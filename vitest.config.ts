import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Folders whose test files share what they have loaded: to load it for each takes about as long as its tests. */
const sharing = [
  ...['core', 'fallback', 'numerics', 'pipeline', 'reader', 'regret', 'spec'].map(
    (name) => `packages/${name}/test`,
  ),
  ...['backends', 'models', 'tokenizers'].map((name) => `test/${name}`),
]

/** Files in them that replace modules for all that is loaded after them. */
const replacing = [
  'packages/core/test/growing-limits.test.ts',
  'packages/reader/test/other.test.ts',
  'packages/reader/test/windows.test.ts',
]

const folders = [
  ...readdirSync('packages').map((name) => `packages/${name}/test`),
  ...readdirSync('test', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'build')
    .map(({ name }) => `test/${name}`),
]
const { exclude } = configDefaults
const filesIn = (folder: string): string => `${folder}/**/*.test.ts`

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['test/up-to-date.ts'],
    setupFiles: ['test/equal-bytes.ts'],
    // Node loads what is built; only tests and the sources they import are transformed
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//, /\/native\/index\.js$/] } },
    // every processor: nobody watches meanwhile
    maxWorkers: availableParallelism(),
    // the machine may be slow and busy; a test that hangs ends all the same
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          isolate: false,
          include: sharing.map(filesIn),
          exclude: [...exclude, ...replacing],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [
            ...folders.filter((folder) => !sharing.includes(folder)).map(filesIn),
            'test/*.test.ts',
            ...replacing,
          ],
          exclude,
        },
      },
    ],
  },
})
