import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'native/test/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // the machine may be slow and busy; a test that hangs ends all the same
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
