import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { launchPostgres } from '@veranda/server/db/launch.ts'
import { migrate } from '@veranda/server/db/migrate.ts'
import { Client } from 'pg'
import { dataDir } from './data-dir.ts'
import { prepareDeals } from './deals.ts'
import { loggingSettings } from './statements.ts'

const root = join(import.meta.dirname, '..')

export type Running = { readonly url: string; readonly pid: number; stop(): Promise<void> }

export type World = {
  readonly databaseUrl: string
  /** Of the postmaster; its backends are its children. */
  readonly postgresPid: number
  readonly sql: Client
  /** Leads the log instead of a server, so that no reactions run until `letLog`: those are another node's work. */
  holdLog(): Promise<void>
  letLog(): Promise<void>
  /** Forgets what reactions would still have to do. Before a server is started. */
  skipLog(): Promise<void>
  stop(): Promise<void>
}

/** The relay's own advisory lock. */
const relayLock = 7_261_102

/** A Postgres of its own with an empty, migrated database. */
export async function openWorld(): Promise<World> {
  mkdirSync(dataDir, { recursive: true })
  const postgres = await launchPostgres(join(dataDir, 'postgres'), loggingSettings)
  const postgresPid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const database = await makeDatabase(postgres.url, 'bench')
  return worldOf(database, postgresPid, () => postgres.stop())
}

/** Another empty, migrated database in the same Postgres. */
export async function openSibling(world: World, name: string): Promise<World> {
  const database = await makeDatabase(world.databaseUrl, name)
  return worldOf(database, world.postgresPid, async () => {})
}

async function makeDatabase(beside: string, name: string): Promise<{ databaseUrl: string; sql: Client }> {
  const admin = new Client({ connectionString: beside })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(beside)
  address.pathname = `/${name}`
  await migrate(address.href, join(root, 'apps/server/migrations'))
  const sql = new Client({ connectionString: address.href })
  await sql.connect()
  await prepareDeals({ sql })
  return { databaseUrl: address.href, sql }
}

function worldOf(
  { databaseUrl, sql }: { databaseUrl: string; sql: Client },
  postgresPid: number,
  stopAll: () => Promise<void>,
): World {
  return {
    databaseUrl,
    postgresPid,
    sql,
    async holdLog() {
      await sql.query('select pg_advisory_lock($1)', [relayLock])
    },
    async letLog() {
      await sql.query('select pg_advisory_unlock($1)', [relayLock])
    },
    async skipLog() {
      await sql.query(
        'update reaction_cursors c set (xid, position) = (select xid, position from events order by xid desc, position desc limit 1)',
      )
      await sql.query('delete from due')
    },
    async stop() {
      await sql.end()
      await stopAll()
    },
  }
}

/** Starts a program of this repository that tells its address to its parent, and waits for it. */
export async function startProgram(program: string, env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'address' in message) resolve(String(message.address))
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}

/** The real server on the world's database, without limits and quiet. */
export function startVeranda(world: World): Promise<Running> {
  return startProgram('apps/server/src/main.ts', {
    DATABASE_URL: world.databaseUrl,
    VERANDA_DATA: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One HTTP call over a kept connection; answers status, headers and text. */
export function call(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const headers = { ...options.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const asked = request(url, { agent, method: options.method ?? 'GET', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

export type Caller = { readonly id: string; readonly token: string; readonly headers: Record<string, string> }

/** Registers somebody over HTTP; answers the headers that speak for them. */
export async function registerCaller(
  url: string,
  name: string,
  role: 'client' | 'creator' = 'client',
): Promise<Caller> {
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}@bench.example`
  const body = { name, email, password: 'a long bench phrase', role, terms: 1, timeZone: 'UTC', language: 'en' }
  const answer = await call(`${url}/api/accounts/register`, { method: 'POST', body, headers: { origin: url } })
  if (answer.status >= 400) throw new Error(`registration: ${answer.status} ${answer.text}`)
  // The contract's reply of this route.
  const { user, token } = JSON.parse(answer.text) as { user: { id: string }; token: string }
  const cookie = [answer.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';', 1)[0])
    .join('; ')
  return { id: user.id, token, headers: { authorization: `Bearer ${token}`, cookie, origin: url } }
}
