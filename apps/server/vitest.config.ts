import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'server',
    include: ['src/**/*.test.ts', 'seed/**/*.test.ts'],
    // See vitest.fuzz.config.ts.
    exclude: [...configDefaults.exclude, 'src/platform/assets/fuzz/**'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    // Each test file makes its own app and database, so files may share a process and what it has imported.
    isolate: false,
    // Tests often wait for the database or for time to pass, so there are twice as many as processors of a small machine.
    maxWorkers: 4,
    // Runs after the other projects, which use all processors.
    sequence: { groupOrder: 1 },
    testTimeout: 20_000,
    // Polls wait for a state. The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
  },
})
