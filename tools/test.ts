import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runJourneys } from './e2e.ts'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'veranda-reports-'))

function runStep(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n== ${name}`)
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

type UnitReport = { numPassedTests: number; numFailedTests: number }
type JourneyReport = { stats: { expected: number; unexpected: number; flaky: number } }

function readReport<T>(file: string): T | undefined {
  try {
    // The reporters' documented formats.
    return JSON.parse(readFileSync(join(reports, file), 'utf8')) as T
  } catch {
    return undefined
  }
}

const checksPassed = await runStep('check', ['tools/check.ts'])
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
const unitTestsPassed = await runStep('tests of core, i18n, ui, web and server', [
  ...vitest,
  `--outputFile.json=${join(reports, 'units.json')}`,
])
console.log('\n== e2e tests in a browser')
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = join(reports, 'journeys.json')
const journeysPassed = (await runJourneys([], ['list', 'json'])) === 0

const unitReport = readReport<UnitReport>('units.json')
const journeyReport = readReport<JourneyReport>('journeys.json')
rmSync(reports, { recursive: true, force: true })
// Flaky journeys passed on the second try; the journeys' exit code says whether there were too many.
const journeysCounted = (journeyReport?.stats.expected ?? 0) + (journeyReport?.stats.flaky ?? 0)
const passed = (unitReport?.numPassedTests ?? 0) + journeysCounted + (checksPassed ? 1 : 0)
const failed =
  (unitReport?.numFailedTests ?? (unitTestsPassed ? 0 : 1)) +
  (journeyReport?.stats.unexpected ?? (journeysPassed ? 0 : 1)) +
  (checksPassed ? 0 : 1)
const allPassed = checksPassed && unitTestsPassed && journeysPassed && failed === 0
console.log(`\n${passed} passed, ${allPassed ? 0 : Math.max(failed, 1)} failed`)
process.exitCode = allPassed ? 0 : 1
