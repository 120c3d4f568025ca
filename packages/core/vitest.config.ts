import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'core', include: ['src/**/*.test.ts'], isolate: false, maxWorkers: 3, testTimeout: 20_000 },
})
