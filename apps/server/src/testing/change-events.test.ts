import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { addHourlyService, bookReservation, changeSchedule, reserveSlot } from '@veranda/contract/bookings/routes.ts'
import {
  deleteMessage,
  editMessage,
  listConversations,
  markConversationRead,
  openDirectConversation,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { addPushDevice, changePreferences } from '@veranda/contract/notifications/routes.ts'
import { readBalances, requestPayout } from '@veranda/contract/payments/routes.ts'
import { changeEvents } from '@veranda/contract/realtime/event-catalogue.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import { acceptRoomInvite, changeRoomRole, inviteToRoom, removeRoomUser } from '@veranda/contract/rooms/routes.ts'
import { answerTicket, fileTicket } from '@veranda/contract/support/routes.ts'
import { askWorkConsent } from '@veranda/contract/talent/consents/routes.ts'
import { addPortfolioItem, changeProfile, readProfile } from '@veranda/contract/talent/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { uploadAsset } from '../platform/assets/testing/upload-client.ts'
import { openTestSession } from '../features/accounts/testing/open-test-session.ts'
import { everyDay, freeTalk } from '../features/bookings/testing/booking-scenario.ts'
import {
  acceptedCommission,
  CommissionScenario,
  createParties,
  submittedCommission,
  uploadImage,
} from '../features/commissions/testing/commission-scenario.ts'
import { addPin, deliveredChair } from '../features/commissions/testing/pin-scenario.ts'
import { recordJoin, recordLeave } from '../features/rooms/presence/room-presence.ts'
import { makeTestSubscription } from '../gateways/push/testing/test-push-service.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'
import { type TestApp, testApp, type TestUser } from './test-app.ts'

let app: TestApp
let address: string
const openSockets: LiveSocket[] = []
beforeAll(async () => {
  app = await testApp()
  address = await app.listenWithoutBackground()
})
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.close()
})
afterAll(() => app.close())

/** Runs until idle, including the sandbox payment provider's webhooks. */
async function runUntilIdle(): Promise<void> {
  await app.runUntilIdle()
  const { payments } = app.deps.gateways
  if (!('sendDueWebhooks' in payments)) throw new Error('expected the sandbox payment provider')
  const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
    const call = { method: 'POST' as const, url: '/api/payments/webhook', headers: { ...headers }, payload: body }
    return (await app.app.http.inject(call)).statusCode
  }
  while ((await payments.sendDueWebhooks(send)) > 0) await app.runUntilIdle()
}

/** A change that one user makes, and the event that it must cause. */
type Change = {
  /** Everyone who must receive the event; the first is the one who acts. */
  readonly users: readonly TestUser[]
  readonly act: () => Promise<unknown>
  /** The fields of the event after the change, read from the aggregate. */
  readonly expected: () => Promise<object> | object
}

/** The versions of aggregates without a version of their own are positions in the outbox. */
const anyVersion = { version: expect.any(Number) as number }
const versionOf = async (table: 'projects' | 'commissions' | 'milestones' | 'pins' | 'bookings', id: string) =>
  (await app.deps.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

/** Waits until the webhook of the payment, which the provider sends by HTTP in its own time, has funded the milestone. */
const untilFunded = (scenario: CommissionScenario) =>
  vi.waitFor(
    async () => {
      await runUntilIdle()
      expect((await scenario.milestone()).state).toBe('funded')
    },
    { timeout: 20_000 },
  )

/** Opens a direct conversation, with functions that send its first message and change it. */
async function openConversation() {
  const [sender, recipient] = [await app.createUser('Una Under'), await app.createUser('Otis Over')]
  const { id } = (await app.injectAs(sender, openDirectConversation, { body: { userId: recipient.id } })).reply
  let messageId = ''
  const params = () => ({ params: { id: messageId } })
  return {
    sender,
    recipient,
    id,
    send: async (message = 'Hello') => {
      const body = { clientId: randomUUID(), message, replyTo: null }
      messageId = (await app.injectAs(sender, sendMessage, { params: { id }, body })).reply.id
    },
    edit: () => app.injectAs(sender, editMessage, { ...params(), body: { message: 'Hello again' } }),
    remove: () => app.injectAs(sender, deleteMessage, params()),
    read: (seq: number) => app.injectAs(recipient, markConversationRead, { params: { id }, body: { seq } }),
  }
}

/** Creates a creator with a free talk, and a client who may reserve it. */
async function offerTalk() {
  const creator = await app.createUser('Pablo Creator', { role: 'creator' })
  const client = await app.createUser()
  await app.injectAs(creator, changeSchedule, { body: { ...everyDay, expected: 0 } })
  const { reply: service } = await app.injectAs(creator, addHourlyService, { body: freeTalk })
  const start = new Date(Math.ceil((app.clock.now() + 3 * day) / day) * day + 10 * 60 * minute).toISOString()
  const body = { serviceId: service.id, at: start, timeZone: 'UTC' }
  return { client, creator, reserve: async () => (await app.injectAs(client, reserveSlot, { body })).reply }
}

/** Creates a project whose room has one guest; returns the users who may enter, a party first. */
async function roomWithGuest() {
  // The creator may enter once the work is funded.
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const { projectId } = scenario
  const guest = await app.createUser('Gus Guest')
  await inviteGuest(client, projectId, guest)
  return { projectId, guest, users: [client, creator, guest] as const }
}

/** Lets a user into a room as a guest. */
async function inviteGuest(host: TestUser, id: string, guest: TestUser): Promise<void> {
  const { path } = (await app.injectAs(host, inviteToRoom, { params: { id } })).reply
  await app.injectAs(guest, acceptRoomInvite, { params: { id }, body: { token: path.split('#invite=')[1] ?? '' } })
}

/** Records that a user's first device is in the room, as its node does. */
const enterRoom = (id: string, user: TestUser) => app.transact((tx) => recordJoin(tx, id, user.id, app.clock.now()))

/** Adds a portfolio item with a picture; returns its id. */
async function addPicture(creator: TestUser): Promise<string> {
  const fileId = await uploadImage(app, creator)
  const body = { title: 'Chair', description: '', fileId }
  return (await app.injectAs(creator, addPortfolioItem, { body })).reply.portfolio[0]?.id ?? ''
}

/** Each change event with a change that causes it. A new event does not type-check without one. */
const changes: Record<keyof typeof changeEvents, () => Promise<Change>> = {
  async accountChanged() {
    const user = await app.createUser()
    const act = () => app.injectAs(user, changeAccount, { body: { name: 'Nadia New' } })
    return { users: [user], act, expected: () => ({ id: user.id, ...anyVersion }) }
  },
  async assetChanged() {
    const user = await app.createUser()
    let id = ''
    const act = async () => ({ id } = await uploadAsset(app, user, 'plan.pdf', Buffer.from('%PDF-1.7 plan')))
    return {
      users: [user],
      act,
      expected: async () => {
        const assets = app.deps.db.selectFrom('assets').select(['id', 'version']).where('id', '=', id)
        return assets.executeTakeFirstOrThrow()
      },
    }
  },
  async scheduleChanged() {
    const user = await app.createUser('Pablo Creator', { role: 'creator' })
    const act = () => app.injectAs(user, changeSchedule, { body: { ...everyDay, expected: 0 } })
    return { users: [user], act, expected: () => ({ id: user.id, version: 1 }) }
  },
  async balanceChanged() {
    const scenario = await acceptedCommission(app)
    const { client, creator } = scenario.parties
    const act = async () => {
      await scenario.startPayment()
      await untilFunded(scenario)
    }
    // Each receives their own balance.
    return { users: [client, creator], act, expected: () => anyVersion }
  },
  async bookingChanged() {
    const { client, creator, reserve } = await offerTalk()
    let id = ''
    const act = async () => ({ id } = await reserve())
    const expected = async () => ({ id, version: await versionOf('bookings', id) })
    return { users: [client, creator], act, expected }
  },
  async chargeChanged() {
    const scenario = await acceptedCommission(app)
    const { client, creator } = scenario.parties
    const act = async () => {
      await scenario.startPayment()
      await untilFunded(scenario)
    }
    const expected = async () => {
      const { id: milestoneId, charge } = await scenario.milestone()
      const { projectId, id: commissionId } = scenario
      return { id: charge?.id, subject: { kind: 'milestone', projectId, commissionId, milestoneId }, ...anyVersion }
    }
    return { users: [client, creator], act, expected }
  },
  async commissionChanged() {
    const scenario = await acceptedCommission(app)
    const { client, creator } = scenario.parties
    const act = () => scenario.fund()
    const expected = async () => {
      const version = await versionOf('commissions', scenario.id)
      return { id: scenario.id, projectId: scenario.projectId, version }
    }
    return { users: [client, creator], act, expected }
  },
  async conversationChanged() {
    const { sender, recipient, id, send } = await openConversation()
    return { users: [sender, recipient], act: send, expected: () => ({ id, version: 1 }) }
  },
  async membershipChanged() {
    const scenario = new CommissionScenario(app, await createParties(app))
    const { client, creator } = scenario.parties
    const act = async () => {
      await scenario.request()
      await scenario.makeOffer()
      await scenario.accept()
    }
    const expected = () => ({ projectId: scenario.projectId, member: true, ...anyVersion })
    return { users: [client, creator], act, expected }
  },
  async hourlyServiceChanged() {
    const user = await app.createUser('Pablo Creator', { role: 'creator' })
    let id = ''
    const act = async () => ({ id } = (await app.injectAs(user, addHourlyService, { body: freeTalk })).reply)
    return { users: [user], act, expected: () => ({ id, ...anyVersion }) }
  },
  async milestoneChanged() {
    const scenario = await submittedCommission(app)
    const { client, creator } = scenario.parties
    const expected = async () => {
      const { id } = await scenario.milestone()
      const { projectId, id: commissionId } = scenario
      return { id, projectId, commissionId, version: await versionOf('milestones', id) }
    }
    return { users: [client, creator], act: () => scenario.approve(), expected }
  },
  async payoutChanged() {
    const scenario = await acceptedCommission(app)
    const { creator } = scenario.parties
    await scenario.startPayment()
    await untilFunded(scenario)
    await scenario.submitVersion()
    await scenario.approve()
    await runUntilIdle()
    for (const days of [3, 3]) {
      app.clock.setShift(app.clock.shift() + days * day)
      await runUntilIdle()
    }
    const { items } = (await app.injectAs(creator, readBalances)).reply
    const available = items.find(({ key }) => key === 'creator.available')?.amount ?? { amount: 0, currency: 'EUR' }
    let id = ''
    const act = async () => {
      await app.stepUp(creator)
      ;({ id } = (await app.injectAs(creator, requestPayout, { body: available })).reply)
    }
    return { users: [creator], act, expected: () => ({ id, ...anyVersion }) }
  },
  async pinChanged() {
    const scene = await deliveredChair(app)
    const { client, creator } = scene.scenario.parties
    let id = ''
    const act = async () => ({ id } = await addPin(scene, client))
    const expected = async () => {
      const { milestoneId, scenario } = scene
      return { id, milestoneId, projectId: scenario.projectId, version: await versionOf('pins', id) }
    }
    return { users: [client, creator], act, expected }
  },
  async preferencesChanged() {
    const user = await app.createUser()
    const act = () => app.injectAs(user, changePreferences, { body: { promotionalContent: true } })
    return { users: [user], act, expected: () => ({ id: user.id, version: 1 }) }
  },
  async pushDevicesChanged() {
    const user = await app.createUser()
    const { endpoint, keys } = makeTestSubscription('https://updates.push.services.mozilla.com/wpush/v2/one')
    const body = { endpoint, keys }
    const act = () => app.injectAs(user, addPushDevice, { body })
    return { users: [user], act, expected: () => ({ id: user.id, ...anyVersion }) }
  },
  async profileChanged() {
    const user = await app.createUser('Pablo Creator', { role: 'creator' })
    const act = () => app.injectAs(user, changeProfile, { body: { headline: 'Rooms one can walk through' } })
    const expected = async () => {
      expect((await app.injectAs(user, readProfile)).reply.headline).toBe('Rooms one can walk through')
      return { id: user.id, version: 1 }
    }
    return { users: [user], act, expected }
  },
  async projectChanged() {
    const scenario = await acceptedCommission(app)
    const { client, creator } = scenario.parties
    const { projectId: id } = scenario
    const expected = async () => ({ id, version: await versionOf('projects', id) })
    return { users: [client, creator], act: () => scenario.fund(), expected }
  },
  async reviewsChanged() {
    const scenario = await submittedCommission(app)
    await scenario.approve()
    await runUntilIdle()
    const { client, creator } = scenario.parties
    const params = { id: scenario.id }
    const act = () => app.injectAs(client, writeReview, { params, body: { stars: 5, text: 'A pleasure to work with' } })
    const expected = () => ({ id: scenario.id, projectId: scenario.projectId, ...anyVersion })
    return { users: [client, creator], act, expected }
  },
  async roomChanged() {
    const { projectId: id, users } = await roomWithGuest()
    const act = () => enterRoom(id, users[0])
    return { users, act, expected: () => ({ id, ...anyVersion }) }
  },
  async ticketChanged() {
    const [user, admin] = [await app.createUser(), await app.createUser('Sam Support', { adminRoles: ['support'] })]
    const body = { email: user.email, message: 'How do I enter the room?' }
    const { id } = (await app.injectAs(user, fileTicket, { body })).reply
    const answer = { expected: 1, text: 'By the door.' }
    const act = () => app.injectAs(admin, answerTicket, { params: { id }, body: answer })
    return { users: [user, admin], act, expected: () => ({ id, version: 2 }) }
  },
  async workConsentChanged() {
    const scenario = await acceptedCommission(app)
    await scenario.fund()
    const { client, creator } = scenario.parties
    const item = await addPicture(creator)
    const body = { projectId: scenario.projectId }
    const act = () => app.injectAs(creator, askWorkConsent, { params: { id: item }, body })
    return {
      users: [creator, client],
      act,
      expected: () =>
        app.deps.db
          .selectFrom('work_consents')
          .select(['id', 'version'])
          .where('item_id', '=', item)
          .executeTakeFirstOrThrow(),
    }
  },
}

test.each(Object.keys(changes) as (keyof typeof changes)[])(
  '%s reaches another session of the one who acted, and everyone else concerned, with the version',
  async (name) => {
    const event = changeEvents[name]
    const { users, act, expected } = await changes[name]()
    await runUntilIdle()
    const sockets: LiveSocket[] = []
    for (const user of users) {
      sockets.push(await openLiveSocket(address, await openTestSession(app.deps, user.id)))
    }
    const stranger = await openLiveSocket(address, await app.createUser('Stella Stranger'))
    openSockets.push(...sockets, stranger)
    await act()
    await runUntilIdle()
    const change = await expected()
    for (const socket of sockets) {
      await vi.waitFor(() => expect(socket.received(event).at(-1)).toMatchObject(change), { timeout: 10_000 })
      const versions = socket.received(event).map(({ version }) => version)
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    }
    expect(stranger.received(event)).toEqual([])
  },
)

test('a user whose preferences silence every notification still receives each change', async () => {
  const scenario = await submittedCommission(app)
  const { creator } = scenario.parties
  await app.injectAs(creator, changePreferences, { body: { all: false, email: false, push: false, inApp: false } })
  await runUntilIdle()
  const socket = await openLiveSocket(address, creator)
  openSockets.push(socket)
  await scenario.approve()
  await runUntilIdle()
  const { id } = await scenario.milestone()
  await vi.waitFor(() => expect(socket.received(changeEvents.milestoneChanged).at(-1)).toMatchObject({ id }), {
    timeout: 10_000,
  })
})

test('a send, an edit, a deletion and a read reach every list that shows them, without joining the conversation', async () => {
  const conversation = await openConversation()
  const { sender, recipient, id } = conversation
  // Notifications follow preferences; the list does not.
  await app.injectAs(recipient, changePreferences, { body: { all: false, email: false, push: false, inApp: false } })
  await runUntilIdle()
  const senderTab = await openLiveSocket(address, await openTestSession(app.deps, sender.id))
  const recipientTab = await openLiveSocket(address, await openTestSession(app.deps, recipient.id))
  openSockets.push(senderTab, recipientTab)
  const versions = (tab: LiveSocket) => tab.received(changeEvents.conversationChanged).map(({ version }) => version)
  const expectVersions = (tab: LiveSocket, expected: number[]) =>
    vi.waitFor(() => expect(versions(tab)).toEqual(expected), { timeout: 10_000 })
  const list = async (who: TestUser) => (await app.injectAs(who, listConversations)).reply.items[0]

  await conversation.send()
  await runUntilIdle()
  for (const tab of [senderTab, recipientTab]) await expectVersions(tab, [1])
  await conversation.edit()
  await runUntilIdle()
  for (const tab of [senderTab, recipientTab]) await expectVersions(tab, [1, 2])
  expect((await list(recipient))?.last?.text).toBe('Hello again')
  // Only the reader's own list shows what is read.
  await conversation.read(2)
  await runUntilIdle()
  await expectVersions(recipientTab, [1, 2, 2])
  expect(await list(recipient)).toMatchObject({ read: 2, unread: 0 })
  // A message that is read already, so that no count of unread messages changes.
  await conversation.remove()
  await runUntilIdle()
  await expectVersions(recipientTab, [1, 2, 2, 3])
  await expectVersions(senderTab, [1, 2, 3])
  expect((await list(recipient))?.last).toMatchObject({ deleted: true, text: '' })
  expect(senderTab.received(changeEvents.conversationChanged).every((change) => change.id === id)).toBe(true)
})

test('a client with the chat of a project open learns that a creator has joined it', async () => {
  const scenario = new CommissionScenario(app, await createParties(app))
  const { client, creator } = scenario.parties
  await scenario.request()
  await scenario.makeOffer()
  await runUntilIdle()
  const readChat = async () => (await app.injectAs(client, listConversations)).reply.items[0]
  const chat = await readChat()
  expect(chat).toMatchObject({ kind: 'project', members: [] })
  const tab = await openLiveSocket(address, await openTestSession(app.deps, client.id))
  openSockets.push(tab)
  await scenario.accept()
  await runUntilIdle()
  await vi.waitFor(() => expect(tab.received(changeEvents.conversationChanged)).toMatchObject([{ id: chat?.id }]), {
    timeout: 10_000,
  })
  expect((await readChat())?.members).toMatchObject([{ id: creator.id }])
})

test('messages in quick succession are one change, in the version of the last', async () => {
  const conversation = await openConversation()
  await runUntilIdle()
  const tab = await openLiveSocket(address, await openTestSession(app.deps, conversation.sender.id))
  openSockets.push(tab)
  for (const text of ['One', 'Two', 'Three']) await conversation.send(text)
  await conversation.edit()
  await runUntilIdle()
  const changes = () => tab.received(changeEvents.conversationChanged).map(({ version }) => version)
  await vi.waitFor(() => expect(changes()).toEqual([4]), { timeout: 10_000 })
})

test('a lobby learns of everyone who enters, leaves, is let in or removed, the removed user included', async () => {
  const { projectId: id, users, guest } = await roomWithGuest()
  await runUntilIdle()
  const [client, creator] = users
  const [lobby, guestLobby] = [await openLiveSocket(address, creator), await openLiveSocket(address, guest)]
  openSockets.push(lobby, guestLobby)
  // What led here may still be on its way to a tab that opens now.
  const { position } = await app.deps.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirstOrThrow()
  const isNew = ({ version }: { version: number }) => version > position
  const changes = (tab: LiveSocket) => tab.received(changeEvents.roomChanged).filter(isNew).length
  const expectChanges = (tab: LiveSocket, count: number) =>
    vi.waitFor(() => expect(changes(tab)).toBe(count), { timeout: 10_000 })
  const leaveRoom = () => app.transact((tx) => recordLeave(tx, id, client.id, app.clock.now()))
  const params = { id, userId: guest.id }
  const steps = [
    () => enterRoom(id, client),
    leaveRoom,
    () => app.injectAs(client, changeRoomRole, { params, body: { role: 'host' } }),
    () => app.injectAs(client, removeRoomUser, { params }),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    await runUntilIdle()
    for (const tab of [lobby, guestLobby]) await expectChanges(tab, index + 1)
  }
  // A removed user hears no more of the room.
  await enterRoom(id, client)
  await runUntilIdle()
  await expectChanges(lobby, steps.length + 1)
  expect(changes(guestLobby)).toBe(steps.length)
})

test('guests of a session learn when its room opens, without an event of the booking', async () => {
  const { client, reserve } = await offerTalk()
  const { id, version } = await reserve()
  const guest = await app.createUser('Gus Guest')
  await inviteGuest(client, id, guest)
  await runUntilIdle()
  const tab = await openLiveSocket(address, guest)
  openSockets.push(tab)
  await app.injectAs(client, bookReservation, { params: { id }, body: { expected: version } })
  await runUntilIdle()
  await vi.waitFor(() => expect(tab.received(changeEvents.roomChanged).at(-1)).toMatchObject({ id }), {
    timeout: 10_000,
  })
  expect(tab.received(changeEvents.bookingChanged)).toEqual([])
})
