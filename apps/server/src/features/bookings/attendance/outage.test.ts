import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { recordHeartbeat } from '../../../platform/timers/timer-scanner.ts'
import { instantAt, type BookingScenario, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
afterEach(() => s.t.close())

/** Simulates a server that sent no heartbeat for `minutes` minutes. */
async function silentFor(minutes: number): Promise<void> {
  await recordHeartbeat(s.t.deps)
  await sql`update settings set value = to_jsonb((value #>> '{}')::float8 - ${minutes * minute}::float8)
    where key = 'alive'`.execute(s.t.deps.db)
}

/** Creates a session at ten and one at noon whose users never join. */
async function twoSessions() {
  s = await bookingScenario()
  const { services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const ten = await s.book(client, service, `${date}T10:00:00.000Z`)
  const noon = await s.book(client, service, `${date}T12:00:00.000Z`)
  await s.goTo(`${date}T09:45:00Z`)
  return { client, date, ten, noon }
}

/** Starts the app at this time of the product's clock, with all background work. */
async function startAt(at: string): Promise<void> {
  s.t.clock.setShift(s.t.clock.shift() + (instantAt(at) - s.t.clock.now()))
  await s.t.listen()
}

/** Waits until the scanner has decided the no-show. */
async function judged(id: string): Promise<void> {
  const waiting = s.t.deps.db.selectFrom('timers').select('key').where('subject_id', '=', id)
  await expect
    .poll(() => waiting.where('kind', '=', 'booking.no-show-check').execute(), { timeout: 10_000 })
    .toEqual([])
}

test('users who could not join because the whole server was down are no no-shows; a clock jump excuses no one', async () => {
  const { client, date, ten, noon } = await twoSessions()
  await silentFor(20)
  await startAt(`${date}T10:12:00Z`)
  await judged(ten.id)
  expect((await s.read(client, ten)).state).toBe('in_session')
  await s.t.injectAs(client, moveClock, { body: { to: `${date}T10:30:00.000Z` } })
  await expect.poll(async () => (await s.read(client, ten)).state, { timeout: 10_000 }).toBe('completed')
  await s.t.injectAs(client, moveClock, { body: { to: `${date}T12:10:00.000Z` } })
  await judged(noon.id)
  expect((await s.read(client, noon)).state).toBe('no_show_both')
})

test('an outage that ended before the room opened, and a short pause, excuse no one', async () => {
  const { client, date, ten, noon } = await twoSessions()
  // Down from 9:31 to 9:46.
  await silentFor(15)
  await startAt(`${date}T09:46:00Z`)
  await expect.poll(() => s.t.deps.db.selectFrom('outages').selectAll().execute(), { timeout: 10_000 }).toHaveLength(1)
  await s.t.injectAs(client, moveClock, { body: { to: `${date}T10:09:00.000Z` } })
  // A restart that takes half a minute.
  await silentFor(0.5)
  await recordHeartbeat(s.t.deps)
  await s.t.injectAs(client, moveClock, { body: { to: `${date}T12:10:00.000Z` } })
  await judged(noon.id)
  for (const one of [ten, noon]) expect((await s.read(client, one)).state).toBe('no_show_both')
})

test('when two nodes come back at once one records the outage, and while one of two is up there is none', async () => {
  s = await bookingScenario()
  await silentFor(5)
  await Promise.all([recordHeartbeat(s.t.deps), recordHeartbeat(s.t.deps)])
  await recordHeartbeat(s.t.deps)
  const outages = await s.t.deps.db.selectFrom('outages').selectAll().execute()
  expect(outages).toHaveLength(1)
  const [{ began_at: began, ended_at: ended } = { began_at: 0, ended_at: 0 }] = outages
  expect(ended - began).toBeGreaterThanOrEqual(5 * minute)
  expect(ended - began).toBeLessThan(6 * minute)
})
