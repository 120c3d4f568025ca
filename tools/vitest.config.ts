import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'tools',
    isolate: false,
    maxWorkers: 3,
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
