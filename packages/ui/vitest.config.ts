import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ui',
    environment: 'jsdom',
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    setupFiles: ['src/testing/testing-library.ts'],
    // Ends a test that hangs; a busy machine takes a few seconds longer, as in the core and the server.
    testTimeout: 20_000,
    maxWorkers: 3,
  },
})
