import { defineConfig } from '@playwright/test'
import { chromium } from './support/chromium.ts'

const rooms = ['being-there', 'company', 'headset', 'main-job', 'rooms'].map((name) => `**/e2e/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  // A machine that draws in software and runs two journeys at once takes its time; what is waited for is a state.
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  outputDir: '../.data/e2e/results',
  // Three windows that draw in software want both processors: the rooms come last, and alone. A `teardown` is what comes
  // after the others whatever became of them.
  projects: [
    // The longest file begins first, so that no processor waits for it at the end.
    { name: 'screens', testMatch: '**/e2e/screens.spec.ts', teardown: 'rooms' },
    { name: 'journeys', testIgnore: ['**/e2e/screens.spec.ts', ...rooms], teardown: 'rooms' },
    {
      name: 'rooms',
      testMatch: rooms,
      workers: 1,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 60_000 },
    },
  ],
  use: {
    actionTimeout: 30_000,
    launchOptions: chromium,
    // A trace doubles the work of a run; `--trace on` makes one where the picture and the words are not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1440, height: 900 },
  },
})
