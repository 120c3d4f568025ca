import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runJourneys } from './e2e.ts'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'veranda-reports-'))

function step(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n== ${name}`)
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

type UnitReport = { numPassedTests: number; numFailedTests: number }
type JourneyReport = { stats: { expected: number; unexpected: number; flaky: number } }

function read<T>(file: string): T | undefined {
  try {
    // The reporters' own documented shapes.
    return JSON.parse(readFileSync(join(reports, file), 'utf8')) as T
  } catch {
    return undefined
  }
}

const checked = await step('check', ['tools/check.ts'])
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
const units = await step('tests of core, words, ui, web and server', [
  ...vitest,
  `--outputFile.json=${join(reports, 'units.json')}`,
])
console.log('\n== journeys in a browser')
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = join(reports, 'journeys.json')
const journeys = (await runJourneys([], ['list', 'json'])) === 0

const unit = read<UnitReport>('units.json')
const journey = read<JourneyReport>('journeys.json')
rmSync(reports, { recursive: true, force: true })
const passed = (unit?.numPassedTests ?? 0) + (journey?.stats.expected ?? 0) + (checked ? 1 : 0)
const failed =
  (unit?.numFailedTests ?? (units ? 0 : 1)) +
  (journey ? journey.stats.unexpected + journey.stats.flaky : journeys ? 0 : 1) +
  (checked ? 0 : 1)
const good = checked && units && journeys && failed === 0
console.log(`\n${passed} passed, ${good ? 0 : Math.max(failed, 1)} failed`)
process.exitCode = good ? 0 : 1
