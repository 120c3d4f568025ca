import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './support/chromium.ts'

const roomSpecs = ['room-presence', 'room-collaboration', 'headset', 'main-job', 'rooms'].map(
  (name) => `**/e2e/${name}.spec.ts`,
)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  // Two journeys with software rendering are slow; tests wait for a state.
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  outputDir: '../.data/e2e/results',
  // Three windows with software rendering need both processors, so the room journeys run last and alone. A `teardown`
  // project runs after the others even if they fail.
  projects: [
    // The longest file starts first, so that no worker waits for it at the end.
    { name: 'accessibility-screens', testMatch: '**/e2e/accessibility-screens.spec.ts', teardown: 'rooms' },
    { name: 'journeys', testIgnore: ['**/e2e/accessibility-screens.spec.ts', ...roomSpecs], teardown: 'rooms' },
    {
      name: 'rooms',
      testMatch: roomSpecs,
      workers: 1,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 60_000 },
    },
  ],
  use: {
    actionTimeout: 30_000,
    launchOptions: chromiumLaunchOptions,
    // A trace doubles the run time; use `--trace on` where the screenshot and the log are not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1440, height: 900 },
  },
})
