import { cancelDeletion, readDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { changeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readSuspension } from '@veranda/contract/accounts/suspension/routes.ts'
import { liftSuspension, suspendUser } from '@veranda/contract/admin/suspension/routes.ts'
import { addHourlyService, changeSchedule, readCalendarFeed, reserveSlot } from '@veranda/contract/bookings/routes.ts'
import {
  addDeliverable,
  openProject,
  readProject,
  requestCommission,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import {
  editMessage,
  listMessages,
  openDirectConversation,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { changePayoutAccount, readReceipt, requestPayout } from '@veranda/contract/payments/routes.ts'
import { readReviews, writeReview } from '@veranda/contract/reviews/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { readPublicCreator } from '@veranda/contract/talent/explore/routes.ts'
import { changeListing } from '@veranda/contract/talent/listing/routes.ts'
import {
  addPackageService,
  addPortfolioItem,
  changeProfile,
  readCreator,
  searchTalent,
} from '@veranda/contract/talent/routes.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { asId, type ProjectId } from '@veranda/core/ids.ts'
import { type WorkConsentEvent } from '@veranda/core/talent/events.ts'
import { day, fromIso, hour, instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uploadAsset, uploadImage } from '../../../platform/assets/testing/upload-client.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestApp, type TestUser, userOf } from '../../../testing/test-app.ts'
import { type BookingScenario, bookingScenario, everyDay, freeTalk } from '../../bookings/testing/booking-scenario.ts'
import { CommissionScenario, makeCreator } from '../../commissions/testing/commission-scenario.ts'
import { readErasedAccounts } from './erasure-record.ts'

const name = 'Marisol Quettabyte-Ruiz (M.)'
/** The creator's name until they change it. */
const formerName = 'Philippa Yesteryear'
const password = 'a long walk by the sea'
/** In every text that belongs to the user alone. */
const creatorMark = 'wipemark'
/** In texts that the user replaced. */
const formerMark = 'formermark'
/** In every text that the other side keeps. */
const shared = 'keepmark'

let scenario: BookingScenario
let app: TestApp
let creator: TestUser
let client: TestUser
/** A creator whom the other one has booked. */
let talker: TestUser
let projectId: string
let commissionId: string
let conversationId: string
beforeAll(async () => {
  scenario = await bookingScenario()
  app = scenario.t
  creator = await app.createUser(formerName, { role: 'creator', password, timeZone: 'Pacific/Chatham' })
  client = await app.createUser('Carla Client')
  await makeCreator(app, creator)
  await app.runUntilIdle()
})
afterAll(() => app.close())

const picture = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
const read = async (who = creator) => (await app.injectAs(who, readDeletion)).reply
const searchFor = async (q: string) =>
  (await app.injectAs(client, searchTalent, { query: { q } })).reply.items.map(({ id }) => id)
const publicPage = async () => (await app.injectAs(null, readPublicCreator, { params: { handle: 'quetta' } })).status
const isFreeInSearch = async () => {
  const times = app.deps.db.selectFrom('free_times').select('creator_id').where('creator_id', '=', creator.id)
  return (await times.executeTakeFirst()) !== undefined
}
const storedKeys = async () => {
  const folder = join(app.deps.env.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Returns the tables with a row that contains the text anywhere, those of the job queue too. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1, 2`.execute(app.deps.db)
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(`${table.schema}.${table.name}`)} x where x::text ilike ${`%${text}%`}) as found`.execute(
      app.deps.db,
    )
    if (rows[0]?.found) found.push(table.name)
  }
  return found
}

/** Gives the creator a page with everything on it, messages, files, and ways to sign in. */
async function addPage(): Promise<void> {
  const former = { headline: formerMark, about: formerMark, skills: [`Skill${formerMark}`] }
  await app.injectAs(creator, changeProfile, { body: former })
  await app.injectAs(creator, changeProfile, {
    body: { headline: `Rooms ${creatorMark}`, about: `I build ${creatorMark}`, skills: [`Skill${creatorMark}`] },
  })
  const file = await uploadImage(app, creator, `${creatorMark}-portfolio.png`, await picture('#284'))
  await app.injectAs(creator, addPortfolioItem, {
    body: { title: creatorMark, description: creatorMark, fileId: file.id },
  })
  const price = { amount: 10_000, currency: 'EUR' }
  const terms = { unit: 'project' as const, deliveryDays: null, reviewRounds: null }
  const service = { title: creatorMark, description: creatorMark, ...terms, price }
  await app.injectAs(creator, addPackageService, { body: service })
  await app.injectAs(creator, changeListing, { body: { listed: true, handle: 'quetta' } })
  const avatar = await uploadImage(app, creator, `${creatorMark}-avatar.png`, await picture('#824'))
  await app.injectAs(creator, changeAvatar, { body: { fileId: avatar.id } })
  await uploadImage(app, creator, `${creatorMark}-draft.png`, await picture('#482'))
  await uploadAsset(app, creator, `${creatorMark}.pdf`, Buffer.from(`%PDF-1.7\n${'x'.repeat(900)}`))
  await app.injectAs(creator, readCalendarFeed)
  await app.stepUp(creator)
  const bank = { holder: creatorMark, iban: 'DE89370400440532013000' }
  expect((await app.injectAs(creator, changePayoutAccount, { body: bank })).status).toBe(200)
  await app.injectAs(creator, fileTicket, { body: { email: creator.email, message: creatorMark } })
  const copycat = await app.createUser('Cora Copycat', { role: 'creator' })
  await app.injectAs(copycat, changeProfile, { body: { headline: 'Chairs' } })
  const at = new Date(app.clock.now())
  await app.deps.db
    .insertInto('page_reports')
    .values({
      id: app.deps.ids.next(),
      creator_id: copycat.id,
      item_id: null,
      reporter_id: creator.id,
      reason: 'stolen',
      message: `That chair is mine, ${creatorMark}`,
      created_at: at,
      closed_at: null,
    })
    .execute()
  await sendText(client, 'Hello')
  const { id: messageId } = (await sendText(creator, `first ${shared}`)).reply
  await app.injectAs(creator, editMessage, { params: { id: messageId }, body: { message: shared } })
  const row = { user_id: creator.id, credential_id: creatorMark, public_key: '', counter: 0, transports: [] }
  const facts = { backed_up: false, verifies_user: true, name: creatorMark, created_at: new Date(), last_used_at: null }
  await app.deps.db
    .insertInto('passkeys')
    .values({ id: randomUUID(), ...row, ...facts })
    .execute()
  const added = {
    type: 'account.passkey-added',
    data: { userId: creator.id, name: creatorMark },
  } satisfies AccountEvent
  const subject = { kind: 'user', id: creator.id }
  await app.transact((tx) => appendEvent(tx, { ...added, subject, actor: creator.id, at: app.clock.now() }))
  // The client is asked about a work, and has its title in a notification.
  const [clientId, creatorId] = [client.id, creator.id]
  const consent = {
    type: 'work-consent.asked',
    data: { consentId: randomUUID(), projectId: asId<ProjectId>(projectId), creatorId, clientId, title: creatorMark },
  } satisfies WorkConsentEvent
  await app.transact((tx) =>
    appendEvent(tx, {
      ...consent,
      subject: { kind: 'work-consent', id: consent.data.consentId },
      projectId: consent.data.projectId,
      actor: creator.id,
      at: app.clock.now(),
    }),
  )
  const unseen = { title: creatorMark, brief: creatorMark, skills: ['worlds'], budget: null }
  await app.injectAs(creator, openProject, { body: unseen })
  await app.runUntilIdle()
}

async function openConversation(): Promise<void> {
  conversationId = (await app.injectAs(client, openDirectConversation, { body: { userId: creator.id } })).reply.id
}

function sendText(who: TestUser, message: string) {
  const body = { clientId: randomUUID(), message }
  return app.injectAs(who, sendMessage, { params: { id: conversationId }, body })
}

/** Runs a commission up to its payment. */
async function fundCommission(): Promise<CommissionScenario> {
  const commission = new CommissionScenario(app, { client, creator })
  await commission.request()
  await commission.makeOffer()
  await commission.accept()
  await commission.startPayment()
  await scenario.runUntilIdle()
  return commission
}

test('an account with work, bookings and money is not deleted, and its user learns what stands in the way', async () => {
  expect(await read()).toEqual({ at: null, obstacles: [], actions: ['schedule'] })
  const commission = await fundCommission()
  await app.injectAs(creator, addHourlyService, { body: freeTalk })
  const { user, services } = await scenario.creator()
  talker = user
  const [service] = services
  if (!service) throw new Error('no service')
  const booking = await scenario.book(creator, service, '2027-03-16T09:00:00.000Z')
  expect((await read()).obstacles).toEqual([
    { kind: 'commissions', count: 1, amounts: [] },
    { kind: 'bookings', count: 1, amounts: [] },
    { kind: 'escrow', count: 1, amounts: [{ amount: 100_000, currency: 'EUR' }] },
  ])
  const openBooking = { kind: 'bookings', count: 1, amounts: [] }
  expect(await read(talker)).toEqual({ at: null, obstacles: [openBooking], actions: [] })
  expect((await app.injectAs(creator, scheduleDeletion)).problem.code).toBe('step-up.required')
  await app.stepUp(creator)
  expect((await app.injectAs(creator, scheduleDeletion)).problem).toMatchObject({
    status: 409,
    code: 'account.deletion-blocked',
  })

  // Others have seen the creator under a name that they change.
  await openConversation()
  await sendText(creator, 'Good morning')
  await app.runUntilIdle()
  const former = await tablesWith(formerName)
  expect(former).toEqual(expect.arrayContaining(['creators', 'idempotency_keys', 'stream_events', 'users']))
  await app.injectAs(creator, changeAccount, { body: { name } })
  await app.runUntilIdle()
  expect(await tablesWith('yesteryear')).toContain('search_words')

  // Done, released, and paid out.
  await scenario.goTo(instant((fromIso(booking.endsAt) ?? 0) + 3 * day))
  const image = await uploadImage(app, creator, `${shared}.png`, await picture('#111'))
  const { id } = await commission.milestone()
  const added = (
    await app.injectAs(creator, addDeliverable, { params: { id }, body: { notes: shared, fileIds: [image.id] } })
  ).reply
  const version = added.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await app.injectAs(creator, submitMilestone, { params: { id }, body })
  await commission.approve()
  await scenario.runUntilIdle()
  expect((await read()).obstacles).toMatchObject([{ kind: 'balance', amounts: [{ amount: 90_000 }] }])
  await scenario.goTo(instant(app.clock.now() + 6 * day))
  await app.stepUp(creator)
  await app.injectAs(creator, requestPayout, { body: { amount: 90_000, currency: 'EUR' } })
  expect((await read()).obstacles.map(({ kind }) => kind)).toEqual(['payments', 'balance'])
  await scenario.runUntilIdle()
  await scenario.goTo(instant(app.clock.now() + 4 * day))
  expect((await read()).obstacles).toEqual([])
  for (const who of [client, creator])
    await app.injectAs(who, writeReview, {
      params: { id: commission.id },
      body: { stars: 5, text: who === client ? creatorMark : shared },
    })
  projectId = commission.projectId
  commissionId = commission.id
})

test('for 14 days the page is hidden, nothing new can be asked for, other devices are out, and the user can change their mind', async () => {
  await addPage()
  await app.injectAs(creator, changeSchedule, { body: { ...everyDay, timeZone: 'Pacific/Chatham', expected: 0 } })
  await app.runUntilIdle()
  expect([await searchFor(creatorMark), await publicPage()]).toEqual([[creator.id], 200])
  const open = (await app.injectAs(creator, addHourlyService, { body: { ...freeTalk, title: creatorMark } })).reply
  await app.runUntilIdle()
  expect(await isFreeInSearch()).toBe(true)
  const signedIn = await app.injectAs(null, login, { body: { email: creator.email, password } })
  expect(signedIn.status).toBe(200)

  await app.stepUp(creator)
  const { at, actions: steps } = (await app.injectAs(creator, scheduleDeletion)).reply
  expect(steps).toEqual(['cancel'])
  const daysLeft = ((fromIso(at ?? '') ?? 0) - app.clock.now()) / day
  expect(Math.round(daysLeft * 1_000)).toBe(14_000)
  await app.runUntilIdle()
  expect((await app.injectAs(creator, readAccount)).status).toBe(200)
  const sessions = await app.deps.db.selectFrom('sessions').select('id').where('user_id', '=', creator.id).execute()
  expect(sessions).toHaveLength(1)
  expect([await searchFor(creatorMark), await publicPage(), await isFreeInSearch()]).toEqual([[], 404, false])
  expect((await app.injectAs(client, readCreator, { params: { id: creator.id } })).status).toBe(404)
  const asked = { projectId: await addProject(), creatorId: creator.id, message: 'Will you?' }
  expect((await app.injectAs(client, requestCommission, { body: asked })).problem.code).toBe(
    'commission.creator-not-found',
  )
  const slot = { serviceId: open.id, at: toIso(instant(app.clock.now() + day)), timeZone: 'UTC' }
  expect((await app.injectAs(client, reserveSlot, { body: slot })).problem.code).toBe('hourly-service.not-found')
  // Asking again does not move the date.
  await app.advance(hour)
  await app.stepUp(creator)
  expect((await app.injectAs(creator, scheduleDeletion)).reply.at).toBe(at)

  expect((await app.injectAs(creator, cancelDeletion)).reply.at).toBeNull()
  await app.runUntilIdle()
  expect([await searchFor(creatorMark), await publicPage(), await isFreeInSearch()]).toEqual([[creator.id], 200, true])
  await app.advance(15 * day)
  expect((await app.injectAs(creator, readAccount)).status).toBe(200)
  const actions = await app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('user_id', '=', creator.id)
    .where('action', 'like', 'account.deletion-%')
    .orderBy('at')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['account.deletion-scheduled', 'account.deletion-cancelled'])
})

test('a suspended creator is signed out everywhere, is not found, and reads why, until an admin or the day lets them in again', async () => {
  const [moderator, owner] = [
    await app.createUser('Mona Moderator', { adminRoles: ['moderator'] }),
    await app.createUser('Olga Owner', { adminRoles: ['owner'] }),
  ]
  const signIn = (typed = password) => app.injectAs(null, login, { body: { email: creator.email, password: typed } })
  const params = { id: creator.id }
  const suspendBy = async (admin: TestUser, until: string | null) =>
    app.injectAs(admin, suspendUser, { params, body: { reason: 'Stolen pictures', until } })
  const suspensionOf = async (who: TestUser) =>
    (await app.injectAs({ ...who, token: '' }, readSuspension)).reply.suspension
  const secondDevice = userOf(await signIn())
  const send = vi.spyOn(app.deps.gateways.mail, 'send')
  // Besides those about new devices.
  const mailed = () =>
    send.mock.calls.map(([mail]) => mail).filter(({ to, subject }) => to === creator.email && !/sign-in/.test(subject))
  // Of two admins at once one suspends, and the other reads a sentence.
  const outcomes = await Promise.all([suspendBy(moderator, null), suspendBy(owner, null)])
  expect(outcomes.map((outcome) => (outcome.status === 200 ? 'done' : outcome.problem.code)).toSorted()).toEqual([
    'done',
    'suspension.already-suspended',
  ])
  for (const device of [creator, secondDevice]) {
    expect((await app.injectAs(device, readAccount)).status).toBe(401)
    expect(await suspensionOf(device)).toEqual({ until: null, reason: 'Stolen pictures' })
  }
  expect([await suspensionOf(client), (await signIn('a guess')).problem.code]).toEqual([
    null,
    'account.invalid-credentials',
  ])
  expect((await signIn()).problem).toMatchObject({
    status: 403,
    code: 'account.suspended',
    facts: { reason: 'Stolen pictures' },
  })
  await app.runUntilIdle()
  expect([await searchFor(creatorMark), await publicPage(), await isFreeInSearch()]).toEqual([[], 404, false])
  expect(mailed().map(({ subject }) => subject)).toEqual(['Your Veranda account is suspended'])
  expect(mailed()[0]?.text).toContain('Stolen pictures')
  expect((await app.injectAs(client, readCreator, { params })).status).toBe(404)
  const asked = { projectId: await addProject(), creatorId: creator.id, message: 'Will you?' }
  expect((await app.injectAs(client, requestCommission, { body: asked })).problem.code).toBe(
    'commission.creator-not-found',
  )
  const body = { reason: 'They are theirs after all' }
  expect((await app.injectAs(owner, liftSuspension, { params, body })).status).toBe(200)
  expect((await app.injectAs(owner, liftSuspension, { params, body })).problem.code).toBe('suspension.not-suspended')
  expect([await suspensionOf(creator), (await signIn()).status]).toEqual([null, 200])
  await app.runUntilIdle()
  expect([await searchFor(creatorMark), await publicPage(), await isFreeInSearch()]).toEqual([[creator.id], 200, true])
  expect(mailed().at(-1)?.subject).toBe('Your Veranda account is open again')
  send.mockRestore()

  const until = toIso(instant(app.clock.now() + 3 * day)).slice(0, 10)
  expect((await suspendBy(moderator, until)).status).toBe(200)
  expect((await signIn()).problem.code).toBe('account.suspended-until')
  await app.advance(2 * day - hour)
  expect((await signIn()).status).toBe(403)
  await app.advance(day + hour)
  creator = { ...creator, ...userOf(await signIn()) }
  const rows = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'data'])
    .where('user_id', '=', creator.id)
    .where('action', 'in', ['account.suspended', 'account.suspension-lifted'])
    .orderBy('at')
    .execute()
  const [suspended, lifted] = ['account.suspended', 'account.suspension-lifted']
  expect(rows.map(({ action }) => action)).toEqual([suspended, lifted, suspended, lifted])
  expect(rows[1]).toMatchObject({
    actor_id: owner.id,
    data: { before: { reason: 'Stolen pictures' }, reason: body.reason },
  })
  expect(rows[3]).toMatchObject({ actor_id: null, data: { before: { suspended: true }, after: { suspended: false } } })
  const { suspended_token_hashes: hashes } = await app.deps.db
    .selectFrom('users')
    .select('suspended_token_hashes')
    .where('id', '=', creator.id)
    .executeTakeFirstOrThrow()
  expect(hashes).toEqual([])
})

test('at the date everything of the user is gone but what the privacy text names, and the ledger balances', async () => {
  const { id: userId, email } = creator
  const before = await storedKeys()
  const image = (
    await app.deps.db.selectFrom('users').select('avatar_file').where('id', '=', userId).executeTakeFirst()
  )?.avatar_file
  const allNames = async () => new Set([...(await tablesWith(name)), ...(await tablesWith(email))])
  expect([...(await allNames())]).toEqual(expect.arrayContaining(['users', 'creators', 'receipts', 'stream_events']))
  expect(await tablesWith(creatorMark)).toEqual(
    expect.arrayContaining([
      'creators',
      'events',
      'notifications',
      'stream_events',
      'projects',
      'portfolio_items',
      'stored_files',
      'assets',
      'search_words',
    ]),
  )
  expect(await tablesWith(formerMark)).toEqual(['search_words', 'skills'])
  expect(await tablesWith(formerName)).toEqual(expect.arrayContaining(['idempotency_keys', 'stream_events']))
  await app.stepUp(creator)
  await app.injectAs(creator, scheduleDeletion)
  await app.runUntilIdle()
  await app.advance(14 * day - hour)
  expect((await app.injectAs(creator, readAccount)).status).toBe(200)
  await app.advance(2 * hour)
  await app.advance(2 * hour)

  // Gone: the account, the page, the search, the files that no one else has.
  expect((await app.injectAs(creator, readAccount)).status).toBe(401)
  expect((await app.injectAs(null, login, { body: { email, password } })).status).toBe(401)
  expect([await searchFor(creatorMark), await searchFor('Quettabyte'), await publicPage()]).toEqual([[], [], 404])
  expect((await app.injectAs(client, readCreator, { params: { id: userId } })).status).toBe(404)
  const avatar = { url: `/api/files/${image ?? ''}`, headers: { cookie: client.cookie } }
  expect((await app.app.http.inject(avatar)).statusCode).toBe(404)
  const after = await storedKeys()
  expect(before.length - after.length).toBeGreaterThanOrEqual(4)
  for (const file of after) expect((await readFile(file)).includes(creatorMark)).toBe(false)

  // Left: the receipts of both sides, and nothing else with their name.
  expect([...(await allNames())]).toEqual(['receipts'])
  expect(await tablesWith('Marisol')).toEqual(['receipts'])
  expect(await tablesWith('Pacific/Chatham')).toEqual([])
  expect(await tablesWith('Yesteryear')).toEqual([])
  expect([await tablesWith(creatorMark), await tablesWith(formerMark)]).toEqual([[], []])
  const traces = await app.deps.db
    .selectFrom('audit_log')
    .select(['ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .execute()
  expect(traces.filter((row) => row.ip_address !== null || row.user_agent !== null)).toEqual([])

  // The other side keeps its copies, without the name.
  const project = (await app.injectAs(client, readProject, { params: { id: projectId } })).reply
  expect(project.commissions[0]?.milestones[0]?.deliverables.at(-1)).toMatchObject({ notes: shared })
  expect(JSON.stringify(project)).toContain('Deleted user')
  const inJapanese = { params: { id: projectId }, headers: { 'accept-language': 'ja' } }
  const translated = JSON.stringify((await app.injectAs(client, readProject, inJapanese)).reply)
  expect([translated.includes('"退会済みユーザー"'), translated.includes('Deleted user')]).toEqual([true, false])
  const conversation = { params: { id: conversationId }, query: { limit: 20 } }
  const messages = (await app.injectAs(client, listMessages, conversation)).reply.items
  expect(messages.map(({ text, by }) => [text, by.name])).toEqual(expect.arrayContaining([[shared, 'Deleted user']]))
  const milestone = project.commissions[0]?.milestones[0]?.id ?? ''
  expect((await app.injectAs(client, readReceipt, { params: { id: milestone } })).reply.creator.name).toBe(name)
  const reviews = (await app.injectAs(client, readReviews, { params: { id: commissionId } })).reply
  expect(reviews.theirs).toMatchObject({ text: shared, by: { name: 'Deleted user' } })
  expect(await scenario.ledgerFindings()).toEqual([])

  // A restore of an earlier backup finds out who was erased.
  expect(await readErasedAccounts(app.deps.gateways.storage, [])).toEqual([userId])
})

test('what both sides kept goes with the second of them, down to the files, and the ledger still balances', async () => {
  const sent = await uploadAsset(app, client, `${shared}.pdf`, Buffer.from(`%PDF-1.7\n${shared} ${'x'.repeat(900)}`))
  const body = { clientId: randomUUID(), message: shared, assetIds: [sent.id] }
  const { status } = await app.injectAs(client, sendMessage, { params: { id: conversationId }, body })
  expect(status).toBe(200)
  await app.runUntilIdle()
  const drawn = { room_id: projectId, key: 'note-1', version: 1, updated_by_id: client.id, updated_at: new Date() }
  await sql`insert into rooms (id, project_id, created_at) values (${projectId}, ${projectId}, now()) on conflict do nothing`.execute(
    app.deps.db,
  )
  await app.deps.db
    .insertInto('room_records')
    .values({ ...drawn, value: JSON.stringify({ text: shared }) })
    .execute()
  const before = await tablesWith(shared)
  expect(before).toEqual(
    expect.arrayContaining([
      'assets',
      'deliverables',
      'events',
      'message_edits',
      'messages',
      'room_records',
      'stored_files',
    ]),
  )
  const booked = async () => {
    const rows = app.deps.db.selectFrom('bookings').select('terms').where('creator_id', '=', talker.id)
    return (await rows.execute()).map(({ terms }) => terms.title)
  }
  expect(await booked()).toEqual([freeTalk.title])
  for (const user of [client, talker]) {
    await app.stepUp(user)
    expect((await app.injectAs(user, scheduleDeletion)).status).toBe(200)
  }
  for (let hours = 0; hours < 4; hours += 1) await app.advance(hours === 0 ? 14 * day : hour)
  expect((await app.injectAs(client, readAccount)).status).toBe(401)
  expect([await tablesWith(shared), await booked()]).toEqual([[], ['']])
  const offers = await app.deps.db
    .selectFrom('offer_versions')
    .select('content')
    .where('commission_id', '=', commissionId)
    .execute()
  expect(offers).toEqual(offers.map(() => ({ content: expect.objectContaining({ scope: '', milestones: [] }) })))
  for (const file of await storedKeys()) expect((await readFile(file)).includes(shared)).toBe(false)
  expect(await scenario.ledgerFindings()).toEqual([])
})

async function addProject(): Promise<string> {
  const body = { title: 'Another', brief: 'For later', skills: ['worlds'], budget: null }
  return (await app.injectAs(client, openProject, { body })).reply.id
}
