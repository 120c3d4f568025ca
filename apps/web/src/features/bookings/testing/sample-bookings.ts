import { type BookingSummary, type Booking } from '@veranda/contract/bookings/schemas.ts'
import { type Slots } from '@veranda/contract/bookings/services/schemas.ts'

/** The current time in the samples. */
export const sampleNow = '2026-11-23T10:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(sampleNow) + minutes * 60_000).toISOString()
const user = (last: string, name: string) => ({
  id: `0199c1a0-0000-7000-8000-00000000000${last}`,
  name,
  avatar: null,
})
const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** Returns the fields that belong to a state. */
function fieldsOf(state: Booking['state']): Partial<Booking> {
  switch (state) {
    case 'reserved':
    case 'requested':
      return { expiresAt: at(15) }
    case 'confirmed':
    case 'in_session':
      return {
        join: { from: at(3 * 1440 - 10), until: at(3 * 1440 + 60), url: '/rooms/0199c1a0-0000-7000-8000-00000000000a' },
      }
    case 'declined':
    case 'cancelled':
      return { ended: { by: 'client', reason: '' } }
    case 'expired':
    case 'withdrawn':
      return {}
    default:
      return { attendedMinutes: { client: 60, creator: 60 } }
  }
}

/** Creates a booking in a state, for tests and the component gallery. Its session is in three days, for 105 euros. */
export function sampleBooking(more: Partial<Booking> = {}): Booking {
  const state = more.state ?? 'reserved'
  return {
    id: '0199c1a0-0000-7000-8000-00000000000a',
    version: 3,
    state,
    viewerRole: 'client',
    service: {
      id: '0199c1a0-0000-7000-8000-00000000000b',
      title: 'Review of a model',
      minutes: 60,
      confirmation: 'instant',
    },
    creator: user('1', 'Kenji Mori'),
    client: user('2', 'Maya Torres'),
    startsAt: at(3 * 1440),
    endsAt: at(3 * 1440 + 60),
    zones: { client: 'Europe/Lisbon', creator: 'Asia/Tokyo' },
    cost: { price: euros(10_000), clientPays: euros(10_500), creatorReceives: euros(9_000) },
    policy: [
      { hoursBefore: 72, refundPercent: 100 },
      { hoursBefore: 24, refundPercent: 50 },
    ],
    note: '',
    now: sampleNow,
    expiresAt: null,
    charge: null,
    chargeback: null,
    money: null,
    refund: null,
    proposal: null,
    join: null,
    attendanceUnclear: false,
    refundFailed: false,
    attendedMinutes: null,
    ended: null,
    actions: ['pay', 'withdraw'],
    outcomes: [],
    history: [{ type: 'reserved', by: 'client', at: sampleNow }],
    calendarUrl: null,
    ...fieldsOf(state),
    ...more,
    // The fields are those of the state; the contract server checks what a test adds.
  } as Booking
}

export function sampleBookingSummary(more: Partial<BookingSummary> = {}): BookingSummary {
  return {
    id: '0199c1a0-0000-7000-8000-00000000000c',
    state: 'confirmed',
    viewerRole: 'client',
    title: 'Review of a model',
    other: user('1', 'Kenji Mori'),
    startsAt: at(3 * 1440),
    endsAt: at(3 * 1440 + 60),
    price: euros(10_000),
    pendingOnMe: false,
    join: null,
    ...more,
  }
}

/** Creates slots from ISO start times, grouped by UTC day. */
export function sampleSlots(times: readonly string[], next: string | null = null): Slots {
  const days = new Map<string, { at: string; endsAt: string }[]>()
  for (const moment of times) {
    const date = moment.slice(0, 10)
    const endsAt = new Date(Date.parse(moment) + 3_600_000).toISOString()
    days.set(date, [...(days.get(date) ?? []), { at: moment, endsAt }])
  }
  return {
    timeZone: 'UTC',
    minutes: 60,
    days: [...days].map(([date, slots]) => ({ date, slots })),
    next: next ?? times[0] ?? null,
    notBookable: null,
  }
}
