import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { configDefaults, defineConfig, type Plugin } from 'vitest/config'

/** Files that need a process each: they replace modules or globals, or measure the process. */
const apart = [
  // they load modules again, which later files would then have twice
  'packages/core/test/backends.test.ts',
  'packages/core/test/learner.test.ts',
  'packages/core/test/growing-limits.test.ts',
  'packages/platform/test/dispose.test.ts',
  'packages/platform/test/memory.test.ts',
  'packages/reader/test/other.test.ts',
  'packages/reader/test/windows.test.ts',
  // it loads a bundle, which has another OLError
  'packages/pipeline/test/browser.test.ts',
  // it tells errors by their class, which a process has twice if an earlier file loaded a package again
  'test/backends/hostile-exports.test.ts',
]

/**
 * Tests that import a module of `src` get what was built from it, which the other packages load, too. A copy of its own
 * would be transformed, loaded and compiled once more.
 */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !/^\.\.?\/(.*\/)?src\//.test(source)) return undefined
    const path = join(dirname(importer), source)
    return path.replace(/([\\/]packages[\\/][^\\/]+[\\/])src([\\/].*\.js)$/, '$1dist$2')
  },
}

const { exclude } = configDefaults
const tests = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['test/up-to-date.ts'],
    setupFiles: ['test/equal-bytes.ts'],
    // Node loads what is built; only tests and the sources they import are transformed
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//, /\/native\/index\.js$/] } },
    // every processor: nobody watches meanwhile
    maxWorkers: availableParallelism(),
    // young objects are copied less often, which takes 8% off the time
    execArgv: ['--max-semi-space-size=64'],
    // the machine may be slow and busy; a test that hangs ends all the same
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      // to load what is tested for each file takes about as long as its tests
      {
        extends: true,
        plugins: [built],
        test: { name: 'sharing', isolate: false, include: tests, exclude: [...exclude, ...apart] },
      },
      { extends: true, test: { name: 'apart', include: apart, exclude } },
    ],
  },
})
