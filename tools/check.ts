import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { tableOwners, tableReaders } from '../apps/server/src/platform/db/table-owners.ts'
import { checkCatalogues } from './checks/catalogues.ts'
import { checkUntranslatedText } from './checks/untranslated-text.ts'
import { checkFileReferences } from './checks/file-references.ts'
import { checkFileSizes } from './checks/file-sizes.ts'
import { checkHouse } from './checks/house.ts'
import { checkImports } from './checks/imports.ts'
import { checkRealtimeEvents } from './checks/realtime-events.ts'
import { checkCoreVerbs, coreVerbExceptions } from './checks/core-verbs.ts'
import { checkRouteVerbs, routeVerbExceptions } from './checks/route-verbs.ts'
import { checkUnusedMessages } from './checks/unused-messages.ts'
import { checkWalks } from './checks/walks.ts'
import { checkWords } from './checks/words.ts'
import { checkTableReads, checkTableWrites, type Violation } from './checks/table-access.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Outcome = { name: string; ok: boolean; output: string; milliseconds: number }

async function timeCheck(name: string, work: () => Promise<{ ok: boolean; output: string }>): Promise<Outcome> {
  const start = performance.now()
  const { ok, output } = await work().catch((error: unknown) => ({ ok: false, output: String(error) }))
  return { name, ok, output, milliseconds: Math.round(performance.now() - start) }
}

function runCommand(command: string, args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** Returns whether a check passed and what it found. A run that looked at too little fails and says at how much. */
function outcomeOf(
  violations: readonly Violation[],
  lookedAtEnough = true,
  lookedAt = '',
): { ok: boolean; output: string } {
  if (!lookedAtEnough) return { ok: false, output: `only ${lookedAt} were looked at` }
  return {
    ok: violations.length === 0,
    output: violations.map(({ file, line, what }) => `${file}:${line} ${what}`).join('\n'),
  }
}

const checks: (() => Promise<Outcome>)[] = [
  // The linter already loads the types; letting it report type errors is cheaper than running the compiler for each
  // package.
  () => timeCheck('lint and types', () => runCommand(bin('oxlint'), ['--type-aware', '--type-check', '--quiet'])),
  () => timeCheck('format', () => runCommand(bin('oxfmt'), ['--check', '.'])),
  () => timeCheck('unused', () => runCommand(bin('knip'), ['--no-progress'])),
  // Without tests and testing/ folders: what only a test imports is unused.
  () => timeCheck('unused in production', () => runCommand(bin('knip'), ['--no-progress', '--production'])),
  () =>
    timeCheck('imports', async () => {
      const { modules, edges, violations } = await checkImports(root)
      return outcomeOf(violations, modules > 100 && edges > 200, `${modules} modules and ${edges} imports`)
    }),
  () =>
    timeCheck('table access', async () => {
      const writes = checkTableWrites(root, tableOwners)
      const reads = checkTableReads(root, tableOwners, tableReaders)
      const sawEnough = writes.files > 50 && writes.statements > 20 && reads.statements > 200
      const seen = `${writes.files} files, ${writes.statements} writes and ${reads.statements} reads`
      return outcomeOf([...writes.violations, ...reads.violations], sawEnough, seen)
    }),
  () =>
    timeCheck('file sizes', async () => {
      const { files, violations } = checkFileSizes(root)
      return outcomeOf(violations, files > 1_000, `${files} files`)
    }),
  () =>
    timeCheck('file references', async () => {
      const { references, violations } = checkFileReferences(root)
      const walks = checkWalks(root)
      const sawEnough = references > 150 && walks.hops > 100
      const seen = `${references} names of files and ${walks.hops} hops of walks`
      return outcomeOf([...violations, ...walks.violations], sawEnough, seen)
    }),
  () =>
    timeCheck('house', async () => {
      const { violations, docstrings, constants } = checkHouse(root)
      const seen = `${docstrings} docstrings and ${constants} constants`
      return outcomeOf(violations, docstrings > 2_000 && constants > 300, seen)
    }),
  () =>
    timeCheck('words', async () => {
      const { files, comments, testNames, identifiers, ids, keys, violations } = checkWords(root)
      const sawEnough =
        files > 1_000 && comments > 3_000 && testNames > 2_000 && identifiers > 50_000 && ids > 5_000 && keys > 2_000
      const seen = `${files} files, ${comments} comments, ${testNames} names of tests, ${identifiers} identifiers, ${ids} ids and ${keys} keys`
      return outcomeOf(violations, sawEnough, seen)
    }),
  () =>
    timeCheck('realtime events', async () => {
      const { events, calls, violations } = checkRealtimeEvents(root)
      return outcomeOf(violations, events > 35 && calls > 90, `${events} events and ${calls} calls`)
    }),
  () =>
    timeCheck('route verbs', async () => {
      const { routes, violations } = checkRouteVerbs(root, routeVerbExceptions)
      const { pairs, violations: inCore } = checkCoreVerbs(root, coreVerbExceptions)
      const seen = `${routes} routes, of which ${pairs} are decided in the core`
      return outcomeOf([...violations, ...inCore], routes > 120 && pairs > 40, seen)
    }),
  () =>
    timeCheck('unused messages', async () => {
      const { keys, templates, violations } = checkUnusedMessages(root)
      return outcomeOf(violations, keys > 2_000 && templates > 150, `${keys} messages and ${templates} templates`)
    }),
  () =>
    timeCheck('catalogues', async () => {
      const { languages, texts, violations } = checkCatalogues(root)
      return outcomeOf(violations, languages > 0 && texts > 2_500, `${languages} languages and ${texts} texts`)
    }),
  () =>
    timeCheck('bare text', async () => {
      const { violations } = checkUntranslatedText(root)
      return outcomeOf(violations)
    }),
]

/** Runs two checks at a time, for a machine with two cores. */
const outcomes: Outcome[] = []
const queue = [...checks]
await Promise.all(
  [0, 1].map(async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes.push(await next())
  }),
)
let total = 0
for (const { name, ok, output, milliseconds } of outcomes) {
  total += milliseconds
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${(milliseconds / 1000).toFixed(1)} s)`)
  if (!ok) console.log(output.trim())
}
const failed = outcomes.filter(({ ok }) => !ok).length
console.log(`check: ${outcomes.length - failed} passed, ${failed} failed, ${(total / 1000).toFixed(1)} s of work`)
process.exitCode = failed === 0 ? 0 : 1
