import { scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { requestPasswordReset } from '@veranda/contract/accounts/password-reset/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { cancelBooking, declineBooking } from '@veranda/contract/bookings/routes.ts'
import {
  cancelProject,
  counterOffer,
  declineCommission,
  openProject,
  withdrawCommission,
} from '@veranda/contract/commissions/routes.ts'
import { day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { type BookingScenario, bookingScenario, freeTalk } from '../../bookings/testing/booking-scenario.ts'
import { CommissionScenario, offerContent } from '../../commissions/testing/commission-scenario.ts'
import { readErasedAccounts } from './erasure-record.ts'

/** In every text that both sides of a project or a booking can read. */
const shared = 'bothmark'
/** In the reason for cancelling a project that its client alone has seen. */
const own = 'alonemark'

let scenario: BookingScenario
let app: TestApp
let client: TestUser
let creator: TestUser
beforeAll(async () => {
  scenario = await bookingScenario()
  app = scenario.t
  client = await app.createUser('Carla Client')
})
afterAll(() => app.close())

/** Returns what contains a text: the types of the events, and `bookings` for each booking. */
async function placesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select type as place from events where data::text like ${`%${text}%`}
    union all
    select 'bookings' from bookings b where b::text like ${`%${text}%`} order by 1`.execute(app.deps.db)
  return rows.map(({ place }) => place)
}

/** Returns the queues and states of jobs with one of these texts in their data or their output. */
async function jobsWith(texts: readonly string[]): Promise<string[]> {
  const pattern = texts.join('|')
  const { rows } = await sql<{ job: string }>`
    select distinct name || ' ' || state as job from pgboss.job j where j::text ~ ${pattern} order by 1`.execute(
    app.deps.db,
  )
  return rows.map(({ job }) => job)
}

async function erase(user: TestUser): Promise<void> {
  await app.stepUp(user)
  expect((await app.injectAs(user, scheduleDeletion)).status).toBe(200)
  await app.advance(14 * day)
  await app.advance(hour)
}

/** Negotiates three commissions that end with a reason of one side. */
async function endCommissions(): Promise<CommissionScenario> {
  const [countered, declined] = [1, 2].map(() => new CommissionScenario(app, { client, creator }))
  if (!countered || !declined) throw new Error('no commissions')
  await countered.request()
  await countered.makeOffer()
  const counter = { content: offerContent(app, {}, [90_000]), reason: `counter ${shared}` }
  const { version } = await countered.read()
  const at = { params: { id: countered.id } }
  await app.injectAs(client, counterOffer, { ...at, body: { ...counter, expected: version } })
  const reason = `reason ${shared}`
  await app.injectAs(client, withdrawCommission, { ...at, body: { reason, expected: version + 1 } })
  const project = await declined.request()
  const { version: expected } = await declined.read()
  const decline = { params: { id: declined.id }, body: { reason, expected } }
  await app.injectAs(creator, declineCommission, decline)
  await app.injectAs(client, cancelProject, { params: { id: project.id }, body: { reason, expected: project.version } })
  await app.runUntilIdle()
  return countered
}

/** Adds events of a running commission with the beginnings of texts, which nothing handles any more. */
async function addPastEvents({ projectId, id }: CommissionScenario): Promise<void> {
  const facts = { projectId, commissionId: id, clientId: client.id, creatorId: creator.id, title: shared }
  for (const [type, data] of [
    ['pin.added', { ...facts, preview: shared }],
    ['milestone.changes-requested', { ...facts, first: shared }],
    ['milestone.funding-failed', { ...facts, reason: 'expired' }],
  ] as const) {
    const subject = { kind: 'milestone', id: randomUUID() }
    const past = { type: 'unhandled', subject, projectId, actor: client.id, at: app.clock.now(), data }
    const eventId = await app.transact((tx) => appendEvent(tx, past))
    await app.runUntilIdle()
    await sql`update events set type = ${type} where id = ${eventId}`.execute(app.deps.db)
  }
}

async function endBookings(): Promise<void> {
  const { user, services } = await scenario.creator([
    { ...freeTalk, title: shared },
    { ...freeTalk, title: shared, confirmation: 'manual' },
  ])
  creator = user
  const [instant, onRequest] = services
  if (!instant || !onRequest) throw new Error('no services')
  const cancelled = await scenario.book(client, instant, '2027-03-16T09:00:00.000Z')
  const declined = await scenario.book(client, onRequest, '2027-03-17T09:00:00.000Z')
  const body = { reason: shared, refund: null, expected: cancelled.version }
  await app.injectAs(client, cancelBooking, { params: { id: cancelled.id }, body, key: randomUUID() })
  const no = { reason: shared, expected: declined.version }
  await app.injectAs(creator, declineBooking, { params: { id: declined.id }, body: no, key: randomUUID() })
  await scenario.runUntilIdle()
  // Of a move that was proposed, as earlier versions have left it.
  const proposal = JSON.stringify({ by: 'client', startsAt: 0, expiresAt: 0, note: shared })
  await sql`update bookings set proposal = ${proposal}::jsonb where id = ${cancelled.id}`.execute(app.deps.db)
}

test('what two sides wrote to each other stays in the events while one has an account, and goes with the second', async () => {
  await endBookings()
  await addPastEvents(await endCommissions())
  const unseen = { title: own, brief: own, skills: ['worlds'], budget: null }
  const { id, version: expected } = (await app.injectAs(client, openProject, { body: unseen })).reply
  await app.injectAs(client, cancelProject, { params: { id }, body: { reason: own, expected } })
  await app.runUntilIdle()
  const both = await placesWith(shared)
  expect(both).toEqual(
    expect.arrayContaining([
      'booking.cancelled',
      'booking.confirmed',
      'booking.declined',
      'bookings',
      'commission.declined',
      'commission.withdrawn',
      'milestone.changes-requested',
      'milestone.funding-failed',
      'offer.countered',
      'pin.added',
      'project.cancelled',
    ]),
  )
  expect(await placesWith(own)).toEqual(['project.cancelled', 'project.opened'])

  await erase(client)
  expect([await placesWith(shared), await placesWith(own)]).toEqual([both, []])
  await erase(creator)
  // The reason of a failed payment is a code.
  expect([await placesWith(shared), await placesWith('"expired"')]).toEqual([
    ['milestone.funding-failed'],
    ['milestone.funding-failed'],
  ])
  const { rows } =
    await sql`select ended ->> 'by' as by, ended ->> 'reason' as reason from bookings order by 1`.execute(app.deps.db)
  expect(rows).toEqual([
    { by: 'client', reason: '' },
    { by: 'creator', reason: '' },
  ])
})

test('no job has the address or the browser of a user after the erasure, and the jobs of others and running ones stay', async () => {
  const password = 'a long walk by the sea'
  const [ada, joada] = [await app.createUser('Ada', { password }), await app.createUser('Jo Ada', { password })]
  await app.deps.db
    .updateTable('users')
    .set({ email: `jo${ada.email}` })
    .where('id', '=', joada.id)
    .execute()
  const signIn = (email: string, browser: string) =>
    app.injectAs(null, login, { body: { email, password }, headers: { 'user-agent': browser } })
  await signIn(ada.email, 'first-browser')
  await app.stepUp(ada)
  await app.injectAs(ada, scheduleDeletion)
  await app.advance(13 * day)
  for (const email of [ada.email, `jo${ada.email}`]) {
    await signIn(email, 'known-browser')
    await signIn(email, email === ada.email ? 'ada-browser' : 'jo-browser')
    await app.injectAs(null, requestPasswordReset, {
      body: { email },
      headers: { 'user-agent': email === ada.email ? 'ada-browser' : 'jo-browser' },
    })
  }
  await app.runUntilIdle()
  const ofAda = [ada.id, `"${ada.email}"`, 'ada-browser']
  expect(await jobsWith(['ada-browser'])).toEqual(['accounts.new-device completed', 'accounts.reset-links completed'])
  const ofOther = await jobsWith([joada.id, 'jo-browser'])
  expect(ofOther).toEqual(expect.arrayContaining(['accounts.new-device completed', 'accounts.reset-links completed']))
  // One that runs while the account is erased, one that has not started, and one that was given up and can be retried.
  await sql`
    insert into pgboss.job (name, data, state) values
      ('accounts.export-mails', ${JSON.stringify({ userId: ada.id })}::jsonb, 'active'),
      ('accounts.step-up-codes', ${JSON.stringify({ userId: ada.id })}::jsonb, 'failed'),
      ('payments-remove-payout-account', ${JSON.stringify({ userId: ada.id })}::jsonb, 'failed')`.execute(app.deps.db)
  await app.advance(day)
  await app.advance(hour)
  expect((await readErasedAccounts(app.deps.gateways.storage, [])).includes(ada.id)).toBe(true)
  expect(await jobsWith(ofAda)).toEqual([
    'accounts.export-mails active',
    'accounts.note-erasures completed',
    'payments-remove-payout-account completed',
    'payments-remove-payout-account failed',
  ])
  expect(await jobsWith([joada.id, 'jo-browser'])).toEqual(ofOther)
})
