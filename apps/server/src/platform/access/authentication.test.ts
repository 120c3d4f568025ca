import * as notifications from '@veranda/contract/notifications/routes.ts'
import { sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { type CommitSignal } from '../db/commit-signals.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashCookieToken, makeAuthenticator, sessionCacheMs, tokenAudience, tokenIssuer } from './authentication.ts'

let app: TestApp
let database: Database
beforeAll(async () => {
  app = await testApp()
  database = openDatabase(app.app.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

/** An access of another node: a clock that is moved by hand, and notifications sent by hand. */
async function otherNode(name: string, query: Database['query'] = database.query) {
  const person = await app.createUser(name)
  const listeners: ((touched: CommitSignal, origin: 'local' | 'remote') => void)[] = []
  const extended: string[] = []
  let now = 0
  const access = makeAuthenticator({
    query,
    commitSignals: {
      on(listener) {
        listeners.push(listener)
        return () => undefined
      },
    },
    extendSession: async (id) => void extended.push(id),
    now: () => now,
  })
  const cookieToken = decodeURIComponent(person.cookie.split('=')[1] ?? '').split('.')[0]
  const { id: sessionId } = await app.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    person,
    sessionId,
    cookieToken: cookieToken ?? '',
    access,
    extended,
    byToken: () => access.authenticate({ token: person.token, cookieToken }),
    byCookie: () => access.authenticateCookie(cookieToken),
    passTime: (milliseconds: number) => (now += milliseconds),
    notify: (touched: CommitSignal) => listeners.forEach((listener) => listener(touched, 'remote')),
    deleteSession: () => app.deps.db.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  }
}

test('a session that ended elsewhere without a notification is refused after one second at the latest', async () => {
  const node = await otherNode('Cached Reader')
  expect(await node.byToken()).toMatchObject({ id: node.person.id })
  expect(await node.byCookie()).toMatchObject({ id: node.person.id })
  await node.deleteSession()
  node.passTime(sessionCacheMs - 1)
  expect(await node.byToken()).toMatchObject({ id: node.person.id })
  node.passTime(1)
  expect(await node.byToken()).toBeUndefined()
  expect(await node.byCookie()).toBeUndefined()
  expect(sessionCacheMs).toBeLessThanOrEqual(1_000)
})

test('a notified end of a session drops it at once, a read under way included', async () => {
  const node = await otherNode('Notified Reader')
  await node.byToken()
  await node.byCookie()
  await node.deleteSession()
  node.notify({ endedSessions: [node.sessionId] })
  expect(await node.byToken()).toBeUndefined()
  expect(await node.byCookie()).toBeUndefined()

  // The read sees the session, which ends before the result arrives.
  const held = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const late = await otherNode('Late Reader', async (statement) => {
    const result = await database.query<never>(statement)
    started.resolve()
    await held.promise
    return result
  })
  const underWay = late.byCookie()
  await started.promise
  await late.deleteSession()
  late.notify({ endedSessions: [late.sessionId] })
  held.resolve()
  await underWay
  expect(await late.byCookie()).toBeUndefined()
})

test('after missed notifications everything is read again', async () => {
  const node = await otherNode('Missed Reader')
  await node.byToken()
  await node.deleteSession()
  node.notify({ resync: true })
  expect(await node.byToken()).toBeUndefined()
})

test("a token is refused with another session's cookie, cached or not", async () => {
  const one = await otherNode('Own Cookie')
  const other = await otherNode('Other Cookie')
  await one.byToken()
  const cookieToken = decodeURIComponent(other.person.cookie.split('=')[1] ?? '').split('.')[0]
  expect(await one.access.authenticate({ token: one.person.token, cookieToken })).toBeUndefined()
})

test('a closed account and a changed role are seen within a second', async () => {
  const node = await otherNode('Turning Creator')
  await node.byToken()
  await app.deps.db.updateTable('users').set({ role: 'creator' }).where('id', '=', node.person.id).execute()
  node.passTime(sessionCacheMs)
  expect(await node.byToken()).toMatchObject({ role: 'creator' })
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', node.person.id).execute()
  node.passTime(sessionCacheMs)
  expect(await node.byToken()).toBeUndefined()
})

test('a use is written down when the last one is more than ten minutes old, and not with each read', async () => {
  const node = await otherNode('Frequent Reader')
  const usedAgo = (minutes: number) =>
    app.deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + sessionIdleLimitMs - minutes * minute) })
      .where('id', '=', node.sessionId)
      .execute()
  await usedAgo(9)
  expect(await node.byToken()).toMatchObject({ id: node.person.id })
  expect(await node.byCookie()).toMatchObject({ id: node.person.id })
  expect(node.extended).toEqual([])
  await usedAgo(11)
  node.passTime(sessionCacheMs)
  await Promise.all([node.byToken(), node.byToken()])
  await node.byToken()
  expect(node.extended).toEqual([node.sessionId])
})

test('bad input is 422 for a live session and 401 without one', async () => {
  const person = await app.createUser('Bad Input')
  const query = { limit: 1_000 }
  expect((await app.injectAs(person, notifications.listNotifications, { query })).status).toBe(422)
  expect((await app.injectAs({ ...person, token: '' }, notifications.listNotifications, { query })).status).toBe(401)
})

test('a copy of the database holds no token that opens a session', async () => {
  const node = await otherNode('Copied Reader')
  expect(await node.byCookie()).toBeDefined()
  const stored = await app.deps.db.selectFrom('sessions').selectAll().where('id', '=', node.sessionId).execute()
  const values = stored.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
  const cookie = decodeURIComponent(node.person.cookie)
  expect(values.filter((value) => value.length > 8 && cookie.includes(value))).toEqual([])
  for (const value of values) expect(await node.access.authenticateCookie(value)).toBeUndefined()
})

test('the files of the database hold no token either, not even of a row that was replaced', async () => {
  const node = await otherNode('Copied Disk')
  const [, token = ''] = /=([^.]{20,})\./.exec(decodeURIComponent(node.person.cookie)) ?? []
  expect(token).not.toBe('')
  await sql`checkpoint`.execute(app.deps.db)
  const { rows } = await sql<{ folder: string; table: string; log: string }>`
    select current_setting('data_directory') as folder, pg_relation_filepath('sessions') as table,
      'pg_wal/' || pg_walfile_name(pg_current_wal_lsn()) as log`.execute(app.deps.db)
  const [place] = rows
  if (!place) throw new Error('Postgres does not say where its files are')
  for (const file of [place.table, place.log]) {
    const bytes = readFileSync(join(place.folder, file))
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.includes(token), file).toBe(false)
  }
})

type Forgery = {
  readonly header?: Readonly<Record<string, unknown>>
  /** Claims that are undefined are left out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly signedBy?: 'ours' | 'another key' | 'our public key as a secret' | 'another kind of key' | 'no one'
  /** Claims that are put in after signing. */
  readonly changed?: Readonly<Record<string, unknown>>
}
const inPart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

test.each<[string, Forgery, 'accepted' | 'refused']>([
  ['as the server signs it', {}, 'accepted'],
  ['with the algorithm none', { signedBy: 'no one', header: { alg: 'none' } }, 'refused'],
  ['with another algorithm and a key of its own', { signedBy: 'another kind of key' }, 'refused'],
  ['signed with our public key as a shared secret', { signedBy: 'our public key as a secret' }, 'refused'],
  ['signed by a key that is not ours', { signedBy: 'another key' }, 'refused'],
  ['that names a key we do not have', { header: { kid: '0198c1de-0000-7000-8000-000000000003' } }, 'refused'],
  ['that was changed after it was signed', { changed: { role: 'admin' } }, 'refused'],
  ['for another audience', { claims: { aud: 'another-api' } }, 'refused'],
  ['for no audience', { claims: { aud: undefined } }, 'refused'],
  ['of another issuer', { claims: { iss: 'another' } }, 'refused'],
  ['of no issuer', { claims: { iss: undefined } }, 'refused'],
  ['of another type', { header: { typ: 'at+jwt' } }, 'refused'],
  ['of no type', { header: { typ: undefined } }, 'refused'],
  ['that expired a second ago', { claims: { exp: secondsFromNow(-1) } }, 'refused'],
  ['that never expires', { claims: { exp: undefined } }, 'refused'],
  ['that is not valid yet', { claims: { nbf: secondsFromNow(3_600) } }, 'refused'],
  ['of another user', { claims: { sub: '0198c1de-0000-7000-8000-000000000001' } }, 'refused'],
  ['of another session', { claims: { sid: '0198c1de-0000-7000-8000-000000000002' } }, 'refused'],
  ['for another cookie', { claims: { ch: hashCookieToken('another') } }, 'refused'],
])('a token %s', async (_, forgery, verdict) => {
  const node = await otherNode('Token Bearer')
  const ours = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const kid = app.deps.ids.next()
  const publicKey = JSON.stringify(await exportJWK(ours.publicKey))
  await app.deps.db
    .insertInto('signing_keys')
    .values({ id: kid, public_key: publicKey, private_key: '', created_at: new Date(0) })
    .execute()
  const signers = {
    ours: ['EdDSA', ours.privateKey],
    'another key': ['EdDSA', (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey],
    'another kind of key': ['ES256', (await generateKeyPair('ES256')).privateKey],
    'our public key as a secret': ['HS256', Buffer.from(publicKey)],
    'no one': ['EdDSA', ours.privateKey],
  } as const
  const { signedBy = 'ours', header, claims, changed } = forgery
  const [alg, key] = signers[signedBy]
  const { person, sessionId, cookieToken } = node
  const identity = { sub: person.id, sid: sessionId, ch: hashCookieToken(cookieToken) }
  const payload = { iss: tokenIssuer, aud: tokenAudience, exp: secondsFromNow(900), ...identity, ...claims }
  const allHeaders = { alg, typ: 'JWT', kid, ...(signedBy === 'no one' ? {} : header) }
  const signed = await new SignJWT(payload).setProtectedHeader(allHeaders).sign(key)
  const [head = '', , signature = ''] = signed.split('.')
  const token = {
    signed,
    unsigned: `${inPart({ ...allHeaders, ...header })}.${inPart(payload)}.`,
    changed: `${head}.${inPart({ ...payload, ...changed })}.${signature}`,
  }[signedBy === 'no one' ? 'unsigned' : changed ? 'changed' : 'signed']
  const actor = await node.access.authenticate({ token, cookieToken })
  expect(actor?.id).toBe(verdict === 'accepted' ? person.id : undefined)
  // A second time the token could be cached.
  expect((await node.access.authenticate({ token, cookieToken }))?.id).toBe(actor?.id)
})

test('tokens of invented keys make the keys be read once in a second, however many they are', async () => {
  let reads = 0
  const count: Database['query'] = (statement) => {
    if (statement.text.includes('signing_keys')) reads += 1
    return database.query(statement)
  }
  const { access, person, cookieToken } = await otherNode('Fay Forger', count)
  expect((await access.authenticate({ token: person.token, cookieToken }))?.id).toBe(person.id)
  expect(reads).toBe(1)
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const forged: string[] = []
  for (let tried = 0; tried < 40; tried += 1) {
    const header = { alg: 'EdDSA', typ: 'JWT', kid: app.deps.ids.next() }
    const token = await new SignJWT({}).setProtectedHeader(header).sign(privateKey)
    expect(await access.authenticate({ token, cookieToken, onForged: () => forged.push(token) })).toBeUndefined()
  }
  expect(forged).toHaveLength(40)
  // A slow machine may need more than a second for them.
  expect(reads).toBeLessThan(10)
})
