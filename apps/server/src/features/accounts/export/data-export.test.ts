import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { readDataExport, removeDataExport, requestDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { cancelProject, declineCommission } from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { personalDataNames } from '@veranda/core/accounts/export/data-export.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Entry, fromBufferPromise } from 'yauzl'
import { exportParts, productFeatures } from '../../../app.ts'
import { uploadImage } from '../../../platform/assets/testing/upload-client.ts'
import { openLiveSocket } from '../../../testing/live-socket.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { CommissionScenario, makeCreator } from '../../commissions/testing/commission-scenario.ts'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'
import { collectExport } from './collect-export.ts'
import { exportStorageKey } from './data-export.repository.ts'
import { ownersOfRows } from './testing/owners-of-rows.ts'

let mailServer: MailServer
let t: TestApp
let ines: TestUser
let omar: TestUser
const photoName = 'Ines: “front”?.png'

beforeAll(async () => {
  mailServer = await startMailServer()
  t = await testApp({ env: mailServer.env })
  ines = await t.createUser('Ines <b>Sánchez</b>', { password: 'a long walk by the sea' })
  omar = await t.createUser('Omar Maker', { role: 'creator' })
  await makeCreator(t, omar)
  const story = new CommissionScenario(t, { client: ines, creator: omar })
  await story.request()
  await story.makeOffer()
  await story.accept()
  await story.fund()
  await write(ines, omar, 'hello Omar')
  await write(omar, ines, 'hello Ines')
  await t.injectAs(ines, fileTicket, { body: { email: ines.email, message: 'where is my receipt?' } })
  await uploadImage(t, ines, photoName, await photo())
  const third = await t.createUser('Tess Third')
  await write(omar, third, 'only for Tess')
  await t.injectAs(third, fileTicket, { body: { email: third.email, message: 'only for the support team' } })
  await t.runUntilIdle()
})
afterAll(async () => {
  await t.close()
  await mailServer.close()
})

async function write(from: TestUser, to: TestUser, message: string) {
  const { id } = (await t.injectAs(from, openDirectConversation, { body: { userId: to.id } })).reply
  await t.injectAs(from, sendMessage, { params: { id }, body: { clientId: randomUUID(), message } })
}

const photo = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a3fcb' } })
    .png()
    .toBuffer()

const stateOf = async (user: TestUser) => (await t.injectAs(user, readDataExport)).reply
const download = (user: TestUser | null, headers: Record<string, string> = {}) =>
  t.app.http.inject({
    url: '/api/accounts/export/file',
    headers: { ...(user ? { cookie: user.cookie } : {}), ...headers },
  })

/** Asks for a copy, waits until it is ready and returns the files in it. */
async function makeCopy(user: TestUser): Promise<Map<string, Buffer>> {
  await t.stepUp(user)
  await t.injectAs(user, requestDataExport)
  await t.runUntilIdle()
  return unzip((await download(user)).rawPayload)
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true, lazyEntries: true })
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  const files = new Map<string, Buffer>()
  for (const entry of entries) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

test('a copy has what the database has about its user, and nothing of others', async () => {
  const files = await makeCopy(ines)
  // The files are lists of objects.
  const read = (name: string) =>
    JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[]
  const names = [...personalDataNames, 'files'].map((name) => `data/${name}.json`)
  expect([...files.keys()].filter((name) => !name.startsWith('files/')).toSorted()).toEqual(
    [...names, 'index.html'].toSorted(),
  )
  const row = await t.deps.db.selectFrom('users').selectAll().where('id', '=', ines.id).executeTakeFirstOrThrow()
  expect(read('account')).toMatchObject([{ id: ines.id, name: row.name, email: ines.email, language: row.language }])
  expect(Date.parse(String(read('account')[0]?.['createdAt']))).toBe(row.created_at)
  const messages = await t.deps.db
    .selectFrom('messages as m')
    .innerJoin('conversation_members as c', 'c.conversation_id', 'm.conversation_id')
    .select(['m.id', 'm.text', 'm.sender_id'])
    .where('c.user_id', '=', ines.id)
    .orderBy('m.conversation_id')
    .orderBy('m.seq')
    .execute()
  expect(messages.map((one) => one.text)).toEqual(['hello Omar', 'hello Ines'])
  expect(read('messages').map(({ id, text, byYou }) => [id, text, byYou])).toEqual(
    messages.map(({ id, text, sender_id: sender }) => [id, text, sender === ines.id]),
  )
  const { items: notifications } = (await t.injectAs(ines, listNotifications, { query: {} })).reply
  expect(notifications.length).toBeGreaterThan(0)
  // The sentences of her notifications, and the values in them.
  for (const { _id, title, message } of notifications) {
    const found = read('notifications').find(({ id }) => id === _id)
    expect(found).toMatchObject({ title, message, about: expect.any(String), details: expect.any(Object) })
    expect(found).not.toHaveProperty('facts')
  }
  const { rows: counts } = await sql<{ name: string; count: number }>`
    select 'sessions' as name, count(*) from sessions where user_id = ${ines.id} union all
    select 'security-events', count(*) from audit_log where user_id = ${ines.id} union all
    select 'sign-in-methods', count(*) from credentials where user_id = ${ines.id} union all
    select 'projects', count(*) from projects where client_id = ${ines.id} union all
    select 'commissions', count(*) from commissions where client_id = ${ines.id} union all
    select 'offers', count(*) from offer_versions union all
    select 'milestones', count(*) from milestones where client_id = ${ines.id} union all
    select 'charges', count(*) from charges where client_id = ${ines.id} union all
    select 'conversations', count(*) from conversation_members where user_id = ${ines.id} union all
    select 'notifications', count(*) from notifications where user_id = ${ines.id} union all
    select 'support-tickets', count(*) from support_tickets where user_id = ${ines.id}`.execute(t.deps.db)
  for (const { name, count } of counts) expect([name, read(name).length]).toEqual([name, count])
  expect(counts.every(({ count }) => count > 0)).toBe(true)
  const [own] = read('files')
  expect(own).toMatchObject({ name: photoName, type: 'image/png', path: 'files/1-Ines_ “front”_.png' })
  expect(files.get(String(own?.['path']))).toEqual(await photo())
  const page = files.get('index.html')?.toString() ?? ''
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(names)
  expect(page).not.toMatch(/<script|export\.file/)

  const everything = [...files.values()].map(String).join('\n')
  expect(everything).toContain('Omar Maker')
  const { rows: secrets } = await sql<{ secret: string }>`
    select password as secret from credentials where password is not null union all
    select token_hash from sessions union all
    select email from users where id <> ${ines.id}`.execute(t.deps.db)
  expect(secrets.length).toBeGreaterThan(3)
  for (const { secret } of secrets) expect(everything).not.toContain(secret)
  for (const foreign of ['only for Tess', 'only for the support team', 'Tess Third'])
    expect(everything).not.toContain(foreign)
})

test('a copy says why a project was cancelled and a commission declined or withdrawn, and which upload was refused', async () => {
  const [withdrawn, declined] = [1, 2].map(() => new CommissionScenario(t, { client: ines, creator: omar }))
  if (!withdrawn || !declined) throw new Error('no commissions')
  const project = await withdrawn.request()
  const reason = 'We moved to another office'
  const cancelled = { params: { id: project.id }, body: { reason, expected: project.version } }
  expect((await t.injectAs(ines, cancelProject, cancelled)).status).toBe(200)
  await declined.request()
  const { version: expected } = await declined.read()
  const call = { params: { id: declined.id }, body: { reason: 'Booked until May', expected } }
  expect((await t.injectAs(omar, declineCommission, call)).status).toBe(200)
  const times = { created_at: new Date(), updated_at: new Date() }
  const upload = { owner_id: ines.id, name: 'too-many.glb', purpose: 'project', bytes: 7_000, ...times } as const
  const refusal = { state: 'refused', refusal_code: 'asset.too-large', refusal_detail: '{"max": 5000}' } as const
  await t.deps.db
    .insertInto('assets')
    .values({ id: randomUUID(), ...upload, ...refusal })
    .execute()
  const files = await makeCopy(ines)
  const read = (name: string): unknown => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null')
  expect(read('projects')).toContainEqual(expect.objectContaining({ id: project.id, cancelledBecause: reason }))
  expect(read('commissions')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: withdrawn.id, endedBy: 'client', endedBecause: reason }),
      expect.objectContaining({ id: declined.id, endedBy: 'creator', endedBecause: 'Booked until May' }),
    ]),
  )
  expect(read('unfinished-files')).toMatchObject([
    { name: 'too-many.glb', bytes: 7_000, refusedBecause: 'asset.too-large', refusalDetails: { max: 5_000 } },
  ])
})

test('a long history is read in parts, and all of it is in the copy', async () => {
  const rui = await t.createUser('Rui')
  await sql`
    insert into support_tickets (id, user_id, email, message, created_at)
    select gen_random_uuid(), ${rui.id}, 'rui@veranda.test', 'ticket ' || n, now() + n * interval '1 second'
    from generate_series(1, 1200) as n`.execute(t.deps.db)
  const files = await makeCopy(rui)
  // The file is a list of objects.
  const tickets = JSON.parse(String(files.get('data/support-tickets.json'))) as { message: string }[]
  expect(tickets.map(({ message }) => message)).toEqual(Array.from({ length: 1200 }, (_, n) => `ticket ${n + 1}`))
})

test('a copy needs a step-up, to be asked for and to be downloaded, and is its user’s alone', async () => {
  const kim = await t.createUser('Kim')
  const refused = await t.injectAs(kim, requestDataExport)
  expect(refused.problem).toMatchObject({ status: 403, code: 'step-up.required' })
  expect(await stateOf(kim)).toEqual({ state: 'none' })
  await t.stepUp(kim)
  expect((await t.injectAs(kim, requestDataExport)).reply).toMatchObject({ state: 'collecting', progress: 0 })
  expect((await download(kim)).statusCode).toBe(404)
  await t.runUntilIdle()
  const ready = await stateOf(kim)
  expect(ready).toMatchObject({ state: 'ready' })
  const got = await download(kim)
  expect(got.statusCode).toBe(200)
  expect(got.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-length': String('bytes' in ready ? ready.bytes : 0),
  })
  expect(got.headers['content-disposition']).toMatch(/^attachment; filename="veranda-\d{4}-\d\d-\d\d\.zip"/)
  const part = await download(kim, { range: 'bytes=0-3' })
  expect([part.statusCode, part.rawPayload.toString('latin1')]).toEqual([206, 'PK\u0003\u0004'])
  const mails = mailServer.mailsTo(kim.email).filter(({ subject }) => subject === 'The copy of your data is ready')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/^Hello Kim,[^]*\/settings$/m)
  const events = (await t.injectAs(kim, listSecurityEvents, { query: {} })).reply.items.map(({ type }) => type)
  expect(events).toContain('account.data-exported')

  const [stranger, signedOut] = [await t.createUser('Sam'), await download(null)]
  await t.stepUp(stranger)
  expect((await download(stranger)).statusCode).toBe(404)
  expect(signedOut.statusCode).toBe(401)
  await t.deps.db.deleteFrom('step_ups').where('user_id', '=', kim.id).execute()
  expect((await download(kim)).json()).toMatchObject({ status: 403, code: 'step-up.required' })
})

test('of two requests at once one is taken; a new copy replaces a finished one, and both go when deleted', async () => {
  const lena = await t.createUser('Lena')
  await t.stepUp(lena)
  const both = await Promise.all([t.injectAs(lena, requestDataExport), t.injectAs(lena, requestDataExport)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.problem.code).toBe('export.collecting')
  await t.runUntilIdle()
  const idOf = async () =>
    (await t.deps.db.selectFrom('data_exports').select('id').where('user_id', '=', lena.id).executeTakeFirst())?.id ??
    ''
  const isStored = async (id: string) => (await t.deps.gateways.storage.get(exportStorageKey(id))) !== undefined
  const first = await idOf()
  expect(await isStored(first)).toBe(true)
  await t.injectAs(lena, requestDataExport)
  await t.runUntilIdle()
  const second = await idOf()
  expect([second === first, await isStored(first), await isStored(second)]).toEqual([false, false, true])
  await t.injectAs(lena, removeDataExport)
  await t.runUntilIdle()
  expect([await stateOf(lena), await isStored(second)]).toEqual([{ state: 'none' }, false])
  expect((await t.injectAs(lena, removeDataExport)).problem).toMatchObject({ status: 404, code: 'export.not-found' })

  // Deleted while it waits to be collected.
  await t.injectAs(lena, requestDataExport)
  const third = await idOf()
  await t.injectAs(lena, removeDataExport)
  await t.runUntilIdle()
  expect([await stateOf(lena), await isStored(third)]).toEqual([{ state: 'none' }, false])
})

test('a copy is deleted after seven days', async () => {
  const nia = await t.createUser('Nia')
  await makeCopy(nia)
  const { id } = await t.deps.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', nia.id)
    .executeTakeFirstOrThrow()
  await t.advance(7 * day - 60_000)
  expect(await stateOf(nia)).toMatchObject({ state: 'ready' })
  await t.advance(120_000)
  expect(await stateOf(nia)).toEqual({ state: 'none' })
  expect(await t.deps.gateways.storage.get(exportStorageKey(id))).toBeUndefined()
})

test('a try that fails leaves nothing behind and is repeated; after the last one the user is notified and asks again', async () => {
  const pia = await t.createUser('Pia')
  await uploadImage(t, pia, 'a.png', await photo())
  await t.stepUp(pia)
  const { storage } = t.deps.gateways
  const broken = Readable.from(brokenBytes(), { objectMode: false })
  const [open, putFile] = [vi.spyOn(storage, 'open'), vi.spyOn(storage, 'putFile')]
  open.mockResolvedValueOnce(broken)
  await t.injectAs(pia, requestDataExport)
  await t.runUntilIdle()
  expect(await stateOf(pia)).toMatchObject({ state: 'collecting' })
  const { id: exportId } = await t.deps.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', pia.id)
    .executeTakeFirstOrThrow()
  const collector = collectExport({ data: [], files: [] })
  putFile.mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await expect(collector.run({ exportId }, t.app.backgroundDeps)).rejects.toThrow('no space left')
  expect(await readdir(join(t.deps.env.dataDir, 'converting'))).toEqual([])
  await collector.onDeadLetter?.({ exportId }, t.app.backgroundDeps)
  expect(await stateOf(pia)).toMatchObject({ state: 'failed' })
  expect((await download(pia)).statusCode).toBe(404)

  // It finds its row gone after it stored the bytes.
  putFile.mockImplementationOnce(async (key, path) => {
    await t.deps.db.deleteFrom('data_exports').where('user_id', '=', pia.id).execute()
    await storage.putFile(key, path)
  })
  expect((await t.injectAs(pia, requestDataExport)).status).toBe(200)
  await t.runUntilIdle()
  expect(await stateOf(pia)).toEqual({ state: 'none' })
  expect(await storage.get(String(putFile.mock.lastCall?.[0]))).toBeUndefined()
  expect(mailServer.mailsTo(pia.email)).toEqual([])

  // Another node took the job for dead and finished it first.
  await t.injectAs(pia, requestDataExport)
  const { id: raced } = await t.deps.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', pia.id)
    .executeTakeFirstOrThrow()
  putFile.mockImplementationOnce(async (key, path) => {
    await collector.run({ exportId: raced }, t.app.backgroundDeps)
    await storage.putFile(key, path)
  })
  await t.runUntilIdle()
  expect(await stateOf(pia)).toMatchObject({ state: 'ready' })
  expect([...(await unzip((await download(pia)).rawPayload)).keys()]).toContain('index.html')
  expect(mailServer.mailsTo(pia.email)).toHaveLength(1)
  vi.restoreAllMocks()
})

test('open tabs receive how far a collection is: of each new percent, and at most once a second', async () => {
  const uma = await t.createUser('Uma')
  await t.stepUp(uma)
  const { data } = exportParts(productFeatures(() => t.deps))
  const collector = collectExport({ data, files: [] })
  const tab = await openLiveSocket(await t.listenWithoutBackground(), uma)
  await t.runUntilIdle()

  /** Collects a copy while each look at the time finds it later by a step. Counts the events that the tab receives. */
  async function collectInSteps(stepMs: number) {
    const before = tab.received(accountChanged).length
    const { reply: requested } = await t.injectAs(uma, requestDataExport)
    const { id: exportId } = await t.deps.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', uma.id)
      .executeTakeFirstOrThrow()
    let last: unknown = requested
    // Whole, so that a step of a second is never a rounding error less.
    let elapsedMs = Math.ceil(performance.now())
    const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += stepMs))
    // What is stored comes after the last progress.
    vi.spyOn(t.deps.gateways.storage, 'putFile').mockImplementationOnce(async () => {
      elapsed.mockRestore()
      last = await stateOf(uma)
    })
    await collector.run({ exportId }, t.app.backgroundDeps)
    await t.runUntilIdle()
    const rows = await t.deps.db
      .selectFrom('events')
      .select('position')
      .where('subject_id', '=', uma.id)
      .where('type', '=', 'account.data-export-changed')
      .execute()
    await expect.poll(() => tab.received(accountChanged).length).toBe(rows.length)
    return { last, received: rows.length - before }
  }

  // Of the request and of the end.
  expect(await collectInSteps(0)).toMatchObject({ last: { state: 'collecting', progress: 0 }, received: 2 })
  expect(await collectInSteps(1_000)).toMatchObject({
    last: { state: 'collecting', progress: 30 },
    received: 2 + Math.min(30, data.length),
  })
  tab.close()
  vi.restoreAllMocks()
})

async function* brokenBytes(): AsyncGenerator<Buffer> {
  yield Buffer.from('half of it')
  throw await Promise.resolve(new Error('the disk is broken'))
}

test('every column that says whose a row is has its place in the copy, or a reason why not', async () => {
  const { rows } = await sql<{ column: string; table: string }>`
    select c.relname || '.' || a.attname as column, c.relname as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and (
      a.attname in ('email', 'user_id') or a.atttypid = 'uuid'::regtype
        and a.attname ~ '^(owner|author|sender|actor|client|creator|reporter|about)_id$|(^|_)by(_id)?$'
      or exists (
        select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey)
          and f.confrelid in ('users'::regclass, 'creators'::regclass)
      )
    ) order by 1`.execute(t.deps.db)
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(ownersOfRows).toSorted())
  const { data, files } = exportParts(productFeatures(() => t.deps))
  expect(data.map(({ name }) => name).toSorted()).toEqual([...personalDataNames].toSorted())
  for (const { column, table } of rows) {
    const place = ownersOfRows[column]
    if (!place || !('file' in place)) continue
    const selects = place.file === 'files' ? files : data.filter(({ name }) => name === place.file)
    const statements = selects.map(({ select }) => select(ines.id).compile(t.deps.db).sql).join('\n')
    expect([column, new RegExp(`\\b${table}\\b`).test(statements)]).toEqual([column, true])
  }
})
