import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    name: 'web',
    environment: 'jsdom',
    // One document per file, but jsdom is loaded once per worker: a third of the time. Threads of one process would
    // share broadcast channels, so that a sign-out in one file signs out another.
    pool: 'vmForks',
    // With as many as processors a quarter of them is idle. The projects that run together need the same number.
    maxWorkers: 3,
    environmentOptions: { jsdom: { url: 'http://127.0.0.1/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    setupFiles: ['@veranda/ui/testing/testing-library.ts', 'src/lib/testing/load-english.ts'],
    // Ends a test that hangs; a busy machine takes a few seconds longer, as in the core and the server.
    testTimeout: 20_000,
  },
})
