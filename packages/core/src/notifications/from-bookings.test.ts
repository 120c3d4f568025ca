import { expect, test } from 'vitest'
import { noticesOf } from './from-event.ts'
import { liveTypes } from './types.ts'
import { route } from './route.ts'
import { defaultPreferences } from './preferences.ts'
import { type PersonId } from '../ids.ts'
import { instant } from '../time/instant.ts'

const at = Date.parse('2027-03-10T10:00:00Z')
const session = {
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
const cancelled = { ...session, by: 'client', reason: '', from: 'confirmed', late: false, refund: 0, currency: 'EUR' }

// The data stands for real events with real ids.
const of = (type: string, data: object) => noticesOf({ type, data } as unknown as Parameters<typeof noticesOf>[0])

test.each<[string, object, string[]]>([
  ['booking.held', session, []],
  ['booking.requested', { ...session, expiresAt: at }, ['P appointment_update schedule_created high']],
  [
    'booking.confirmed',
    { ...session, by: 'client' },
    ['C appointment_update schedule_created medium apart', 'P appointment_update schedule_created medium apart'],
  ],
  ['booking.declined', { ...session, reason: '' }, ['C appointment_canceled schedule_cancelled high']],
  ['booking.expired', { ...session, during: 'hold' }, []],
  [
    'booking.moved',
    { ...session, oldTime: at - 3_600_000, by: 'client' },
    ['C appointment_update schedule_updated high apart', 'P appointment_update schedule_updated high apart'],
  ],
  ['booking.move-proposed', { ...session, by: 'client', newTime: at }, ['P appointment_update schedule_updated high']],
  [
    'booking.move-refused',
    { ...session, proposedBy: 'client', how: 'declined' },
    ['C appointment_update schedule_updated medium'],
  ],
  [
    'booking.move-refused',
    { ...session, proposedBy: 'client', how: 'withdrawn' },
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
    { ...session, which },
    [`C appointment_reminder schedule_reminder ${priority}`, `P appointment_reminder schedule_reminder ${priority}`],
  ]),
  ['booking.started', session, []],
  ['booking.completed', { ...session, clientMinutes: 1, creatorMinutes: 1 }, []],
])('%s of %j tells whom, as what, how pressing', (type, data, expected) => {
  const drafts = of(type, data)
  expect(
    drafts.map(({ to, type: kind, live, priority, mandatory, mailedApart }) =>
      ['person' in to ? to.person : '', kind, live, priority, mandatory, mailedApart ? 'apart' : null]
        .filter(Boolean)
        .join(' '),
    ),
  ).toEqual(expected)
  for (const draft of drafts) if (draft.live !== 'notification') expect(liveTypes[draft.live]).toBe(draft.type)
})

test('the data carries what the wire knows: appointmentId, time, oldTime, newTime, location, joinUrl, refundAmount', () => {
  const [moved] = of('booking.moved', { ...session, oldTime: at - 3_600_000, by: 'client' })
  expect(moved?.data).toEqual({
    appointmentId: 'b',
    time: '2027-03-10T10:00:00.000Z',
    oldTime: '2027-03-10T09:00:00.000Z',
    newTime: '2027-03-10T10:00:00.000Z',
    location: 'Veranda',
    actionUrl: '/booking/confirm/b',
  })
  expect(of('booking.reminded', { ...session, which: 'half-hour' })[0]?.data).toMatchObject({
    joinUrl: '/rooms/b',
    actionUrl: '/rooms/b',
  })
  expect(of('booking.reminded', { ...session, which: 'hour' })[0]?.data).not.toHaveProperty('joinUrl')
  expect(of('booking.cancelled', { ...cancelled, refund: 500 })[0]?.data).toMatchObject({
    refundAmount: 500,
    currency: 'EUR',
  })
})

test('what a calendar mail tells is not mailed a second time, and stays in the list', () => {
  const me = 'me' as PersonId
  const context = { groups: [], muted: false, focused: false, active: false }
  const routed = route(
    {
      type: 'appointment_canceled',
      priority: 'urgent',
      mandatory: 'late-cancellation',
      sender: null,
      mailedApart: true,
    },
    { id: me },
    defaultPreferences('UTC'),
    context,
    instant(at),
  )
  expect(routed.email).toEqual({ do: 'suppress', reasons: ['mailed-apart'] })
  expect(routed.record.keep).toBe(true)
})
