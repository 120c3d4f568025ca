import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './support/chromium.ts'
import { isMatrixRun, matrixOnly } from './support/scope.ts'

const roomSpecs = ['main-job', 'headset', 'room-collaboration', 'room-presence', 'rooms'].map(
  (name) => `**/e2e/${name}.spec.ts`,
)
/** The specs with more to do in the matrix. */
const matrixSpecs = [
  'accessibility-screens',
  'accessibility-dialogs',
  'chat-delivery/chat-delivery',
  'commission-journey',
].map((name) => `**/e2e/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  ...(isMatrixRun ? {} : { grepInvert: new RegExp(matrixOnly.tag) }),
  fullyParallel: false,
  workers: 2,
  // See support/flaky-reporter.ts.
  retries: 1,
  timeout: 120_000,
  // Two journeys with software rendering are slow; tests wait for a state.
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  outputDir: '../.data/e2e/results',
  // The room journeys render in software, so only one of them runs at a time, while the other worker runs the
  // other journeys.
  projects: isMatrixRun
    ? [{ name: 'matrix', testMatch: matrixSpecs }]
    : [
        {
          name: 'rooms',
          testMatch: roomSpecs,
          workers: 1,
          expect: { timeout: 30_000 },
          use: { actionTimeout: 60_000 },
        },
        { name: 'journeys', testIgnore: roomSpecs },
      ],
  use: {
    actionTimeout: 30_000,
    launchOptions: chromiumLaunchOptions,
    // A trace doubles the run time; use `--trace on` where the screenshot and the log are not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1280, height: 720 },
  },
})
