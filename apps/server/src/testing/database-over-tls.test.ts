import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { productSecretChecks, productStoredKeys } from '../backup.ts'
import { readEnv } from '../env.ts'
import { makeFileGateways } from '../gateways/make-gateways.ts'
import { type BackupParts, createBackup } from '../platform/backup/create-backup.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { startTestPostgres, testPostgresFolder } from '../platform/db/testing/test-database.ts'
import { makeCertificate, makeCertificateAuthority } from '../platform/http/local-https/certificate.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { testApp, type TestApp } from './test-app.ts'
import { isMatrixRun } from './test-scope.ts'

const migrationsFolder = resolve(import.meta.dirname, '../../migrations')
const authority = makeCertificateAuthority([], Date.now())

/** A Postgres that takes no connection without TLS. */
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let mailServer: MailServer
let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-tls-'))
  mailServer = await startMailServer()
  postgres = await startTestPostgres(resolve(import.meta.dirname, '../../../..'))
  await runSql(postgres.url, 'alter system set ssl = on')
  writeFileSync(dataFile('pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await presentCertificateFor('localhost', postgres.url)
  // A reload takes a moment, and is over once a connection without TLS is refused.
  await vi.waitFor(async () => {
    const refusal = await runSql(postgres.url, 'select 1').then(() => '', String)
    if (!refusal.includes('no encryption')) throw new Error('connections without TLS are still accepted')
  })
  app = await testApp({ env: mailServer.env, postgresUrl: secureUrl('postgres') })
  await app.listen()
}, 60_000)
afterAll(async () => {
  await app.close()
  await postgres.stop()
  await mailServer.close()
  await rm(folder, { recursive: true, force: true })
})

const dataFile = (name: string) => join(testPostgresFolder(), 'data', name)

/** Gives Postgres a certificate of the authority for a name. Connections that are open keep theirs. */
async function presentCertificateFor(name: string, url: string): Promise<void> {
  const { certificate, key } = makeCertificate({ names: [name], addresses: [] }, authority, Date.now())
  const { uid, gid } = statSync(dataFile(''))
  for (const [file, text] of [
    ['server.crt', certificate],
    ['server.key', key],
  ] as const) {
    writeFileSync(dataFile(file), text, { mode: 0o600 })
    // Postgres takes no key of another user.
    chownSync(dataFile(file), uid, gid)
  }
  await runSql(url, 'select pg_reload_conf()')
}

async function runSql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Writes an authority into a file; returns the address of a database under which only its servers are trusted. */
function secureUrl(database: string, { certificate } = authority): string {
  const file = join(folder, `${randomUUID()}.pem`)
  writeFileSync(file, certificate)
  const url = new URL(postgres.url)
  url.hostname = 'localhost'
  url.pathname = `/${database}`
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: file }).toString()
  return url.href
}

async function makeEmptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await runSql(secureUrl('postgres'), `create database ${name}`)
  return secureUrl(name)
}

/** Starts a server that is expected to exit; returns its exit code and output. */
async function startServer(databaseUrl: string): Promise<{ code: number | null; line: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      VERANDA_DATA: folder,
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let line = ''
  child.stderr.on('data', (chunk: Buffer) => (line += chunk.toString()))
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, line }
}

test('every connection of a server goes over TLS: requests, jobs, signals and the watch', async () => {
  const registered = await app.injectAs(null, registerUser, {
    body: {
      name: 'Mira Okafor',
      email: 'mira@veranda.test',
      password: 'a long walk by the sea',
      role: 'creator',
      terms: currentTermsVersion,
      timeZone: 'Europe/Berlin',
      language: 'en',
    },
  })
  expect(registered.status).toBe(200)
  // By a job, which a signal wakes.
  await vi.waitFor(() => expect(mailServer.mailsTo('mira@veranda.test')).toHaveLength(1), { timeout: 15_000 })
  const connections = () =>
    runSql(
      app.app.databaseUrl,
      `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
         where datname = current_database() and application_name like 'veranda%' order by 1`,
    )
  await vi.waitFor(async () =>
    expect(await connections()).toEqual(
      ['veranda', 'veranda-jobs', 'veranda-wake', 'veranda-watch'].map((name) => ({ name, ssl: true })),
    ),
  )
})

test('migrations, a backup and its restore go over TLS', async () => {
  expect(await migrate(await makeEmptyDatabase(), migrationsFolder)).not.toEqual([])
  const env = readEnv({ VERANDA_DATA: folder }, folder)
  if (!env.ok) throw new Error(env.error)
  const parts: BackupParts = {
    databaseUrl: app.app.databaseUrl,
    secret: undefined,
    ...makeFileGateways(env.env),
    storedKeys: productStoredKeys,
    secretChecks: productSecretChecks,
    migrations: await readMigrations(migrationsFolder),
    version: env.env.version,
    scratchFolder: folder,
  }
  const backup = join(folder, 'backup')
  const created = await createBackup(parts, backup)
  expect(await restoreBackup({ ...parts, databaseUrl: await makeEmptyDatabase() }, backup)).toEqual(created)
})

test.runIf(isMatrixRun)(
  'a server of another authority, or with another name, ends startup with a line that names the variable',
  async () => {
    const missing = new URL(secureUrl('postgres'))
    missing.searchParams.set('sslrootcert', join(folder, 'missing.pem'))
    const others = await Promise.all([
      startServer(secureUrl('postgres', makeCertificateAuthority([], Date.now()))),
      startServer(missing.href),
      startServer(postgres.url),
    ])
    await presentCertificateFor('database.local', secureUrl('postgres'))
    await vi.waitFor(() => expect(runSql(secureUrl('postgres'), 'select 1')).rejects.toThrow('altnames'))
    const named = await startServer(secureUrl('postgres'))
    for (const { code, line } of [...others, named]) {
      expect([code, line.split('\n').length]).toEqual([1, 2])
      expect(line).toMatch(/^DATABASE_URL cannot be reached or used: /)
      // The password is part of the address.
      expect(line).not.toContain(new URL(postgres.url).password)
    }
    expect([...others, named].map(({ line }) => line)).toEqual([
      expect.stringContaining('certificate'),
      expect.stringContaining('missing.pem'),
      expect.stringContaining('no encryption'),
      expect.stringContaining('database.local'),
    ])
  },
  30_000,
)
