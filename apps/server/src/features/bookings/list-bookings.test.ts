import * as routes from '@veranda/contract/bookings/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../testing/test-app.ts'
import { listNextBookings } from './list-bookings.ts'
import { type BookingScenario, freeTalk, bookingScenario } from './testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

/** Lists what the dashboard shows. */
const nextBookingsOf = ({ id }: TestUser) =>
  listNextBookings({
    tx: s.t.deps.db,
    actor: {
      id,
      role: 'creator',
      sessionId: '',
      isAdmin: false,
      adminRoles: [],
      hasSecondFactor: false,
      hasEmail: true,
    },
    clock: s.t.clock,
    deps: s.t.deps,
  })

test('the list shows upcoming bookings soonest first and past ones latest first, page by page', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
  const hours = ['09:00', '10:00', '11:00', '12:00', '13:00']
  for (const hour of hours) await s.book(await s.t.createUser(), service, `${date}${hour}:00.000Z`)
  const first = (await s.t.injectAs(creator, routes.listBookings, { query: { limit: 3 } })).reply
  expect(first.items.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(hours.slice(0, 3))
  const second = (await s.t.injectAs(creator, routes.listBookings, { query: { limit: 3, cursor: first.next ?? '' } }))
    .reply
  expect(second.items.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(hours.slice(3))
  expect(second.next).toBeNull()
  const nowhere = await s.t.injectAs(creator, routes.listBookings, { query: { cursor: 'nowhere' } })
  expect(nowhere.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable' })
  expect((await nextBookingsOf(creator)).length).toBe(3)
  const query = { from: `${date}00:00:00.000Z`, to: `${date}23:00:00.000Z` }
  const calendar = (await s.t.injectAs(creator, routes.readCalendar, { query })).reply
  expect(calendar.items.length).toBe(5)
  expect(calendar.open.length).toBe(1)
  await s.goTo(`${date}14:00:00Z`)
  const past = (await s.t.injectAs(creator, routes.listBookings, { query: { when: 'past' } })).reply
  expect(past.items.map(({ startsAt, state }) => `${startsAt.slice(11, 16)} ${state}`)).toEqual(
    hours.toReversed().map((hour) => `${hour} no_show_both`),
  )
})

test('bookings waiting on the reader are found however many others are upcoming, and only for the side they wait on', async () => {
  const { user: creator, services } = await s.creator([freeTalk, { ...freeTalk, confirmation: 'manual' }])
  const [atOnce, byHand] = services
  if (!atOnce || !byHand) throw new Error('no service')
  const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
  for (const hour of ['09:00', '10:00', '11:00']) await s.book(await s.t.createUser(), atOnce, `${date}${hour}:00.000Z`)
  const asking = await s.t.createUser()
  const asked = await s.book(asking, byHand, `${date}12:00:00.000Z`)
  const holding = await s.t.createUser()
  const reserved = await s.reserve(holding, atOnce, `${date}13:00:00.000Z`)
  const waiting = async (who: Parameters<BookingScenario['read']>[0], limit = 2) =>
    (await s.t.injectAs(who, routes.listBookings, { query: { when: 'waiting', limit } })).reply.items.map(
      ({ id, pendingOnMe }) => [id, pendingOnMe],
    )
  expect(await waiting(creator)).toEqual([[asked.id, true]])
  const next = await nextBookingsOf(creator)
  // Three confirmed bookings start earlier; the waiting ones are listed in addition.
  expect(next.map(({ startsAt, pendingOnMe }) => `${startsAt.slice(11, 13)} ${pendingOnMe}`)).toEqual([
    '09 false',
    '10 false',
    '11 false',
    '12 true',
  ])
  // The request can be accepted right there, on the version that was seen.
  const request = next.find(({ id }) => id === asked.id)
  expect(request?.actions).toEqual(expect.arrayContaining(['confirm', 'decline']))
  expect(request?.version).toBe((await s.read(creator, asked)).version)
  expect(next.filter(({ id }) => id !== asked.id).some(({ actions }) => actions.includes('confirm'))).toBe(false)
  expect(await waiting(asking)).toEqual([])
  expect(await waiting(holding)).toEqual([[reserved.id, true]])
  await s.t.injectAs(creator, routes.confirmBooking, { params: { id: asked.id }, body: { expected: asked.version } })
  await s.goTo(`${date}07:00:00.000Z`)
  const { version } = await s.read(asking, asked)
  const at = `${date}14:00:00.000Z`
  await s.t.injectAs(asking, routes.proposeBookingMove, { params: { id: asked.id }, body: { expected: version, at } })
  expect(await waiting(creator)).toEqual([[asked.id, true]])
  expect(await waiting(asking)).toEqual([])
})

test('a session that is booked from a project is listed there for its two sides, and only members book from it', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const stranger = await s.t.createUser()
  const [projectId, now] = [s.t.deps.ids.next(), new Date(s.t.clock.now())]
  const dates = { created_at: now, updated_at: now }
  const { db } = s.t.deps
  await db
    .insertInto('projects')
    .values({ id: projectId, client_id: client.id, title: 'Lobby', brief: 'A lobby', state: 'active', ...dates })
    .execute()
  const members = [
    { user_id: client.id, role: 'client' as const },
    { user_id: creator.id, role: 'invited' as const },
  ].map((one) => ({ ...one, project_id: projectId, joined_at: now, project_updated_at: now }))
  await db.insertInto('project_members').values(members).execute()
  const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
  const reserve = (who: TestUser, more: object = { projectId }) =>
    s.t.injectAs(who, routes.reserveSlot, {
      body: { serviceId: service.id, at: `${date}09:00:00.000Z`, timeZone: 'Europe/Berlin', ...more },
    })
  const listed = async (who: TestUser) =>
    (await s.t.injectAs(who, routes.listBookings, { query: { projectId } })).reply.items.map(({ id }) => id)

  const refused = { status: 404, problem: { code: 'project.not-found', field: 'projectId' } }
  expect(await reserve(client), 'a creator who was only asked has no part in it yet').toMatchObject(refused)
  await db.updateTable('project_members').set({ role: 'creator' }).where('user_id', '=', creator.id).execute()
  expect(await reserve(stranger)).toMatchObject(refused)
  // Without the project first: the second press, from the page of the project, is the same reservation.
  const { id } = (await reserve(client, {})).reply
  expect(await listed(client)).toEqual([])
  expect((await reserve(client)).reply.id).toBe(id)
  expect([await listed(client), await listed(creator), await listed(stranger)]).toEqual([[id], [id], []])
})
