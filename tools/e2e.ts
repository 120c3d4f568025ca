import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { storeTestFilesInMemory } from './memory-folder.ts'

const root = join(import.meta.dirname, '..')

/** Runs that do something else than a normal one; the journeys read their name from TEST_SCOPE. */
const scopes = ['matrix', 'gate', 'pictures', 'lighthouse', 'reference']

/** Tests of core and server that repeat more in the matrix, and that send more in the gate. */
const longerTests: Readonly<Record<string, readonly string[]>> = {
  matrix: [
    'bookings/reservations/concurrency',
    'assets/conversion/',
    'assets/rendering/render-turntable',
    'assets/works/works',
    'room/frame-heap',
    'testing/database-over-tls',
    'testing/rolling-restart',
    'checks/boundaries',
  ],
  gate: [
    'platform/ledger/money-stories',
    'commissions/disputes/disputes.test',
    'commissions/milestones/refunds',
    'testing/mutated-input',
    'testing/one-verdict.test',
    'testing/hostile-bodies',
    'testing/hostile-names',
    'assets/fuzz',
    'rooms/connection/hostile-clients',
    'sign-in/address-timing',
  ],
}

/** Runs a program with the pinned Node; returns its exit code. Playwright stops its browsers and servers on SIGINT. */
function runNode(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGINT'))
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

/**
 * Builds the app and seeds the demo world of the journeys. May run at the same time as other work. Returns whether
 * it succeeded; journeys that start later then skip it.
 */
export async function prepareJourneys(): Promise<boolean> {
  const isPrepared = (await runNode(['e2e/support/server/prepare-world.ts'], root, process.env)) === 0
  if (isPrepared) process.env['E2E_WORLD'] = 'prepared'
  return isPrepared
}

/**
 * Runs the e2e tests in a real browser; `names` filters the files (`commission-journey`), which then run whole. `matrix` runs what a normal
 * run does not: every screen at every width in both themes, and the long repetitions. `gate` runs all faults under load,
 * and sends hostile input at scale. `pictures` takes the pictures of the README. `lighthouse` audits the built app.
 * `reference` draws works beside `<model-viewer>`. Returns the exit code.
 */
export async function runJourneys(names: readonly string[], reports: readonly string[] = ['list']): Promise<number> {
  const chromium = findChromium()
  if (chromium === undefined) {
    console.error('No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
    return 1
  }
  const scope = scopes.find((name) => names.includes(name))
  const filters = names.filter((name) => name !== scope)
  const headlessShell = findHeadlessShell(chromium)
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    ...(headlessShell === undefined ? {} : { HEADLESS_SHELL_PATH: headlessShell }),
    ...(scope === undefined ? {} : { TEST_SCOPE: scope }),
    ...(filters.length === 0 ? {} : { E2E_FILES: 'named' }),
  }
  const vitest = 'node_modules/vitest/vitest.mjs'
  const longer = scope === undefined || filters.length > 0 ? undefined : longerTests[scope]
  const repetitions = longer ? await runNode([vitest, 'run', ...longer], root, env) : 0
  const require = createRequire(join(root, 'e2e/package.json'))
  const cli = join(require.resolve('@playwright/test'), '../cli.js')
  const reporters = [...reports, './support/flaky-reporter.ts'].join(',')
  const journeys = await runNode([cli, 'test', `--reporter=${reporters}`, ...filters], join(root, 'e2e'), env)
  return repetitions === 0 ? journeys : repetitions
}

if (import.meta.main) {
  storeTestFilesInMemory()
  process.exitCode = await runJourneys(process.argv.slice(2))
}
