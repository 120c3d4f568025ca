import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isUuid } from '@veranda/core/ids.ts'
import { hashCookieToken, readCookieToken } from '@veranda/server/platform/access/authentication.ts'
import { cpuCostPerOperation } from './support/cpu-time.ts'
import { benchId, idKinds, seedCommissions, versionHash } from './support/seed-commissions.ts'
import { type BenchResult } from './support/result.ts'
import { median } from './support/load.ts'
import { type Statement, recordStatements } from './support/statement-log.ts'
import { openHttpConnection, formatPost, type HttpConnection } from './support/http-connection.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { type ApiClient, type RunningServer } from './support/environment.ts'

const connectionCount = 8
const releasesPerRound = 504
const warmUpReleaseCount = 304
const roundCount = 3
const sampleIndex = 1_000

/** Approves milestone number n over HTTP as its client. */
async function approve(connection: HttpConnection, client: ApiClient, n: number): Promise<void> {
  const path = `/api/milestones/${benchId('milestone', n)}/approve`
  const { origin: _, ...headers } = client.headers
  const body = { deliverableId: benchId('deliverable', n), hash: versionHash, expected: 5 }
  const { status, text } = await connection.send(
    formatPost(path, { ...headers, host: connection.host, 'idempotency-key': benchId('milestone', n) }, body),
  )
  if (status !== 200) throw new Error(`approval ${n} failed: ${status} ${text}`)
}

/** Grants the client a step-up for one day, because the released amount is above the limit. */
async function grantStepUp({ sql }: BenchDatabase, client: ApiClient): Promise<void> {
  const cookieToken = readCookieToken(client.headers['cookie']?.split('=')[1]) ?? ''
  await sql.query(
    `insert into step_ups (session_id, user_id, cookie_hash, method, expires_at)
      select id, user_id, token_hash, 'password', now() + interval '1 day' from sessions where token_hash = $1`,
    [hashCookieToken(cookieToken)],
  )
}

/** Approves `count` milestones starting at number `from`, one at a time on each connection. */
async function approveRange(
  connections: readonly HttpConnection[],
  client: ApiClient,
  from: number,
  count: number,
): Promise<void> {
  let next = from
  await Promise.all(
    connections.map(async (connection) => {
      for (let n = next++; n < from + count; n = next++) await approve(connection, client, n)
    }),
  )
}

/**
 * Measures milestone releases per second with eight connections, through the product and by pgbench with the statements
 * recorded from the product. The outbox relay is paused, because event handlers are not part of a release.
 */
export async function benchRelease(
  database: BenchDatabase,
  veranda: RunningServer,
  client: ApiClient,
  creator: ApiClient,
): Promise<BenchResult[]> {
  const users = { client: client.id, creator: creator.id }
  const releasesPerSide = releasesPerRound * roundCount + warmUpReleaseCount
  await seedCommissions(database, users, sampleIndex, sampleIndex + 2 * releasesPerSide + 200)
  await grantStepUp(database, client)
  const connections = Array.from({ length: connectionCount }, () => openHttpConnection(veranda.url))
  const [connection] = connections
  if (!connection) throw new Error('no connection')
  await approve(connection, client, sampleIndex)
  const recorded = await recordStatements(database, () => approve(connection, client, sampleIndex + 1))
  const statements = transactionWith(recorded, 'insert into idempotency_keys')
  const script = await toPgbenchScript(database, statements, sampleIndex + 1)

  const firstOurs = sampleIndex + 2
  const firstPeer = firstOurs + releasesPerSide
  await approveRange(connections, client, firstOurs, warmUpReleaseCount)
  const runPgbench = pgbench(database, script)
  const rates: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
  const costs: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
  await runPgbench(firstPeer, warmUpReleaseCount)
  for (let round = 0; round < roundCount; round += 1) {
    const from = warmUpReleaseCount + round * releasesPerRound
    const startedAt = process.hrtime.bigint()
    const ourCost = await cpuCostPerOperation(releasesPerRound, veranda.pid, database.postgresPid, () =>
      approveRange(connections, client, firstOurs + from, releasesPerRound),
    )
    rates.ours.push((releasesPerRound * 1e9) / Number(process.hrtime.bigint() - startedAt))
    costs.ours.push(ourCost.total)
    // Only Postgres's CPU time counts, not pgbench's own.
    const peerCost = await cpuCostPerOperation(releasesPerRound, 0, database.postgresPid, async () => {
      rates.peer.push(await runPgbench(firstPeer + from, releasesPerRound))
    })
    costs.peer.push(peerCost.postgres)
  }
  for (const one of connections) one.close()
  const released = await database.sql.query<{ count: string }>(
    `select count(*) from ledger_transactions where kind = 'release' and cause like 'release:%'`,
  )
  if (Number(released.rows[0]?.count) < 2 * releasesPerSide) throw new Error('some releases did not post to the ledger')
  return [
    {
      name: `release of a milestone, ${statements.length} statements, against pgbench`,
      unit: 'per second',
      ours: median(rates.ours),
      peer: median(rates.peer),
      target: { min: 0.6 },
    },
    {
      name: 'the same in CPU time, without pgbench itself',
      unit: 'ms CPU',
      ours: median(costs.ours),
      peer: median(costs.peer),
    },
  ]
}

/** Returns the statements of the transaction that contains this text, from `begin` to `commit`. */
function transactionWith(recorded: readonly Statement[], text: string): Statement[] {
  const session = recorded.find((statement) => statement.text.includes(text))?.session
  const ofSession = recorded.filter((statement) => statement.session === session)
  const at = ofSession.findIndex((statement) => statement.text.includes(text))
  const from = ofSession.findLastIndex((statement, index) => index < at && statement.text === 'begin')
  const to = ofSession.findIndex((statement, index) => index > at && statement.text === 'commit')
  if (from < 0 || to < 0) throw new Error(`no transaction contains "${text}"`)
  return ofSession.slice(from, to + 1)
}

type PgbenchRun = (from: number, count: number) => Promise<number>

/** Returns a function that runs the script from number `from` on and resolves to transactions per second. */
function pgbench(database: BenchDatabase, script: string): PgbenchRun {
  const folder = mkdtempSync(join(tmpdir(), 'veranda-pgbench-'))
  const file = join(folder, 'release.sql')
  writeFileSync(file, script)
  const url = new URL(database.databaseUrl)
  return async (from, count) => {
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connectionCount),
      '-j',
      '1',
      '-t',
      String(Math.floor(count / connectionCount)),
    ]
    const address = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)]
    const defined = ['-D', `start=${from}`, '-D', 'step=0', '-D', `clients=${connectionCount}`, '-f', file]
    const output = await execPgbench(
      '/usr/bin/pgbench',
      [...args, ...defined, ...address],
      decodeURIComponent(url.password),
    )
    const rate = /tps = ([\d.]+) \(without/.exec(output)?.[1]
    if (rate === undefined) throw new Error(`no tps in the output of pgbench: ${output}`)
    return Number(rate)
  }
}

function execPgbench(command: string, args: string[], password: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env: { ...process.env, PGPASSWORD: password } }, (error, stdout, stderr) =>
      error || /ERROR|aborted/.test(stderr) ? reject(new Error(`${error?.message ?? ''}\n${stderr}`)) : resolve(stdout),
    )
  })
}

/** Turns the statements into a pgbench script: ids of the sample's rows become those of the script's own number. */
async function toPgbenchScript(database: BenchDatabase, statements: readonly Statement[], n: number): Promise<string> {
  const { rows } = await database.sql.query<{ id: string }>('select id from users union select id from sessions')
  const permanentIds = new Set(rows.map(({ id }) => id))
  const results = ['\\set n :start + :client_id + :step * :clients', '\\set step :step + 1']
  for (const { text, values } of statements) {
    const types = values.length === 0 ? [] : await parameterTypes(database, text)
    // Backwards, so that $1 does not replace the start of $12.
    const statement = values.reduceRight<string>(
      (all, value, index) =>
        all.replaceAll(`$${index + 1}`, () => toExpression(value, types[index] ?? 'text', n, permanentIds)),
      text,
    )
    results.push(`${statement.replaceAll(/\s+/g, ' ').trim()};`)
  }
  return `${results.join('\n')}\n`
}

async function parameterTypes({ sql }: BenchDatabase, text: string): Promise<string[]> {
  await sql.query(`prepare bench_types as ${text}`)
  const { rows } = await sql.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'bench_types'`,
  )
  await sql.query('deallocate bench_types')
  return rows[0]?.types ?? []
}

// Object.keys returns string[]; these are its keys.
const idKindNames = Object.keys(idKinds) as (keyof typeof idKinds)[]

/**
 * Returns the SQL expression of one value: the sample's ids become those of number :n, newly generated ids become
 * random ones, the rest stays.
 */
function toExpression(value: string | null, type: string, n: number, permanentIds: ReadonlySet<string>): string {
  if (value === null) return `null::${type}`
  const known = idKindNames.find((kind) => benchId(kind, n) === value)
  if (known && type === 'uuid') return idExpression(known)
  if (type === 'uuid' && isUuid(value) && !permanentIds.has(value)) return 'gen_random_uuid()'
  const parts = value.split(new RegExp(`(${idKindNames.map((kind) => benchId(kind, n)).join('|')})`))
  const sqlParts = parts.flatMap((part) => {
    const kind = idKindNames.find((one) => benchId(one, n) === part)
    return kind ? [`${idExpression(kind)}::text`] : part === '' ? [] : [toSqlLiteral(part)]
  })
  return `(${sqlParts.join(' || ') || "''"})::${type}`
}

/** Returns the text as an SQL literal. pgbench reads a colon and a letter as a variable, even within quotes. */
function toSqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll(/:(?=[a-z_])/gi, ":' || '")}'`
}

function idExpression(kind: keyof typeof idKinds): string {
  return `bench_id(${idKinds[kind]}, :n)`
}
