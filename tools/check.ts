import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { owners } from '../apps/server/src/db/owners.ts'
import { checkBareText } from './checks/bare-text.ts'
import { checkFileSizes } from './checks/file-sizes.ts'
import { checkImports } from './checks/imports.ts'
import { checkTableWrites, type Violation } from './checks/table-writes.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Outcome = { name: string; ok: boolean; said: string; milliseconds: number }

async function timed(name: string, work: () => Promise<{ ok: boolean; said: string }>): Promise<Outcome> {
  const start = performance.now()
  const { ok, said } = await work().catch((error: unknown) => ({ ok: false, said: String(error) }))
  return { name, ok, said, milliseconds: Math.round(performance.now() - start) }
}

function run(command: string, args: readonly string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', (error) => resolve({ ok: false, said: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, said }))
  })
}

function told(violations: readonly Violation[]): string {
  return violations.map(({ file, line, what }) => `${file}:${line} ${what}`).join('\n')
}

const checks: (() => Promise<Outcome>)[] = [
  // The linter knows the types already; asking it for their errors too is cheaper than a run of the compiler for each part.
  () => timed('lint and types', () => run(bin('oxlint'), ['--type-aware', '--type-check', '--quiet'])),
  () => timed('format', () => run(bin('oxfmt'), ['--check', '.'])),
  () => timed('unused', () => run(bin('knip'), ['--no-progress'])),
  () =>
    timed('imports', async () => {
      const { modules, edges, violations } = await checkImports(root)
      const enough = modules > 100 && edges > 200
      return {
        ok: enough && violations.length === 0,
        said: enough ? told(violations) : `only ${modules} modules and ${edges} imports were looked at`,
      }
    }),
  () =>
    timed('table writes', async () => {
      const { files, statements, violations } = checkTableWrites(root, owners)
      const enough = files > 50 && statements > 20
      return {
        ok: enough && violations.length === 0,
        said: enough ? told(violations) : `only ${files} files and ${statements} writes were looked at`,
      }
    }),
  () =>
    timed('file sizes', async () => {
      const { violations } = checkFileSizes(root)
      return { ok: violations.length === 0, said: told(violations) }
    }),
  () =>
    timed('bare text', async () => {
      const { violations } = checkBareText(root)
      return { ok: violations.length === 0, said: told(violations) }
    }),
]

/** Two at a time, since that is what a small machine can do at once. */
const outcomes: Outcome[] = []
const queue = [...checks]
await Promise.all(
  [0, 1].map(async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes.push(await next())
  }),
)
let total = 0
for (const { name, ok, said, milliseconds } of outcomes) {
  total += milliseconds
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${(milliseconds / 1000).toFixed(1)} s)`)
  if (!ok) console.log(said.trim())
}
const failed = outcomes.filter(({ ok }) => !ok).length
console.log(`check: ${outcomes.length - failed} passed, ${failed} failed, ${(total / 1000).toFixed(1)} s of work`)
process.exitCode = failed === 0 ? 0 : 1
