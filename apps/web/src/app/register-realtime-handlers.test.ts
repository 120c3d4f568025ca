import { renderHook } from '@testing-library/react'
import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { listTickets, readTicket, readTicketAsAdmin } from '@veranda/contract/support/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import {
  listBookings,
  listCreatorServices,
  listHourlyServices,
  listNoShows,
  listSlots,
  previewCancellation,
  readBooking,
  readBookingAsAdmin,
  readCalendar,
  readCalendarFeed,
  readSchedule,
} from '@veranda/contract/bookings/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { listActivity, listProjects, readCommission, readProject } from '@veranda/contract/commissions/routes.ts'
import { listConversations, readConversation } from '@veranda/contract/conversations/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { listNotifications, listPushDevices, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { notification, notificationEventNames } from '@veranda/contract/notifications/schemas.ts'
import {
  listEscrow,
  listLedgerEntries,
  listPayouts,
  listReceipts,
  readBalances,
  readCharge,
  readPayoutAccount,
} from '@veranda/contract/payments/routes.ts'
import { changeEvents } from '@veranda/contract/realtime/event-catalogue.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { listRoomVersions, readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Route } from '@veranda/contract/route.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { readListing } from '@veranda/contract/talent/listing/routes.ts'
import { listCreatorReviews, readProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { findOpenConversation, useConversationSync } from '../features/conversations/open-conversations.ts'
import { recordOwnWrite } from '../features/notifications/centre/echo-suppression.ts'
import { queryCache } from '../lib/api/query.ts'
import { connectRealtime } from '../lib/realtime/realtime.ts'
import { registerHandlers } from './register-realtime-handlers.ts'
// Register the listeners that only the screens load which show what they refetch.
import '../features/accounts/settings/events.ts'
import '../features/bookings/calendar/events.ts'
import '../features/notifications/push/push-section.tsx'
import '../features/payments/payouts/events.ts'
import '../features/rooms/events.ts'
import '../features/talent/listing/events.ts'

const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
}))
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: () => undefined,
    onAny: (listener: typeof socket.receive) => (socket.receive = listener),
  }),
}))

const id = '0198c1de-0000-7000-8000-000000000001'
const projectId = '0198c1de-0000-7000-8000-000000000002'
const commissionId = '0198c1de-0000-7000-8000-000000000003'
const milestoneId = '0198c1de-0000-7000-8000-000000000004'
const bookingId = '0198c1de-0000-7000-8000-000000000005'
const otherId = '0198c1de-0000-7000-8000-000000000009'
const of = (route: Route, params: string) => [route.path, { id: params }, null] as const
const all = (route: Route) => [route.path, null, null] as const
const project = [of(readProject, projectId), of(listActivity, projectId), all(listProjects)]

/** The reads that each change event must refetch. A new event does not type-check without its line. */
const refetchedBy: Record<keyof typeof changeEvents, { change: object; reads: (readonly unknown[])[] }> = {
  accountChanged: {
    change: {},
    reads: [
      readAccount,
      listDevices,
      listIdentities,
      readSecondFactor,
      listPasskeys,
      listSecurityEvents,
      readDeletion,
      readPayoutAccount,
      readCalendarFeed,
      // A device goes with its session.
      listPushDevices,
    ].map(all),
  },
  assetChanged: { change: {}, reads: [of(readAsset, id)] },
  scheduleChanged: {
    change: {},
    reads: [...[readSchedule, readCalendar, listSlots, readDashboard].map(all), of(listCreatorServices, otherId)],
  },
  balanceChanged: {
    change: {},
    reads: [readBalances, listLedgerEntries, listEscrow, listReceipts, readDashboard].map(all),
  },
  bookingChanged: {
    change: {},
    reads: [
      of(readBooking, id),
      of(readBookingAsAdmin, id),
      of(previewCancellation, id),
      of(readRoom, id),
      ...[listBookings, listNoShows, readCalendar, listSlots, readDashboard].map(all),
    ],
  },
  chargeChanged: {
    change: { subject: { kind: 'milestone', projectId, commissionId, milestoneId } },
    reads: [of(readCharge, id), of(readProject, projectId), of(readCommission, commissionId)],
  },
  commissionChanged: { change: { projectId }, reads: [...project, of(readCommission, id), all(readDashboard)] },
  // An edit, a deletion and a message to a conversation whose stream this socket has not joined send nothing else.
  conversationChanged: { change: {}, reads: [all(listConversations), of(readConversation, id)] },
  hourlyServiceChanged: {
    change: {},
    reads: [...[listHourlyServices, listSlots, readDashboard].map(all), of(listCreatorServices, otherId)],
  },
  membershipChanged: {
    change: { projectId, member: true },
    reads: [all(listConversations), of(readConversation, id), of(readProject, projectId)],
  },
  milestoneChanged: {
    change: { projectId, commissionId },
    reads: [...project, of(readCommission, commissionId), of(listPins, id), all(readDashboard)],
  },
  payoutChanged: { change: {}, reads: [all(listPayouts)] },
  pinChanged: { change: { projectId, milestoneId }, reads: [of(listPins, milestoneId), of(listActivity, projectId)] },
  preferencesChanged: { change: {}, reads: [all(readPreferences)] },
  pushDevicesChanged: { change: {}, reads: [all(listPushDevices)] },
  profileChanged: {
    change: {},
    reads: [all(readProfile), all(readListing), of(readCreator, id), of(listCreatorReviews, id), all(readDashboard)],
  },
  projectChanged: {
    change: {},
    reads: [of(readProject, id), of(listActivity, id), of(readRoom, id), all(listProjects), all(readDashboard)],
  },
  reviewsChanged: {
    change: { projectId },
    // Reviews that can be written are a step of the project: from its completion until both are written or 14 days end.
    reads: [of(readReviews, id), of(readProject, projectId), of(listActivity, projectId), all(readDashboard)],
  },
  // For those who wait in the lobby, and for guests of a session that is moved: they get no event of the booking.
  roomChanged: { change: {}, reads: [of(readRoom, id), of(listRoomVersions, id)] },
  ticketChanged: {
    change: {},
    reads: [of(readTicket, id), of(readTicketAsAdmin, id), ...[listTickets, listQueues, listCases].map(all)],
  },
  workConsentChanged: { change: {}, reads: [all(listWorkConsents), all(readListing)] },
}

const isStale = (queryKey: readonly unknown[]) => queryCache.getQueryState(queryKey)?.isInvalidated === true

beforeEach(async () => {
  registerHandlers()
  await connectRealtime(new Set())
  queryCache.clear()
})

test.each(Object.keys(refetchedBy) as (keyof typeof refetchedBy)[])(
  '%s refetches what shows the aggregate, and nothing of another one',
  async (name) => {
    const { change, reads } = refetchedBy[name]
    const others = [readProject, readCommission, listPins, readRoom, listRoomVersions].map((route) =>
      of(route, otherId),
    )
    for (const key of [...reads, ...others]) queryCache.setQueryData(key, {})
    socket.receive(changeEvents[name].name, { id, version: 3, seq: 1, ...change })
    await vi.waitFor(() => expect(reads.filter((key) => !isStale(key))).toEqual([]))
    expect(others.filter(isStale)).toEqual([])
  },
)

test('a conversation that the user may not read any more is closed, and another change of membership leaves it open', async () => {
  const { unmount } = renderHook(() => useConversationSync(id))
  unmount()
  const change = { id, projectId: null, version: 3 }
  socket.receive(changeEvents.membershipChanged.name, { ...change, member: true, seq: 1 })
  expect(findOpenConversation(id)).toBeDefined()
  socket.receive(changeEvents.membershipChanged.name, { ...change, member: false, seq: 2 })
  expect(findOpenConversation(id)).toBeUndefined()
})

test('counts that another tab changed refetch the notifications, and those of an own write do not', async () => {
  const list = all(listNotifications)
  const count = (version: number) =>
    socket.receive(unreadCountChanged.name, { count: 1, messages: 0, version, seq: version })
  queryCache.setQueryData(list, {})
  recordOwnWrite(7)
  vi.useFakeTimers()
  count(7)
  await vi.runAllTimersAsync()
  expect(isStale(list)).toBe(false)
  count(8)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(isStale(list)).toBe(true)
})

test('a booking that is shown in this version already is not fetched again', async () => {
  const shown = of(readBooking, id)
  queryCache.setQueryData(shown, { version: 3 })
  queryCache.setQueryData(all(listBookings), {})
  socket.receive(changeEvents.bookingChanged.name, { id, version: 3, seq: 1 })
  await vi.waitFor(() => expect(isStale(all(listBookings))).toBe(true))
  expect(isStale(shown)).toBe(false)
  socket.receive(changeEvents.bookingChanged.name, { id, version: 4, seq: 2 })
  await vi.waitFor(() => expect(isStale(shown)).toBe(true))
})

test('a payment of a booking refetches it, also together with an event of the version that is shown', async () => {
  const shown = of(readBooking, bookingId)
  queryCache.setQueryData(shown, { version: 3 })
  const charge = { id, version: 9, subject: { kind: 'booking', bookingId } }
  socket.receive(changeEvents.chargeChanged.name, charge)
  socket.receive(changeEvents.bookingChanged.name, { id: bookingId, version: 3 })
  await vi.waitFor(() => expect(isStale(shown)).toBe(true))
})

test.each(notificationEventNames)('the notification %s refreshes no other data', async (name) => {
  const received = {
    _id: id,
    type: 'milestone',
    title: 'Ready for your review',
    message: 'Part 1',
    createdAt: '2026-11-21T10:00:00.000Z',
    read: false,
    priority: 'high',
    sender: null,
    data: { projectId, event: name },
  }
  expect(notification.safeParse(received).error?.issues).toBeUndefined()
  const reads = Object.values(refetchedBy).flatMap((change) => change.reads)
  for (const key of reads) queryCache.setQueryData(key, {})
  const list = [listNotifications.path, null, {}, 'pages']
  queryCache.setQueryData(list, { pages: [{ items: [], next: null, unread: 0 }], pageParams: [null] })
  socket.receive(name, { ...received, seq: 1 })
  await vi.waitFor(() => expect(queryCache.getQueryData(list)).toMatchObject({ pages: [{ items: [{ _id: id }] }] }))
  // Invalidations caused by the same event come before this one.
  socket.receive(changeEvents.preferencesChanged.name, { id, version: 1, seq: 2 })
  await vi.waitFor(() => expect(isStale(all(readPreferences))).toBe(true))
  expect(reads.filter(isStale)).toEqual([all(readPreferences)])
})
