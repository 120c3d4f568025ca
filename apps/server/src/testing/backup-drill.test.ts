import { scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { listMessages, openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { deletionDelayDays } from '@veranda/core/accounts/deletion/deletion.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { productSecretChecks, productStoredKeys } from '../backup.ts'
import { type Env, readEnv } from '../env.ts'
import { formerRecordFile, readErasedAccounts, restoreErasures } from '../features/accounts/deletion/erasure-record.ts'
import { acceptedCommission } from '../features/commissions/testing/commission-scenario.ts'
import { makeFileGateways } from '../gateways/make-gateways.ts'
import {
  sendUploadBytes,
  beginUpload,
  uploadAsset,
  uploadIdOf,
  uploadImage,
} from '../platform/assets/testing/upload-client.ts'
import { startS3Server } from '../platform/assets/testing/s3-server.ts'
import { enqueueBytesDeletion } from '../platform/assets/stored-files/delete-unused-image-bytes.ts'
import { imageStorageKey } from '../platform/assets/stored-files/image-bytes.ts'
import { loadOrCreateVapidKeys } from '../platform/access/load-vapid-keys.ts'
import { backupLockKey } from '../platform/backup/backup-lock.ts'
import { type BackupManifest, backupPaths } from '../platform/backup/backup-manifest.ts'
import { type BackupParts, createBackup } from '../platform/backup/create-backup.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { movableClock } from '../platform/clock/clock.ts'
import { readMigrations } from '../platform/db/migrate.ts'
import { startTestPostgres } from '../platform/db/testing/test-database.ts'
import { checkLedger } from '../platform/ledger/check-ledger.ts'
import { makeLogger } from '../platform/logger.ts'
import { runUntilIdle, testApp, type TestApp, type TestUser } from './test-app.ts'

const migrationsFolder = resolve(import.meta.dirname, '../../migrations')
const root = resolve(import.meta.dirname, '../../../..')

let app: TestApp
/** Another Postgres, whose transactions are counted from the start. */
let otherPostgres: Awaited<ReturnType<typeof startTestPostgres>>
let folder: string
let backup: string
let manifest: BackupManifest
let client: TestUser
let creator: TestUser
/** Has their account deleted after the backup. */
let leaver: TestUser
let conversationId: string
let milestoneId: string
let image: { id: string; bytes: Buffer }
let asset: { id: string; bytes: Buffer }
let waiting: { id: string; bytes: Buffer }

async function makeParts(env: Env, databaseUrl: string): Promise<BackupParts> {
  return {
    databaseUrl,
    secret: undefined,
    ...makeFileGateways(env),
    storedKeys: productStoredKeys,
    secretChecks: productSecretChecks,
    migrations: await readMigrations(migrationsFolder),
    version: env.version,
    scratchFolder: folder,
  }
}

const sendText = (text: string) =>
  app.injectAs(client, sendMessage, { params: { id: conversationId }, body: { clientId: randomUUID(), message: text } })

const makePdf = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)])

/** Makes a world with messages, a funded milestone, files and an upload that waits, and backs it up under writes. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-drill-'))
  otherPostgres = await startTestPostgres(root)
  app = await testApp()
  await app.listenWithoutBackground()
  const commission = await acceptedCommission(app)
  client = commission.parties.client
  creator = commission.parties.creator
  leaver = await app.createUser('Lea Leaver')
  conversationId = (await app.injectAs(client, openDirectConversation, { body: { userId: creator.id } })).reply.id
  for (let n = 0; n < 5; n += 1) await sendText(`before ${n}`)
  milestoneId = (await commission.startPayment()).id
  await vi.waitFor(
    async () => {
      await app.runUntilIdle()
      if ((await stateOfMilestone(app.app)) !== 'funded') throw new Error('the milestone is not funded')
    },
    { timeout: 10_000, interval: 20 },
  )
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  image = { id: (await uploadImage(app, client, 'chair.png', picture)).id, bytes: picture }
  const document = makePdf()
  asset = { id: (await uploadAsset(app, client, 'contract.pdf', document)).id, bytes: document }
  await app.runUntilIdle()
  const unconverted = makePdf()
  waiting = { id: uploadIdOf(await beginUpload(app, client, 'draft.pdf', unconverted.length)), bytes: unconverted }
  await sendUploadBytes(app, client, waiting.id, 0, unconverted)
  const another = makePdf()
  await sendUploadBytes(
    app,
    client,
    uploadIdOf(await beginUpload(app, client, 'other.pdf', another.length)),
    0,
    another,
  )
  // Not handled by any event handler before the backup.
  await sendText('not handled yet')

  let writing = true
  const writes = (async () => {
    for (let n = 0; writing; n += 1) await sendText(`during ${n}`)
  })()
  backup = join(folder, 'backup')
  manifest = await createBackup(await makeParts(app.deps.env, app.app.databaseUrl), backup)
  writing = false
  await writes
}, 60_000)

afterAll(async () => {
  await app.close()
  await otherPostgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const stateOfMilestone = async ({ deps }: App) =>
  (await deps.db.selectFrom('milestones').select('state').where('id', '=', milestoneId).executeTakeFirst())?.state

async function runSql(text: string): Promise<void> {
  const connection = new Client({ connectionString: otherPostgres.url })
  await connection.connect()
  await connection.query(text)
  await connection.end()
}

async function makeEmptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await runSql(`create database ${name}`)
  return Object.assign(new URL(otherPostgres.url), { pathname: `/${name}` }).toString()
}

/** Returns an environment with a data folder of its own. */
const makeEnv = async (): Promise<Env> => ({
  ...app.deps.env,
  secret: undefined,
  dataDir: await mkdtemp(join(folder, 'data-')),
})

/** Restores a backup in an empty place; returns its app, which does nothing in the background. */
async function restore(from = backup): Promise<App> {
  const env = await makeEnv()
  const databaseUrl = await makeEmptyDatabase()
  await restoreBackup(await makeParts(env, databaseUrl), from)
  const log = makeLogger('fatal')
  const restored = await buildApp({ env, databaseUrl, log, clock: movableClock(0), background: false })
  restored.readiness.ready = true
  return restored
}

const callOn = ({ http }: App, { method, path }: { method: string; path: string }, headers: Record<string, string>) =>
  http.inject({ method: method as 'GET', url: `/api${path}`, headers })

const countRows = async ({ deps }: App, table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(deps.db)
  return rows[0]?.count
}

/** Returns how often each event about money and commissions was emitted to each user. */
const readEmitted = async ({ deps }: App) =>
  (
    await sql<{ stream_id: string; name: string; payload: object; times: number }>`
      select stream_id, name, payload, count(*) as times from stream_events
      where name in ('milestone:changed', 'charge:changed', 'commission:changed', 'balance:changed')
      group by 1, 2, 3 order by 1, 2, 3::text`.execute(deps.db)
  ).rows

test('a backup under writes, restored on another Postgres, goes on where it was', async () => {
  const headers = { authorization: `Bearer ${client.token}`, cookie: client.cookie }
  const restored = await restore()
  try {
    // The session of before the backup.
    expect((await callOn(restored, readAccount, headers)).statusCode).toBe(200)
    expect((await callOn(restored, renewToken, { cookie: client.cookie })).statusCode).toBe(200)
    // Devices stay subscribed: push services know the installation by this pair.
    const pushKeys = ({ deps }: App) =>
      loadOrCreateVapidKeys(deps.db, deps, () => {
        throw new Error('the push keys are missing')
      })
    expect(await pushKeys(restored)).toEqual(await pushKeys(app.app))
    // Money.
    expect(await stateOfMilestone(restored)).toBe('funded')
    expect(await checkLedger(restored.deps.db)).toEqual([])
    const entries = async ({ deps }: App) =>
      deps.db.selectFrom('ledger_entries').selectAll().orderBy('transaction_id').orderBy('line').execute()
    expect((await entries(restored)).length).toBeGreaterThan(3)
    expect(await entries(restored)).toEqual(await entries(app.app))
    // Messages: those of the snapshot, without a gap.
    const url = `/conversations/${conversationId}/messages?limit=100&after=0`
    const page = (await callOn(restored, { method: 'GET', path: url }, headers)).json<{
      items: { seq: number; text: string }[]
    }>()
    const all = (
      await app.injectAs(client, listMessages, { params: { id: conversationId }, query: { limit: 100, after: 0 } })
    ).reply
    expect(page.items.length).toBeGreaterThanOrEqual(6)
    expect(page.items).toEqual(all.items.slice(0, page.items.length))
    // Files.
    const original = await callOn(restored, { method: 'GET', path: `/files/${image.id}?form=full&download=1` }, headers)
    expect(original.rawPayload.equals(image.bytes)).toBe(true)
    const source = await callOn(restored, { method: 'GET', path: `/assets/${asset.id}/source` }, headers)
    expect(hash('sha256', source.rawPayload)).toBe(hash('sha256', asset.bytes))
    // Event handlers: what was not handled is, and nothing is emitted twice.
    const isHandled = async (type: string) =>
      (
        await sql<{ left: number }>`
          select count(*) as left from events e where type = ${type}
            and not exists (select from handled_events h where h.event_id = e.id)`.execute(restored.deps.db)
      ).rows[0]?.left === 0
    expect(await isHandled('message.sent')).toBe(false)
    await runUntilIdle(restored)
    expect(await isHandled('message.sent')).toBe(true)
    const converted = await callOn(restored, { method: 'GET', path: `/assets/${waiting.id}` }, headers)
    expect(converted.json()).toMatchObject({ state: 'ready', hash: hash('sha256', waiting.bytes) })
    await app.runUntilIdle()
    expect((await readEmitted(restored)).length).toBeGreaterThan(1)
    expect(await readEmitted(restored)).toEqual(await readEmitted(app.app))
    // New events are handled too.
    const sent = await restored.http.inject({
      method: 'POST',
      url: `/api/conversations/${conversationId}/messages`,
      headers,
      payload: { clientId: randomUUID(), message: 'after' },
    })
    expect(sent.statusCode).toBe(200)
    expect(await isHandled('message.sent')).toBe(false)
    await runUntilIdle(restored)
    expect(await isHandled('message.sent')).toBe(true)
    expect(await countRows(restored, 'event_dead_letters')).toBe(0)
  } finally {
    await restored.stop()
  }
}, 60_000)

test('who was erased after the backup is not signed in by it and is erased again at the start', async () => {
  const env = await makeEnv()
  const databaseUrl = await makeEmptyDatabase()
  await app.stepUp(leaver)
  expect((await app.injectAs(leaver, scheduleDeletion)).status).toBe(200)
  await app.advance(deletionDelayDays * day)
  // The new machine has nothing of the old one but its storage,
  const { storage } = app.deps.gateways
  // and the file that a server kept before the record was there, with the last line cut off by a crash.
  await writeFile(formerRecordFile(env.dataDir), `${creator.id} 2027-01-01T00:00:00.000Z\n01a4`)
  const afterLoad: BackupParts['afterLoad'] = (connection, from) =>
    restoreErasures(connection, storage, [env.dataDir, from])
  await restoreBackup({ ...(await makeParts(env, databaseUrl)), afterLoad }, backup)
  const log = makeLogger('fatal')
  const restored = await buildApp({ env, databaseUrl, log, clock: movableClock(0), background: false })
  try {
    restored.readiness.ready = true
    const headers = { authorization: `Bearer ${creator.token}`, cookie: creator.cookie }
    expect((await callOn(restored, readAccount, headers)).statusCode).toBe(401)
    await runUntilIdle(restored)
    const users = restored.deps.db.selectFrom('users').select(['name', 'email']).orderBy('id')
    for (const { id } of [creator, leaver])
      expect(await users.where('id', '=', id).execute()).toEqual([{ name: 'Deleted user', email: null }])
    expect(await users.where('id', '=', client.id).execute()).toMatchObject([{ name: client.name }])
    expect(await countRows(restored, 'erased_accounts')).toBe(2)
    // And its own storage knows them from now on.
    const known = await readErasedAccounts(restored.deps.gateways.storage, [])
    expect(known.toSorted()).toEqual([creator.id, leaver.id].toSorted())
    expect(await checkLedger(restored.deps.db)).toEqual([])
  } finally {
    await restored.stop()
  }
})

test('a restore into new storage records there who was erased before the backup', async () => {
  const erased = await app.deps.db.selectFrom('erased_accounts').select('user_id').execute()
  expect(erased).toEqual([{ user_id: leaver.id }])
  const later = join(folder, 'later')
  await createBackup(await makeParts(app.deps.env, app.app.databaseUrl), later)
  const parts = await makeParts(await makeEnv(), await makeEmptyDatabase())
  const afterLoad: BackupParts['afterLoad'] = (connection) => restoreErasures(connection, parts.storage, [])
  expect(await readErasedAccounts(parts.storage, [])).toEqual([])
  await restoreBackup({ ...parts, afterLoad }, later)
  expect(await readErasedAccounts(parts.storage, [])).toEqual([leaver.id])
})

test('only the owner can read any part of a backup', async () => {
  const parts = await readdir(backup, { recursive: true, withFileTypes: true })
  expect(parts.length).toBeGreaterThan(50)
  const modes = await Promise.all(
    parts.map(async (part) => {
      const { mode } = await stat(join(part.parentPath, part.name))
      return `${part.isFile() ? 'file' : 'folder'} ${(mode & 0o777).toString(8)}`
    }),
  )
  expect(new Set(modes)).toEqual(new Set(['file 600', 'folder 700']))
})

test('a backup of a disk is restored into a bucket, and a backup of the bucket is the same', async () => {
  const s3 = await startS3Server()
  try {
    const read = readEnv(s3.env, folder)
    if (!read.ok) throw new Error(read.error)
    const databaseUrl = await makeEmptyDatabase()
    const parts = await makeParts({ ...(await makeEnv()), s3: read.env.s3 }, databaseUrl)
    await restoreBackup(parts, backup)
    for (const { key, sha256 } of manifest.files)
      expect(hash('sha256', (await parts.storage.get(key)) ?? ''), key).toBe(sha256)
    const erased = [randomUUID(), randomUUID()].toSorted()
    for (const id of erased) await parts.storage.put(`erased-accounts/${id}`, Buffer.from('2027-01-01T00:00:00.000Z'))
    expect((await readErasedAccounts(parts.storage, [])).toSorted()).toEqual(erased)
    // And the bucket into a folder again.
    const { files, uploads } = await createBackup(parts, join(folder, 'of-a-bucket'))
    expect({ files, uploads }).toEqual({ files: manifest.files, uploads: manifest.uploads })
    const downloaded = await parts.uploads.localFile(waiting.id, await mkdtemp(join(folder, 'download-')))
    expect(hash('sha256', await readFile(downloaded ?? ''))).toBe(hash('sha256', waiting.bytes))
  } finally {
    await s3.close()
  }
})

/** Restores a changed copy of the backup into a database; returns the sentence and whether the database is still empty. */
async function restoreChanged(
  change: (copy: string) => Promise<unknown>,
  overrides: Partial<BackupParts> = {},
): Promise<{ message: string; empty: boolean }> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(backup, copy, { recursive: true })
  await change(copy)
  const databaseUrl = await makeEmptyDatabase()
  const parts = { ...(await makeParts(await makeEnv(), databaseUrl)), ...overrides }
  const message = await restoreBackup(parts, copy).then(
    () => 'restored',
    (error: unknown) => String(error),
  )
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const { rows } = await connection.query("select from pg_tables where schemaname in ('public', 'pgboss')")
  await connection.end()
  return { message, empty: rows.length === 0 }
}

const changeManifest = async (copy: string, change: (manifest: BackupManifest) => BackupManifest) => {
  const path = join(copy, backupPaths.manifest)
  // Written by createBackup.
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')) as BackupManifest)))
}
const messagesTable = { schema: 'public', name: 'messages' }

test.each<[what: string, sentence: RegExp, change: (copy: string) => Promise<unknown>]>([
  [
    'without a table',
    /database\/public\.messages\.copy is missing from the backup: copy it again/,
    (copy) => rm(join(copy, backupPaths.table(messagesTable))),
  ],
  [
    'without a table in the manifest either',
    /does not have the tables of its migrations \("public"\."messages" \(.*: use another backup/,
    (copy) =>
      changeManifest(copy, (whole) => ({
        ...whole,
        tables: whole.tables.filter(({ name }) => name !== messagesTable.name),
      })),
  ],
  [
    'with a table of another backup',
    /public\.messages\.copy is not the file that was backed up/,
    (copy) => writeFile(join(copy, backupPaths.table(messagesTable)), ''),
  ],
  [
    'with a changed stored file',
    /files\/.* is not the file that was backed up: copy it again, or use another backup/,
    async (copy) => {
      const path = join(copy, backupPaths.file(manifest.files[0] ?? { key: '' }))
      const bytes = await readFile(path)
      bytes[0] = (bytes[0] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
  ],
  [
    'without a stored file, in the manifest either',
    /refers to 1 files that are not in the backup \(.*\): use another backup/,
    (copy) => changeManifest(copy, (whole) => ({ ...whole, files: whole.files.slice(1) })),
  ],
  [
    'with rows that refer to lost ones',
    /Rows of \S+ refer to rows that the backup does not have: use another backup/,
    async (copy) => {
      const empty = { rows: 0, bytes: 0, sha256: hash('sha256', '') }
      await writeFile(join(copy, backupPaths.table({ schema: 'public', name: 'users' })), '')
      await changeManifest(copy, (whole) => ({
        ...whole,
        tables: whole.tables.map((table) => (table.name === 'users' ? { ...table, ...empty } : table)),
      }))
    },
  ],
  [
    'with the secret of another installation',
    /secrets\.json is not the file that was backed up/,
    (copy) => writeFile(join(copy, backupPaths.secrets), '{"VERANDA_SECRET":"another"}\n'),
  ],
  [
    'with a secret that does not open its signing keys',
    /keys of this backup cannot be read with its secret: use another backup/,
    async (copy) => {
      const text = '{"VERANDA_SECRET":"another"}'
      await writeFile(join(copy, backupPaths.secrets), text)
      const secrets = { bytes: text.length, sha256: hash('sha256', text) }
      await changeManifest(copy, (whole) => ({ ...whole, secrets }))
    },
  ],
  [
    'that was never completed',
    /is no complete backup, because it has no manifest\.json: use another folder/,
    (copy) => rm(join(copy, backupPaths.manifest)),
  ],
  [
    'of a later format',
    /has format 2, and this version of Veranda reads formats up to 1: use the version that made it/,
    (copy) => changeManifest(copy, (whole) => ({ ...whole, format: 2 as 1 })),
  ],
  [
    'of a migration that is not known',
    /does not know the migration 9999_later\.sql of the backup: install version 1\.0\.0 or a later one/,
    (copy) =>
      changeManifest(copy, (whole) => ({
        ...whole,
        migrations: [...whole.migrations, { name: '9999_later.sql', checksum: 'x' }],
      })),
  ],
  [
    'of another job queue',
    /jobs of this backup are of another version of the job queue: restore with Veranda 1\.0\.0, and update afterwards/,
    (copy) => changeManifest(copy, (whole) => ({ ...whole, jobTables: whole.jobTables - 1 })),
  ],
])('a backup %s is refused with a sentence, and the database stays empty', async (_, sentence, change) => {
  const { message, empty } = await restoreChanged(change)
  expect(message).toMatch(sentence)
  expect(empty).toBe(true)
})

test('a backup is refused by a server with another secret', async () => {
  const { message, empty } = await restoreChanged(async () => undefined, { secret: 'another secret of 32 characters!' })
  expect(message).toMatch(/VERANDA_SECRET is not the secret of this backup: set it to the one in .*secrets\.json/)
  expect(empty).toBe(true)
})

test('a database that is not empty is refused, and is left as it is', async () => {
  const parts = await makeParts(await makeEnv(), app.app.databaseUrl)
  const users = await countRows(app.app, 'users')
  await expect(restoreBackup(parts, backup)).rejects.toThrow('The database is not empty: restore into a new one')
  expect(await countRows(app.app, 'users')).toBe(users)
})

test('a backup is not written into a folder that has something, and not of a database without data, of another version, or with another secret', async () => {
  const parts = await makeParts(app.deps.env, app.app.databaseUrl)
  await expect(createBackup(parts, backup)).rejects.toThrow('is not empty: name a new folder')
  const older = { ...parts, migrations: parts.migrations.slice(1) }
  await expect(createBackup(older, join(folder, 'other'))).rejects.toThrow('of another version of Veranda')
  const strange = { ...parts, secret: 'another secret of 32 characters!' }
  await expect(createBackup(strange, join(folder, 'other'))).rejects.toThrow('is not the secret of this database')
  await rm(join(folder, 'other'), { recursive: true })
  // Before the first sign-in an installation has push keys only.
  const unused = await testApp()
  const early = { ...strange, databaseUrl: unused.app.databaseUrl }
  await expect(createBackup(early, join(folder, 'other'))).rejects.toThrow('is not the secret of this database')
  await unused.close()
  await rm(join(folder, 'other'), { recursive: true })
  const empty = { ...parts, databaseUrl: await makeEmptyDatabase() }
  await expect(createBackup(empty, join(folder, 'other'))).rejects.toThrow('There is nothing of Veranda')
})

test('no stored file is deleted while a backup runs, and it is deleted afterwards', async () => {
  const { storage } = app.deps.gateways
  const key = imageStorageKey('f'.repeat(64), 'full')
  await storage.put(key, Buffer.from('unused'))
  const running = new Client({ connectionString: app.app.databaseUrl })
  await running.connect()
  await running.query('select pg_advisory_lock($1)', [backupLockKey])
  await app.transact((tx) => enqueueBytesDeletion(tx, app.deps, 'f'.repeat(64)))
  await app.runUntilIdle()
  expect(await storage.get(key)).toBeDefined()
  await running.end()
  await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(app.deps.db)
  await app.transact((tx) => enqueueBytesDeletion(tx, app.deps, 'e'.repeat(64)))
  await app.runUntilIdle()
  expect(await storage.get(key)).toBeUndefined()
})
