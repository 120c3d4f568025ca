import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir } from './data-dir.ts'
import { type World } from './world.ts'

/** One statement as Postgres ran it, with its parameters as text. */
export type Statement = { readonly session: string; readonly text: string; readonly values: readonly (string | null)[] }

const folder = join(dataDir, 'postgres/data/log')

/** Settings of the bench's Postgres that let it write down what it runs, when it is asked to. */
export const loggingSettings = [
  'logging_collector=on',
  'log_filename=statements.log',
  'log_rotation_age=0',
  'log_rotation_size=0',
  'log_line_prefix=%c %d ',
]

/** What Postgres runs for everybody in the world's database while `work` runs, in order. */
export async function statementsOf(world: World, work: () => Promise<unknown>): Promise<Statement[]> {
  const before = readLog().length
  await setLogging(world, 'all')
  await work()
  await setLogging(world, 'none')
  return parse(readLog().slice(before))
}

async function setLogging(world: World, what: 'all' | 'none'): Promise<void> {
  await world.sql.query(`alter system set log_statement = '${what}'`)
  await world.sql.query('select pg_reload_conf()')
  // Every session takes it in at its next command; the signal itself is on its way for a moment.
  await new Promise((resolve) => setTimeout(resolve, 300))
}

function readLog(): string {
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.log'))
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8')
}

/** Lines that begin with a tab go on with the one before. */
function parse(log: string): Statement[] {
  const found: Statement[] = []
  for (const entry of log.replaceAll('\n\t', '\v').split('\n')) {
    const [, session, kind, rest] = /^(\S+) bench (LOG|DETAIL): {2}(.*)$/.exec(entry) ?? []
    if (!session || rest === undefined) continue
    const text = rest.replaceAll('\v', '\n')
    const said = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(text)?.[1]
    if (kind === 'LOG' && said !== undefined) found.push({ session, text: said, values: [] })
    const last = found.at(-1)
    if (kind === 'DETAIL' && last?.session === session) found[found.length - 1] = { ...last, values: valuesOf(text) }
  }
  return found.filter(
    ({ text }) =>
      !/pg_reload_conf|alter system|pg_notify|pgboss|advisory_lock|sandbox_payment|select \* from "due"/.test(text),
  )
}

/** `Parameters: $1 = 'it''s', $2 = NULL` */
function valuesOf(detail: string): (string | null)[] {
  const found = detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)
  return Array.from(found, ([, value = 'NULL']) => (value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'")))
}

/** The statement that a read's own check of the session stands around. */
export function withoutGate(text: string): string {
  return /^select q\.\* from \(([\s\S]*)\) q where exists \([^]*$/.exec(text)?.[1] ?? text
}
