import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'native/test/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    setupFiles: ['test/equal-bytes.ts'],
    // Node loads what is built; only tests and the sources they import are transformed
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//, /\/native\/index\.js$/] } },
    // every processor: nobody watches meanwhile
    maxWorkers: availableParallelism(),
    // the machine may be slow and busy; a test that hangs ends all the same
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
