import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './support/browser/chromium.ts'
import {
  isGateRun,
  isLighthouseRun,
  isMatrixRun,
  isNamedRun,
  isPicturesRun,
  isReferenceRun,
  matrixOnly,
} from './support/scope.ts'

const roomSpecs = [
  'main-job',
  'main-job-languages',
  'headset',
  'headset-devices',
  'room-collaboration',
  'room-presence',
  'rooms',
].map((name) => `**/e2e/**/${name}.spec.ts`)
/** The faults under load, the reviews by emulated devices, and script in every text. */
const gateSpecs = ['**/e2e/gate/*.spec.ts', '**/e2e/script-in-texts.spec.ts']
/** The room journeys of the matrix. */
const matrixRoomSpecs = ['headset', 'room-collaboration', 'room-presence', 'main-job-languages'].map(
  (name) => `**/e2e/**/${name}.spec.ts`,
)
/** The other specs with tests of the matrix: those that name its tag. */
const matrixSpecs = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .filter((path) => /\bmatrixOnly\b/.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
  .map((path) => `**/e2e/${path}`)

const pictureSpecs = '**/e2e/screens/pictures.spec.ts'
const lighthouseSpecs = '**/e2e/lighthouse/*.spec.ts'
const referenceSpecs = '**/e2e/viewer/reference/*.spec.ts'

/** Times of journeys that render in software. */
const roomTimes = { expect: { timeout: 30_000 }, use: { actionTimeout: 60_000 } }
/** The room journeys render in software, so only one of them runs at a time, while the other worker runs the others. */
const everyJourney = [
  { name: 'rooms', testMatch: roomSpecs, workers: 1, ...roomTimes },
  { name: 'journeys', testIgnore: [...roomSpecs, pictureSpecs, lighthouseSpecs, referenceSpecs] },
]
const projects = isGateRun
  ? // What fails once in hundreds of faults has failed.
    [{ name: 'gate', testMatch: gateSpecs, retries: 0, ...roomTimes }]
  : isMatrixRun
    ? [
        { name: 'rooms', testMatch: matrixRoomSpecs, ...roomTimes },
        { name: 'matrix', testMatch: matrixSpecs, testIgnore: matrixRoomSpecs },
      ]
    : isPicturesRun
      ? [{ name: 'pictures', testMatch: pictureSpecs, retries: 0, ...roomTimes }]
      : isLighthouseRun
        ? // What is measured has the machine to itself.
          [{ name: 'lighthouse', testMatch: lighthouseSpecs, retries: 0, workers: 1 }]
        : isReferenceRun
          ? [{ name: 'reference', testMatch: referenceSpecs, retries: 0 }]
          : everyJourney

export default defineConfig({
  testDir: '.',
  ...(isMatrixRun || isGateRun || isNamedRun ? {} : { grepInvert: new RegExp(matrixOnly.tag) }),
  fullyParallel: false,
  workers: 2,
  // See support/flaky-reporter.ts.
  retries: 1,
  timeout: 120_000,
  // Two journeys with software rendering are slow; tests wait for a state.
  expect: { timeout: 20_000 },
  globalSetup: './support/server/global-setup.ts',
  outputDir: '../.data/e2e/results',
  projects,
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
