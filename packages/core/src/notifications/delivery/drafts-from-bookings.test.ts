import { expect, test } from 'vitest'
import { notificationDrafts } from './drafts-from-events.ts'
import { typeByEventName } from '../types.ts'
import { routeNotification } from './route-notification.ts'
import { defaultPreferences } from '../preferences/preferences.ts'
import { type UserId } from '../../ids.ts'
import { instant } from '../../time/instant.ts'

const at = Date.parse('2027-03-10T10:00:00Z')
const bookingFacts = {
  bookingId: 'b',
  serviceId: 's',
  clientId: 'C',
  creatorId: 'P',
  title: 'Review',
  startsAt: at,
  endsAt: at + 3_600_000,
  version: 2,
  sequence: 0,
}
const cancelled = {
  ...bookingFacts,
  by: 'client',
  reason: '',
  from: 'confirmed',
  late: false,
  refund: 0,
  currency: 'EUR',
}

// Sample data in place of real events and ids.
const draftsOf = (type: string, data: object) =>
  notificationDrafts({ type, data } as unknown as Parameters<typeof notificationDrafts>[0])

test.each<[string, object, string[]]>([
  ['booking.reserved', bookingFacts, []],
  ['booking.requested', { ...bookingFacts, expiresAt: at }, ['P appointment_update schedule_created high']],
  [
    'booking.confirmed',
    { ...bookingFacts, by: 'client' },
    ['C appointment_update schedule_created medium apart', 'P appointment_update schedule_created medium apart'],
  ],
  ['booking.declined', { ...bookingFacts, reason: '' }, ['C appointment_canceled schedule_cancelled high']],
  ['booking.expired', { ...bookingFacts, during: 'reservation' }, []],
  [
    'booking.moved',
    { ...bookingFacts, oldTime: at - 3_600_000, by: 'client' },
    ['C appointment_update schedule_updated high apart', 'P appointment_update schedule_updated high apart'],
  ],
  [
    'booking.move-proposed',
    { ...bookingFacts, by: 'client', newTime: at },
    ['P appointment_update schedule_updated high'],
  ],
  [
    'booking.move-proposal-closed',
    { ...bookingFacts, proposedBy: 'client', how: 'declined' },
    ['C appointment_update schedule_updated medium'],
  ],
  [
    'booking.move-proposal-closed',
    { ...bookingFacts, proposedBy: 'client', how: 'withdrawn' },
    ['P appointment_update schedule_updated medium'],
  ],
  [
    'booking.cancelled',
    cancelled,
    ['C appointment_canceled schedule_cancelled high apart', 'P appointment_canceled schedule_cancelled high apart'],
  ],
  [
    'booking.cancelled',
    { ...cancelled, late: true },
    [
      'C appointment_canceled schedule_cancelled urgent late-cancellation apart',
      'P appointment_canceled schedule_cancelled urgent late-cancellation apart',
    ],
  ],
  ...(
    [
      ['day', 'low'],
      ['hour', 'high'],
      ['half-hour', 'urgent'],
      ['enter', 'urgent'],
    ] as const
  ).map(([which, priority]): [string, object, string[]] => [
    'booking.reminded',
    { ...bookingFacts, which },
    [`C appointment_reminder schedule_reminder ${priority}`, `P appointment_reminder schedule_reminder ${priority}`],
  ]),
  ['booking.started', bookingFacts, []],
  ['booking.completed', { ...bookingFacts, clientMinutes: 1, creatorMinutes: 1 }, []],
])('%s of %j has these recipients, types and priorities', (type, data, expected) => {
  const drafts = draftsOf(type, data)
  expect(
    drafts.map(({ to, type: kind, eventName, priority, mandatory, mailedSeparately }) =>
      ['user' in to ? to.user : '', kind, eventName, priority, mandatory, mailedSeparately ? 'apart' : null]
        .filter(Boolean)
        .join(' '),
    ),
  ).toEqual(expected)
  for (const draft of drafts)
    if (draft.eventName !== 'notification') expect(typeByEventName[draft.eventName]).toBe(draft.type)
})

test("the data has the wire's fields: appointmentId, time, oldTime, newTime, location, joinUrl, refundAmount", () => {
  const [moved] = draftsOf('booking.moved', { ...bookingFacts, oldTime: at - 3_600_000, by: 'client' })
  expect(moved?.data).toEqual({
    appointmentId: 'b',
    time: '2027-03-10T10:00:00.000Z',
    oldTime: '2027-03-10T09:00:00.000Z',
    newTime: '2027-03-10T10:00:00.000Z',
    location: 'Veranda',
    actionUrl: '/booking/confirm/b',
  })
  expect(draftsOf('booking.reminded', { ...bookingFacts, which: 'half-hour' })[0]?.data).toMatchObject({
    joinUrl: '/rooms/b',
    actionUrl: '/rooms/b',
  })
  expect(draftsOf('booking.reminded', { ...bookingFacts, which: 'hour' })[0]?.data).not.toHaveProperty('joinUrl')
  expect(draftsOf('booking.cancelled', { ...cancelled, refund: 500 })[0]?.data).toMatchObject({
    refundAmount: 500,
    currency: 'EUR',
  })
})

test('what a calendar mail announces is not mailed twice, and stays in the list', () => {
  const me = 'me' as UserId
  const context = { groups: [] }
  const routed = routeNotification(
    {
      type: 'appointment_canceled',
      priority: 'urgent',
      mandatory: 'late-cancellation',
      sender: null,
      mailedSeparately: true,
    },
    { id: me },
    defaultPreferences('UTC'),
    context,
    instant(at),
  )
  expect(routed.email).toEqual({ do: 'suppress', reasons: ['mailed-separately'] })
  expect(routed.record.keep).toBe(true)
})

test.each(['booking.declined', 'booking.cancelled'])('%s says the reason that was given', (type) => {
  const [plain] = draftsOf(type, cancelled)
  const [explained] = draftsOf(type, { ...cancelled, reason: 'Ill' })
  expect(explained).toMatchObject({ key: `${plain?.key}.with-reason`, params: { ...plain?.params, reason: 'Ill' } })
})

test('a request comes from its client, also when their payment was what sent it', () => {
  expect(draftsOf('booking.requested', { ...bookingFacts, expiresAt: at })).toMatchObject([{ from: 'C' }])
})
