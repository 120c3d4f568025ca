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
    // With the default of 16 MiB, garbage collection takes 5 % more processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Tests mostly wait for the database, so one worker more than the processors of a small machine.
    maxWorkers: 3,
    // Runs after the other projects, which use all processors.
    sequence: { groupOrder: 1 },
    // They end what hangs. A slow machine needs a multiple of the usual time to convert and render a model.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Polls wait for a state. The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
