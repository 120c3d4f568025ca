import { projectChanged } from '@veranda/contract/commissions/events.ts'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { listConversations, openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findRoomForUser } from '../../rooms/access/room.repository.ts'
import { roomsFeature } from '../../rooms/feature.ts'
import { conversationsFeature } from '../../conversations/feature.ts'
import { conversationStreamAccess } from '../../conversations/socket-handlers.ts'
import { dashboardFeature } from '../../dashboard/feature.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { resolveRecipients } from '../../notifications/delivery/recipients.ts'
import { sumDashboardMoney, sumDashboardMonths } from '../../payments/sum-dashboard-money.ts'
import { readStream } from '../../../platform/events/streams.ts'
import { type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { findNewestVersions } from '../deliverables/find-newest-versions.ts'
import { listPendingActions } from '../list-pending-actions.ts'
import { commissionsApp, createParties, CommissionScenario, makeCreator } from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([
    conversationsFeature({ afterRead: async () => undefined }),
    dashboardFeature({
      listPendingActions,
      findNewestVersions,
      listNextBookings: () => Promise.resolve([]),
      sumMoney: sumDashboardMoney,
      sumMonths: sumDashboardMonths,
    }),
    notificationsFeature,
    roomsFeature({ now: () => app.clock.now() }),
  ])
})
afterAll(() => app.close())

let scenario: CommissionScenario
let client: TestUser
let creator: TestUser
beforeEach(async () => {
  scenario = new CommissionScenario(app, await createParties(app))
  ;({ client, creator } = scenario.parties)
  await scenario.request()
})

async function end(route: typeof contract.declineCommission, as: TestUser): Promise<void> {
  const { version: expected } = await scenario.read()
  const body = { reason: 'Not this time', expected }
  await app.injectAs(as, route, { params: { id: scenario.id }, body })
  await app.runUntilIdle()
}

/** Returns whether the user's sockets may join the stream of the project's conversation, as `join_room` decides. */
async function canJoinConversation(who: TestUser): Promise<boolean> {
  const { items } = (await app.injectAs(client, listConversations, { query: { projectId: scenario.projectId } })).reply
  return conversationStreamAccess.canJoin(app.deps.db, who.id, items[0]?.id ?? '')
}

/** Expects every way into the project to be closed to the former creator. */
async function expectToBeOutside(members: readonly TestUser[] = [client]): Promise<void> {
  const params = { id: scenario.projectId }
  expect((await app.injectAs(creator, contract.readProject, { params })).status, 'brief').toBe(404)
  expect((await app.injectAs(creator, contract.listActivity, { params })).status, 'activity').toBe(404)
  expect((await app.injectAs(creator, contract.listProjects)).reply.items, 'list').toEqual([])
  expect((await app.injectAs(creator, readRoom, { params })).status, 'room page').toBe(404)
  const room = await findRoomForUser(app.deps.db, params.id, creator.id, app.clock.now())
  expect(room, 'room connection and stream').toBe('not-found')
  expect(await canJoinConversation(creator), 'conversation stream').toBe(false)
  const conversations = await app.injectAs(creator, listConversations, { query: { projectId: params.id } })
  expect(conversations.reply.items, 'conversation').toEqual([])
  const dashboard = (await app.injectAs(creator, readDashboard)).reply
  expect([dashboard.projects, dashboard.pendingOnMe, dashboard.pendingOnThem], 'dashboard').toEqual([
    { open: 0, active: 0, completed: 0 },
    [],
    [],
  ])
  // Sample ids come from the scenario.
  const to = { membersOf: params.id, kind: 'project' } as Parameters<typeof resolveRecipients>[1]
  expect(await resolveRecipients(app.deps.db, to), 'recipients').toEqual(members.map(({ id }) => id).toSorted())
}

/** Counts what a user's devices receive of the project. */
async function countProjectChanges({ id }: TestUser): Promise<number> {
  const events = await readStream(app.deps.db, { kind: 'user', id })
  return events.filter(({ name, payload }) => name === projectChanged.name && payload['id'] === scenario.projectId)
    .length
}

/** Expects the former creator to read their own offers, and the client to read the whole project. */
async function expectHistoryToStay(offers: number): Promise<void> {
  expect((await scenario.read(creator)).offers).toHaveLength(offers)
  expect((await scenario.read(creator)).actions).toEqual([])
  const project = await app.injectAs(client, contract.readProject, { params: { id: scenario.projectId } })
  expect(project.reply.commissions).toHaveLength(1)
  const direct = await app.injectAs(creator, openDirectConversation, { body: { userId: client.id } })
  expect(direct.status, 'the direct conversation remains').toBe(200)
}

test('a creator who declined a request leaves the project', async () => {
  await end(contract.declineCommission, creator)
  expect((await scenario.read(creator)).state).toBe('declined')
  await expectToBeOutside()
  await expectHistoryToStay(0)
})

test('a creator whose offer was declined leaves the project, and is notified of nothing that happens in it later', async () => {
  await scenario.makeOffer()
  await end(contract.declineCommission, client)
  await expectToBeOutside()
  await expectHistoryToStay(1)
  const before = (await app.injectAs(creator, listNotifications)).reply.items
  const changesBefore = await countProjectChanges(creator)
  expect(before[0]?.data.actionUrl).toBe(`/projects/${scenario.projectId}?view=contract&commission=${scenario.id}`)
  const other = new CommissionScenario(app, { client, creator: await app.createUser('Otto', { role: 'creator' }) })
  await makeCreator(app, other.parties.creator)
  other.projectId = scenario.projectId
  const body = { projectId: scenario.projectId, creatorId: other.parties.creator.id, message: '' }
  other.id = (await app.injectAs(client, contract.requestCommission, { body })).reply.id
  await other.makeOffer()
  await other.accept()
  await other.fund()
  await app.runUntilIdle()
  expect((await app.injectAs(creator, listNotifications)).reply.items).toEqual(before)
  expect(await countProjectChanges(creator)).toBe(changesBefore)
  expect(await countProjectChanges(other.parties.creator)).toBeGreaterThan(0)
  expect((await app.injectAs(other.parties.creator, listNotifications)).reply.items.length).toBeGreaterThan(1)
  await expectToBeOutside([client, other.parties.creator])
})

test('a creator who withdrew their offer leaves the project', async () => {
  await scenario.makeOffer()
  await end(contract.withdrawCommission, creator)
  expect((await scenario.read(creator)).state).toBe('withdrawn')
  await expectToBeOutside()
  await expectHistoryToStay(1)
})

test('a creator whose accepted offer was never funded leaves the project and its conversation', async () => {
  await scenario.makeOffer()
  await scenario.accept()
  await app.runUntilIdle()
  expect(await canJoinConversation(creator)).toBe(true)
  await app.advance(8 * day)
  expect((await scenario.read(creator)).state).toBe('expired')
  await expectToBeOutside()
  await expectHistoryToStay(1)
})

test('a new request brings the creator back', async () => {
  await end(contract.declineCommission, creator)
  const body = { projectId: scenario.projectId, creatorId: creator.id, message: 'Please think again' }
  await app.injectAs(client, contract.requestCommission, { body })
  const read = await app.injectAs(creator, contract.readProject, { params: { id: scenario.projectId } })
  expect(read.reply.commissions.map(({ state }) => state)).toEqual(['declined', 'requested'])
})
