import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'seed/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    // Much of a test is waiting for the database: one more than the processors of a small machine.
    maxWorkers: 3,
    // After the others, which fill all processors by themselves.
    sequence: { groupOrder: 1 },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
