import { defineConfig } from 'vitest/config'

/** A decoder of broken models may stay damaged, so these tests share no process with the others. */
export default defineConfig({
  test: {
    name: 'server-fuzz',
    root: import.meta.dirname,
    include: ['src/platform/assets/fuzz/**/*.test.ts'],
    pool: 'forks',
    // With those of the server, which has as many workers.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
  },
})
