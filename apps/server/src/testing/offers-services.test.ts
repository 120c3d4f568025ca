import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  addHourlyService,
  changeSchedule,
  listHourlyServices,
  readCalendar,
  readSchedule,
  removeHourlyService,
} from '@veranda/contract/bookings/routes.ts'
import { openDirectConversation, readConversation } from '@veranda/contract/conversations/routes.ts'
import { changeProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { day, toIso, after } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeTalk } from '../features/bookings/testing/booking-scenario.ts'
import { type TestApp, type TestUser, testApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const offersSomething = async (user: TestUser) => (await app.injectAs(user, readAccount)).reply.offersServices

test('the role claim alone offers nothing', async () => {
  for (const role of ['client', 'creator'] as const) {
    expect(await offersSomething(await app.createUser('Nora', { role })), role).toBe(false)
  }
})

test('a client who adds an hourly service and a week offers something: account, page and calendar show it', async () => {
  const user = await app.createUser('Carla Client', { role: 'client' })
  const added = await app.injectAs(user, addHourlyService, { body: freeTalk })
  expect(added.status).toBe(201)
  expect((await app.injectAs(user, listHourlyServices)).reply.items).toMatchObject([{ title: freeTalk.title }])
  expect(await offersSomething(user)).toBe(true)
  await app.runUntilIdle()
  const reader = await app.createUser()
  const read = async () => (await app.injectAs(reader, readCreator, { params: { id: user.id } })).reply
  expect((await read()).actions).toEqual(['request', 'book', 'message'])

  const { version: expected, ...schedule } = (await app.injectAs(user, readSchedule)).reply
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((index) => ({ weekday: index + 1, from: '09:00', to: '17:00' }))
  expect((await app.injectAs(user, changeSchedule, { body: { ...schedule, weekly, expected } })).status).toBe(200)
  const now = app.clock.now()
  const query = { from: toIso(now), to: toIso(after(now, 7 * day)) }
  expect((await app.injectAs(user, readCalendar, { query })).reply.open.length).toBeGreaterThan(5)

  await app.injectAs(user, removeHourlyService, { params: { id: added.reply.id } })
  expect((await read()).actions).toEqual(['request', 'message'])
})

test('a client who publishes a profile offers something', async () => {
  const user = await app.createUser('Paul', { role: 'client' })
  expect((await app.injectAs(user, changeProfile, { body: { headline: 'Stage sets' } })).status).toBe(200)
  expect(await offersSomething(user)).toBe(true)
})

test('a removed service makes no page', async () => {
  const user = await app.createUser('Rita', { role: 'client' })
  const { id } = (await app.injectAs(user, addHourlyService, { body: freeTalk })).reply
  await app.injectAs(user, removeHourlyService, { params: { id } })
  await app.runUntilIdle()
  expect(await offersSomething(user)).toBe(false)
})

test('a conversation tells the other member of a page, whatever the roles of both', async () => {
  const [reader, other] = [await app.createUser('Rhea', { role: 'creator' }), await app.createUser('Otto')]
  const { id } = (await app.injectAs(reader, openDirectConversation, { body: { userId: other.id } })).reply
  const pagesFor = async (user: TestUser) =>
    (await app.injectAs(user, readConversation, { params: { id } })).reply.members.map(({ hasPage }) => hasPage)
  expect([await pagesFor(reader), await pagesFor(other)]).toEqual([[false], [false]])
  await app.injectAs(other, changeProfile, { body: { headline: 'Stage sets' } })
  expect([await pagesFor(reader), await pagesFor(other)]).toEqual([[true], [false]])
  expect((await app.injectAs(reader, readCreator, { params: { id: other.id } })).status).toBe(200)
})
