import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { prepareJourneys, runJourneys } from './e2e.ts'
import { storeTestFilesInMemory } from './memory-folder.ts'

const root = join(import.meta.dirname, '..')
storeTestFilesInMemory()
const reports = mkdtempSync(join(tmpdir(), 'veranda-reports-'))

function runStep(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n== ${name}`)
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type JourneySuite = { specs?: { title: string; file: string; ok: boolean }[]; suites?: JourneySuite[] }
type JourneyReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: JourneySuite[] }

function readReport<T>(file: string): T | undefined {
  try {
    // The reporters' documented formats.
    return JSON.parse(readFileSync(join(reports, file), 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Returns a line for each unit test, and each file that could not run, that failed. */
function failedUnits({ testResults }: UnitReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const lines = failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`)
    if (lines.length === 0 && status === 'failed') lines.push(firstLine(message))
    return lines.map((line) => `${relative(root, name)}: ${line}`)
  })
}

function failedJourneys(suite: JourneySuite): string[] {
  const failed = (suite.specs ?? []).filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`)
  return [...failed, ...(suite.suites ?? []).flatMap(failedJourneys)]
}

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0] ?? ''

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
const unitTestsPassed = await runStep('tests of core, i18n, ui, web and server', [
  ...vitest,
  `--outputFile.json=${join(reports, 'units.json')}`,
])
// The journeys' world is seeded by one process that mostly waits; the checks take what it leaves of the processors. It
// is seeded right before the journeys, because its next session starts within the hour.
const [checksPassed, isPrepared] = await Promise.all([runStep('check', ['tools/check.ts']), prepareJourneys()])
if (!isPrepared) console.log('The world of the journeys could not be prepared; they try it themselves.')
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
// Once more at the end, where it is found.
const names = [
  ...(checksPassed ? [] : ['npm run check: see above']),
  ...(unitReport ? failedUnits(unitReport) : unitTestsPassed ? [] : ['the unit tests ended without a report']),
  ...(journeyReport?.suites ?? []).flatMap(failedJourneys),
]
for (const name of names) console.log(`failed: ${name}`)
console.log(`\n${passed} passed, ${allPassed ? 0 : Math.max(failed, 1)} failed`)
process.exitCode = allPassed ? 0 : 1
