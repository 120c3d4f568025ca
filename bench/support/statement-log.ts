import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir } from './data-dir.ts'
import { type BenchDatabase } from './bench-database.ts'

/** One statement as Postgres ran it, with its parameters as text. */
export type Statement = { readonly session: string; readonly text: string; readonly values: readonly (string | null)[] }

const logFolder = join(dataDir, 'postgres/data/log')

/** Settings with which the benchmarks' Postgres can log its statements. */
export const loggingSettings = [
  'logging_collector=on',
  'log_filename=statements.log',
  'log_rotation_age=0',
  'log_rotation_size=0',
  'log_line_prefix=%c %d ',
]

/** Returns the statements that Postgres runs in the bench database while `work` runs, in order. */
export async function recordStatements(database: BenchDatabase, work: () => Promise<unknown>): Promise<Statement[]> {
  const before = readLog().length
  await setLogging(database, 'all')
  await work()
  await setLogging(database, 'none')
  return parseLog(readLog().slice(before))
}

async function setLogging(database: BenchDatabase, what: 'all' | 'none'): Promise<void> {
  await database.sql.query(`alter system set log_statement = '${what}'`)
  await database.sql.query('select pg_reload_conf()')
  // Sessions reload the setting at their next command, and the signal needs a moment to arrive.
  await new Promise((resolve) => setTimeout(resolve, 300))
}

function readLog(): string {
  const [name] = readdirSync(logFolder).filter((file) => file.endsWith('.log'))
  return name === undefined ? '' : readFileSync(join(logFolder, name), 'utf8')
}

/** Parses the log; lines that start with a tab continue the previous one. */
function parseLog(log: string): Statement[] {
  const found: Statement[] = []
  for (const entry of log.replaceAll('\n\t', '\v').split('\n')) {
    const [, session, kind, rest] = /^(\S+) bench (LOG|DETAIL): {2}(.*)$/.exec(entry) ?? []
    if (!session || rest === undefined) continue
    const text = rest.replaceAll('\v', '\n')
    const statement = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(text)?.[1]
    if (kind === 'LOG' && statement !== undefined) found.push({ session, text: statement, values: [] })
    const last = found.at(-1)
    if (kind === 'DETAIL' && last?.session === session)
      found[found.length - 1] = { ...last, values: parseParameters(text) }
  }
  return found.filter(
    ({ text }) =>
      !/pg_reload_conf|alter system|pg_notify|pgboss|advisory_lock|sandbox_payment|select \* from "timers"/.test(text),
  )
}

/** Parses `Parameters: $1 = 'it''s', $2 = NULL`. */
function parseParameters(detail: string): (string | null)[] {
  const found = detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)
  return Array.from(found, ([, value = 'NULL']) => (value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'")))
}
