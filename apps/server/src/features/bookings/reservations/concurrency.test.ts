import * as routes from '@veranda/contract/bookings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { type HourlyService } from '@veranda/contract/bookings/services/schemas.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { type BookingScenario, everyDay, freeTalk, paidTalk, bookingScenario } from '../testing/booking-scenario.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'

/** `npm run e2e -- matrix` makes ten thousand. */
const attempts = isMatrixRun ? 10_000 : 400

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario({ env: { DATABASE_POOL: '12' } })
})
afterAll(() => s.t.close())

async function createUsers(count: number): Promise<TestUser[]> {
  const made: TestUser[] = []
  for (let index = 0; index < count; index += 1) made.push(await s.t.createUser(`Client ${index}`))
  return made
}

function ask(client: TestUser, service: HourlyService, at: string) {
  return s.t.injectAs(client, routes.reserveSlot, { body: { serviceId: service.id, at, timeZone: 'UTC' } })
}

async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(s.t.deps.db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(s.t.deps.db)
  return Number(rows[0]?.deadlocks)
}

/** Counts pairs of active bookings of one user that overlap, including the creator's buffers. */
async function overlaps(): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    with taken as (
      select id, creator_id as user_id, tstzrange(starts_at - (terms ->> 'bufferBeforeMinutes')::int * interval '1 minute',
        ends_at + (terms ->> 'bufferAfterMinutes')::int * interval '1 minute') as stretch
      from bookings where state in ('reserved', 'requested', 'confirmed', 'in_session')
      union all
      select id, client_id, tstzrange(starts_at, ends_at)
      from bookings where state in ('reserved', 'requested', 'confirmed', 'in_session')
    )
    select count(*) as pairs from taken a join taken b on a.user_id = b.user_id and a.id < b.id and a.stretch && b.stretch`.execute(
    s.t.deps.db,
  )
  return rows[0]?.pairs ?? -1
}

function first<T>(items: readonly T[]): T {
  const [one] = items
  if (one === undefined) throw new Error('row not found')
  return one
}

test('50 parallel reservations of one slot: exactly 1 succeeds, 49 get 409 with the next free slots, no deadlock', async () => {
  const service = first((await s.creator()).services)
  const clients = await createUsers(50)
  const before = await deadlocks()
  const answers = await Promise.all(clients.map((client) => ask(client, service, '2027-03-17T09:00:00.000Z')))
  expect(answers.filter(({ status }) => status === 201).length).toBe(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.length).toBe(49)
  for (const { problem } of refused) {
    expect(problem.code).toBe('booking.slot-taken')
    const next = String(problem.facts?.['next']).split(' ')
    expect(next.length).toBe(5)
    expect(next[0]).toBe('2027-03-17T09:30:00.000Z')
  }
  expect(await deadlocks()).toBe(before)
})

test('50 parallel clicks of one client reserve the slot once, as one booking', async () => {
  const service = first((await s.creator()).services)
  const client = first(await createUsers(1))
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(client, service, '2027-03-17T10:00:00.000Z')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1)
  const reserved = await s.t.deps.db.selectFrom('bookings').select('state').where('client_id', '=', client.id).execute()
  expect(reserved).toEqual([{ state: 'reserved' }])
})

test('the database itself rejects overlapping rows of one user, even if the locks were forgotten', async () => {
  const { services, user: creator } = await s.creator()
  const reserved = await s.reserve(await s.t.createUser(), first(services), '2027-03-18T09:00:00.000Z')
  const other = await s.reserve(await s.t.createUser(), first(services), '2027-03-18T15:00:00.000Z')
  const move = (from: string, to: string) =>
    sql`update occupancy set blocked = tstzrange(${from}, ${to}, '[)')
      where booking_id = ${other.id} and user_id = ${creator.id}`.execute(s.t.deps.db)
  await expect(move('2027-03-18T09:29:59Z', '2027-03-18T10:00:00Z')).rejects.toThrow('exclusion constraint')
  // Ranges that only touch are free: they are half open.
  await move(reserved.endsAt, '2027-03-18T10:00:00Z')
})

test('a client who requests the same hour of two creators at once gets one of them', async () => {
  const client = await s.t.createUser()
  const services = await Promise.all(Array.from({ length: 6 }, async () => first((await s.creator()).services)))
  const answers = await Promise.all(services.map((service) => ask(client, service, '2027-03-19T10:00:00.000Z')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('two creators who keep booking each other at once never deadlock', async () => {
  const [one, two] = [await s.creator(), await s.creator()]
  const before = await deadlocks()
  const statuses: number[] = []
  for (let round = 0; round < 12; round += 1) {
    const at = (minutes: number) => new Date(Date.parse('2027-03-23T08:00:00Z') + minutes * 60_000).toISOString()
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap((step) => [
        ask(one.user, first(two.services), at(round * 120 + step * 30)),
        ask(two.user, first(one.services), at(round * 120 + step * 30)),
      ]),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  expect(await deadlocks()).toBe(before)
  expect(await overlaps()).toBe(0)
})

test("confirm against confirm, and against the client's cancellation: one of them wins", async () => {
  const { user: creator, services } = await s.creator([{ ...freeTalk, confirmation: 'manual' }])
  for (let round = 0; round < 5; round += 1) {
    const client = await s.t.createUser()
    const { id, version } = await s.book(client, first(services), `2027-03-${17 + round}T10:00:00.000Z`)
    const params = { id }
    const cancel = { expected: version, reason: '', refund: null }
    const answers = await Promise.all([
      s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: version } }),
      s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: version } }),
      s.t.injectAs(client, routes.cancelBooking, { params, body: cancel, key: `cancel-${id}` }),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(2)
  }
})

test('move against book: one gets the slot, and the moved booking keeps exactly one time', async () => {
  const { user: creator, services } = await s.creator()
  const service = first(services)
  for (let round = 0; round < 8; round += 1) {
    const day = `2027-03-${String(18 + round)}`
    const client = await s.t.createUser()
    const other = await s.t.createUser()
    const { id, version } = await s.book(client, service, `${day}T09:00:00.000Z`)
    const to = `${day}T12:00:00.000Z`
    const [moved, reserved] = await Promise.all([
      s.t.injectAs(round % 2 ? client : creator, routes.moveBooking, {
        params: { id },
        body: { expected: version, at: to },
      }),
      ask(other, service, to),
    ])
    expect([moved.status, reserved.status].toSorted((a, b) => a - b)).toEqual(
      moved.status === 200 ? [200, 409] : [201, 409],
    )
    const { rows } = await sql<{ taken: number }>`
      select count(*) as taken from occupancy where booking_id = ${id}`.execute(s.t.deps.db)
    expect(rows[0]?.taken).toBe(2)
  }
  expect(await overlaps()).toBe(0)
})

test('expiry of a reservation against its payment: booked and paid, or expired and refunded, never both', async () => {
  const { services } = await s.creator([paidTalk])
  const service = first(services)
  const outcomes: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const client = await s.t.createUser()
    const { id, version } = await s.reserve(client, service, `2027-03-${20 + round}T09:00:00.000Z`)
    const body = { expected: version, method: 'card_succeeds' }
    await s.t.injectAs(client, routes.payBooking, { params: { id }, body, key: `p-${id}` })
    // The charge is requested; the expiry and the provider's webhook arrive at the same time.
    await s.t.runUntilIdle()
    s.t.clock.setShift(s.t.clock.shift() + (round % 2 ? 15 * 60_000 : 0))
    await Promise.all([s.t.app.timers.runOnce(), s.runUntilIdle()])
    await s.runUntilIdle()
    const after: Booking = await s.read(client, { id })
    const reserved = await s.balance(`escrow:${id}`)
    outcomes.push(after.state)
    if (after.state === 'confirmed') expect(reserved).toBe(10_000)
    else {
      expect(after.state).toBe('expired')
      expect(reserved).toBe(0)
      expect(await s.balance(`unapplied:${client.id}`)).toBe(0)
      expect(await s.balance(`refund_payable:${client.id}`)).toBe(0)
    }
  }
  expect(outcomes).toContain('confirmed')
  expect(await s.ledgerFindings()).toEqual([])
}, 60_000)

test('a payment taken in time but reported too late does not book a slot that another user has by then', async () => {
  const service = first((await s.creator([paidTalk])).services)
  const client = await s.t.createUser()
  const day = new Date(s.t.clock.now() + 5 * 86_400_000).toISOString().slice(0, 11)
  const at = `${day}10:00:00.000Z`
  const { id, version } = await s.reserve(client, service, at)
  const body = { expected: version, method: 'card_succeeds' }
  await s.t.injectAs(client, routes.payBooking, { params: { id }, body, key: `late-${id}` })
  await s.t.runUntilIdle()
  s.t.clock.setShift(s.t.clock.shift() + 16 * 60_000)
  await s.reserve(await s.t.createUser(), service, at)
  // The provider's webhook arrives before the expiry timer has run.
  await s.deliverWebhooks()
  await s.t.app.outboxRelay.runOnce()
  expect((await s.read(client, { id })).state).toBe('reserved')
  await s.runUntilIdle()
  expect((await s.read(client, { id })).state).toBe('expired')
  const { items } = (await s.t.injectAs(client, listNotifications, { query: { limit: 20 } })).reply
  const late = items.find(({ data }) => data.newTime !== undefined)
  // The next hour is free; the two that follow are offered with it.
  expect(late?.data.newTime).toBe(`${day}11:00:00.000Z`)
  expect(late?.message.split('Next free: ')[1]?.split(' · ').length).toBe(3)
  for (const account of [`escrow:${id}`, `unapplied:${client.id}`, `refund_payable:${client.id}`]) {
    expect(await s.balance(account)).toBe(0)
  }
  expect(await overlaps()).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})

// Runs last because it leaves thousands of events behind that no one needs to handle.
test('hundreds of attempts by 40 clients on many slots of 4 creators: 0 overlaps, no deadlock, every limit respected', async () => {
  const creators: HourlyService[] = []
  for (const [minutes, bufferAfterMinutes, maxPerDay] of [
    [30, 0, null],
    [30, 10, 3],
    [50, 5, null],
    [20, 0, 5],
  ] as const) {
    const body = { ...freeTalk, minutes, incrementMinutes: minutes, bufferAfterMinutes, maxPerDay, horizonDays: 20 }
    creators.push(first((await s.creator([body], { ...everyDay, weekly: everyDay.weekly })).services))
  }
  const clients = await createUsers(40)
  const listed: { service: HourlyService; at: string }[] = []
  for (const service of creators) {
    for (const at of await s.starts(service, '2027-03-16', '2027-03-18')) listed.push({ service, at })
  }
  expect(listed.length).toBeGreaterThan(100)
  const before = await deadlocks()
  const statuses = new Map<number, number>()
  let left = attempts
  let seed = 7
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const work = async () => {
    while (left > 0) {
      left -= 1
      const client = clients[chance(clients.length)] ?? first(clients)
      const { service, at } = listed[chance(listed.length)] ?? first(listed)
      const answer = await ask(client, service, at)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 12 }, work))
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(statuses.get(201)).toBeGreaterThan(40)
  expect(await overlaps()).toBe(0)
  expect(await deadlocks()).toBe(before)
  for (const [service, most] of [
    [creators[1], 3],
    [creators[3], 5],
  ] as const) {
    const { rows } = await sql<{ most: number }>`
      select coalesce(max(n), 0) as most from (
        select count(*) as n from bookings where service_id = ${service?.id} and state = 'reserved'
        group by (starts_at at time zone 'Europe/Berlin')::date) as days`.execute(s.t.deps.db)
    expect(rows[0]?.most).toBeLessThanOrEqual(most)
  }
}, 600_000)
