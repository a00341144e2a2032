import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/fuzz/fuzz.long.ts'],
    testTimeout: 2 ** 31 - 1,
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//, /\/native\/index\.js$/] } },
  },
})
