import { randomUUID } from 'node:crypto'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@veranda/server/platform/db/embedded-postgres.ts'
import { migrate } from '@veranda/server/platform/db/migrate.ts'
import { Client } from 'pg'
import { serverProgram } from '../../tools/build-server.ts'
import { type BenchDatabase } from './bench-database.ts'
import { dataDir } from './data-dir.ts'
import { createBenchIdFunction } from './seed-commissions.ts'
import { loggingSettings } from './statement-log.ts'

const root = join(import.meta.dirname, '..', '..')

export type RunningServer = {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
  /** Sends SIGKILL, like a crash. */
  kill(): Promise<void>
}

/** Key of the outbox relay's advisory lock. */
const relayLockKey = 7_261_102

/** Starts a separate Postgres and creates an empty, migrated database. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'), loggingSettings)
  const postgresPid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const created = await createDatabase(postgres.url, 'bench')
  return toBenchDatabase(created, postgresPid, () => postgres.stop())
}

/** Creates another empty, migrated database in the same Postgres. */
export async function openSiblingDatabase(sibling: BenchDatabase, name: string): Promise<BenchDatabase> {
  const created = await createDatabase(sibling.databaseUrl, name)
  return toBenchDatabase(created, sibling.postgresPid, async () => {})
}

async function createDatabase(serverUrl: string, name: string): Promise<{ databaseUrl: string; sql: Client }> {
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  await migrate(address.href, join(root, 'apps/server/migrations'))
  const sql = new Client({ connectionString: address.href })
  await sql.connect()
  await createBenchIdFunction({ sql })
  return { databaseUrl: address.href, sql }
}

function toBenchDatabase(
  { databaseUrl, sql }: { databaseUrl: string; sql: Client },
  postgresPid: number,
  stopServer: () => Promise<void>,
): BenchDatabase {
  return {
    databaseUrl,
    postgresPid,
    sql,
    async pauseOutboxRelay() {
      await sql.query('select pg_advisory_lock($1)', [relayLockKey])
    },
    async resumeOutboxRelay() {
      await sql.query('select pg_advisory_unlock($1)', [relayLockKey])
    },
    async discardPendingEvents() {
      await sql.query(
        'update handler_cursors c set (xid, position) = (select xid, position from events order by xid desc, position desc limit 1)',
      )
      await sql.query('delete from timers')
    },
    async stop() {
      await sql.end()
      await stopServer()
    },
  }
}

/** Starts a program of this repository and waits until it sends its address to the parent process. */
export async function startProgram(program: string, env: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'address' in message) resolve(String(message.address))
    })
    child.once('exit', (code) => reject(new Error(`${program} exited with code ${code}`)))
  })
  const end = (signal: NodeJS.Signals) => () => endProcess(child, signal)
  return { url, pid: child.pid ?? 0, stop: end('SIGTERM'), kill: end('SIGKILL') }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await ended
}

/** Starts the real server on the bench database, without rate limits and logs. */
export function startVeranda(sibling: BenchDatabase): Promise<RunningServer> {
  return startProgram(serverProgram, {
    DATABASE_URL: sibling.databaseUrl,
    VERANDA_DATA: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one HTTP request over a keep-alive connection and returns status, headers and text. */
export function httpCall(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const headers = { ...options.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const httpRequest = request(url, { agent, method: options.method ?? 'GET', headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      reply.on('error', reject)
    })
    httpRequest.on('error', reject)
    httpRequest.end(body)
  })
}

export type ApiClient = { readonly id: string; readonly token: string; readonly headers: Record<string, string> }

const mailWaitMs = 50
const maxMailReads = 600

/** Waits for the mail of a registration in the sandbox's mailbox and returns the token of its link. */
async function readMailedToken(url: string, email: string): Promise<string> {
  for (let n = 0; n < maxMailReads; n += 1) {
    const options = { method: 'POST', body: { email }, headers: { origin: url } }
    const { text } = await httpCall(`${url}/api/sandbox/mail/to`, options)
    const token = /\/verify#([\w-]{43})/.exec(text)?.[1]
    if (token !== undefined) return token
    await new Promise((resolve) => setTimeout(resolve, mailWaitMs))
  }
  throw new Error('the mail of the registration did not arrive')
}

/** Registers a user over HTTP, presses the link in their mail and returns the headers that authenticate them. */
export async function registerApiClient(
  url: string,
  name: string,
  role: 'client' | 'creator' = 'client',
): Promise<ApiClient> {
  // New in each run, because the mailbox of the sandbox keeps the mails of earlier ones.
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}-${randomUUID()}@bench.example`
  const body = {
    name,
    email,
    password: 'a long bench phrase',
    role,
    terms: currentTermsVersion,
    timeZone: 'UTC',
    language: 'en',
  }
  const headers = { origin: url }
  const registered = await httpCall(`${url}/api/accounts/register`, { method: 'POST', body, headers })
  const cookies = [registered.headers['set-cookie']].flat().map((line) => String(line).split(';', 1)[0])
  const token = await readMailedToken(url, email)
  const reply = await httpCall(`${url}/api/accounts/register/verify`, {
    method: 'POST',
    body: { token },
    headers: { ...headers, cookie: cookies.join('; ') },
  })
  if (reply.status >= 400) throw new Error(`registration failed: ${reply.status} ${reply.text}`)
  // This route's reply in the contract.
  const session = JSON.parse(reply.text) as { user: { id: string }; token: string }
  const cookie = [reply.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';', 1)[0])
    .join('; ')
  return {
    id: session.user.id,
    token: session.token,
    headers: { authorization: `Bearer ${session.token}`, cookie, origin: url },
  }
}
