import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/tokenizers/fuzz.long.ts'], testTimeout: 3_600_000 },
})
